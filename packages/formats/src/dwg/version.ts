/** The six characters a DWG file begins with, and the release that writes them. */
const RELEASES: Readonly<Record<string, string>> = {
  'MC0.0': 'R1.0',
  'AC1.2': 'R1.2',
  'AC1.40': 'R1.40',
  'AC1.50': 'R2.05',
  'AC2.10': 'R2.10',
  AC1001: 'R2.2',
  AC1002: 'R2.5',
  AC1003: 'R2.6',
  AC1004: 'R9',
  AC1006: 'R10',
  AC1009: 'R11/R12',
  AC1012: 'R13',
  AC1014: 'R14',
  AC1015: '2000',
  AC1018: '2004',
  AC1021: '2007',
  AC1024: '2010',
  AC1027: '2013',
  AC1032: '2018',
};
/** Releases whose inner layout is known; older ones are another format under the same name. */
const READABLE = ['R13', 'R14', '2000', '2004', '2007', '2010', '2013', '2018'];

/** The release that wrote a DWG file by its first bytes; undefined when they are no DWG. */
export function dwgRelease(head: Uint8Array): string | undefined {
  const mark = String.fromCharCode(...head.subarray(0, 6));
  return Object.entries(RELEASES).find(([prefix]) => mark.startsWith(prefix))?.[1];
}

/** Whether files of that release can be read. */
export function isReadable(release: string): boolean {
  return READABLE.includes(release);
}
