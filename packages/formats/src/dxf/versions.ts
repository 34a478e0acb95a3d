/** $ACADVER values and what users call them. Source: DXF reference, HEADER section, and the release notes of older versions. */
const NAMES: Readonly<Record<string, string>> = {
  'MC0.0': 'R1.0',
  AC1001: 'R2.2',
  AC1002: 'R2.5',
  AC1003: 'R2.6',
  AC1004: 'R9',
  AC1006: 'R10',
  AC1009: 'R12',
  AC1012: 'R13',
  AC1014: 'R14',
  AC1015: '2000',
  AC1018: '2004',
  AC1021: '2007',
  AC1024: '2010',
  AC1027: '2013',
  AC1032: '2018',
};

/** The first version whose texts are UTF-8. */
const FIRST_UTF8 = 1021;

/** Name of a version by its $ACADVER; the value itself when it is not known. */
export function versionName(acadVersion: string): string {
  return Object.hasOwn(NAMES, acadVersion) ? NAMES[acadVersion]! : acadVersion;
}

/** Whether the texts of a version are UTF-8 rather than in the code page of the drawing. */
export function isUtf8Version(acadVersion: string): boolean {
  return Number(acadVersion.slice(2)) >= FIRST_UTF8;
}
