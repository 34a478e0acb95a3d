import type { BitField } from '../object/fields.ts';
import type { ObjectWriter } from './object-writer.ts';

/**
 * Writes the fields of a kind of entity as the reader states them, from 2000 on: those with a group code get the
 * values in their order, the others what is usual.
 */
export function writeFields(fields: readonly BitField[], { data, release }: ObjectWriter, ...values: number[]): void {
  let at = 0;
  for (const [code, group, since = 0, before = Infinity] of fields) {
    if (release < since || release >= before) continue;
    const next = (): number => (group === 0 ? 0 : values[at++]!);
    switch (code) {
      case '3BD':
        data.triple(next(), next(), next());
        break;
      case 'BD':
      case 'A':
        data.bitDouble(next());
        break;
      case 'BT':
      case 'BE':
        // One bit for a thickness of 0, or the usual direction.
        data.flag(true);
        break;
      default:
        throw new Error(`fields of code ${code} are not written`);
    }
  }
}
