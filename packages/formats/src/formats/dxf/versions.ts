import { RELEASES } from '../../kit/cad/releases.ts';

/** $ACADVER values and their common names. */
const NAMES: Readonly<Record<string, string>> = { ...RELEASES, AC1009: 'R12' };

/** The first version whose texts are UTF-8. */
const FIRST_UTF8 = 1021;

/** Common name of a version by its $ACADVER; the value itself if it is unknown. */
export function versionName(acadVersion: string): string {
  return Object.hasOwn(NAMES, acadVersion) ? NAMES[acadVersion]! : acadVersion;
}

/** Whether the texts of a version are UTF-8 rather than in the code page of the drawing. */
export function isUtf8Version(acadVersion: string): boolean {
  return Number(acadVersion.slice(2)) >= FIRST_UTF8;
}
