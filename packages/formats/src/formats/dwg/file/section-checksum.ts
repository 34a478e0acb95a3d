import { checksum } from '../bits/checksum.ts';
import { R2010, R2018 } from './releases.ts';

/** The mark before the size of a section. */
const MARK = 16;

/** Bytes before the data of the sections of header variables and classes: mark and size. */
export function sectionStart(release: number, maintenance: number): number {
  return MARK + (release >= R2018 || (release >= R2010 && maintenance > 3) ? 8 : 4);
}

/** Whether the section of header variables or classes has the checksum that it states, after its data. */
export function isSectionIntact(section: Uint8Array | undefined, release: number, maintenance: number): boolean {
  if (section === undefined || section.length < MARK + 4) return false;
  const size = new DataView(section.buffer, section.byteOffset).getUint32(MARK, true);
  const end = sectionStart(release, maintenance) + size;
  if (end + 2 > section.length) return false;
  return checksum(section, MARK, end) === (section[end]! | (section[end + 1]! << 8));
}
