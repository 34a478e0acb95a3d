import { damaged } from './damage.ts';
import type { Faults } from './section.ts';

/**
 * Offset of the number of sections; records of u8 number, u32 offset, u32 size follow (Open Design Specification, 3.2).
 */
const COUNT = 0x15;
const RECORD = 9;
/** There are six kinds of sections. */
const MOST_SECTIONS = 16;

/**
 * Checks that the table of sections is whole and that every section is inside the file; one that is not is lost.
 * @throws FormatError `dwg-damaged` without a whole table
 */
export function checkSections(bytes: Uint8Array, { lost }: Pick<Faults, 'lost'>): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length < COUNT + 4 ? Infinity : view.getUint32(COUNT, true);
  if (count > MOST_SECTIONS || COUNT + 4 + count * RECORD > bytes.length)
    throw damaged('its table of sections is not whole', COUNT);
  for (let at = COUNT + 4; at < COUNT + 4 + count * RECORD; at += RECORD) {
    const end = view.getUint32(at + 1, true) + view.getUint32(at + 5, true);
    if (end > bytes.length) lost(`section ${bytes[at]} ends at byte ${end}, the file at ${bytes.length}`);
  }
}
