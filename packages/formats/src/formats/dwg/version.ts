import { RELEASES } from '../../kit/cad/releases.ts';

/** The first six (or fewer) characters of a DWG file and the release that writes them. */
const MARKS: Readonly<Record<string, string>> = {
  ...RELEASES,
  'AC1.2': 'R1.2',
  'AC1.40': 'R1.40',
  'AC1.50': 'R2.05',
  'AC2.10': 'R2.10',
  AC1009: 'R11/R12',
};
/** Releases with a known layout; older ones are a different format under the same name. */
const READABLE = ['R13', 'R14', '2000', '2004', '2007', '2010', '2013', '2018'];

/** The release of a DWG file by its first bytes; undefined for other files. */
export function dwgRelease(head: Uint8Array): string | undefined {
  const mark = String.fromCharCode(...head.subarray(0, 6));
  return Object.entries(MARKS).find(([prefix]) => mark.startsWith(prefix))?.[1];
}

/** Whether files of that release can be read. */
export function isReadable(release: string): boolean {
  return READABLE.includes(release);
}
