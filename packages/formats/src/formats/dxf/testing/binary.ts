import { BINARY_SIGNATURE } from '../binary-tags.ts';
import { BOOLEAN, CHUNK, DOUBLE, INT16, INT32, INT64, KIND_OF } from '../group-kinds.ts';

/** Width of group codes: two bytes from R13 on, before that one (255: two more follow). */
export type CodeWidth = 'wide' | 'narrow';

/** Groups (`code, value, …`) as a binary DXF. A number beyond its kind becomes the nearest possible one. */
export function binaryOf(groups: readonly (string | number)[], width: CodeWidth = 'wide'): Uint8Array {
  const parts: Uint8Array[] = [new TextEncoder().encode(BINARY_SIGNATURE)];
  for (let i = 0; i + 1 < groups.length; i += 2) {
    const code = Number(groups[i]);
    parts.push(codeBytes(code, width), valueBytes(KIND_OF[code]!, groups[i + 1]!));
  }
  return Buffer.concat(parts);
}

function codeBytes(code: number, width: CodeWidth): Uint8Array {
  const both = [code & 255, code >> 8];
  return Uint8Array.from(width === 'wide' ? both : code < 255 ? [code] : [255, ...both]);
}

function valueBytes(kind: number, value: string | number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  const number = Number(value);
  const within = (most: number): number => Math.max(-most, Math.min(most, number));
  const bytes = (count: number): Uint8Array => new Uint8Array(view.buffer, 0, count);
  if (kind === DOUBLE) view.setFloat64(0, number, true);
  else if (kind === INT16) view.setInt16(0, within(0x7fff), true);
  else if (kind === INT32) view.setInt32(0, within(0x7fffffff), true);
  else if (kind === INT64) view.setBigInt64(0, BigInt(Math.trunc(number)), true);
  else if (kind === BOOLEAN) return Uint8Array.of(number);
  else if (kind === CHUNK) return Uint8Array.of(String(value).length / 2, ...Buffer.from(String(value), 'hex'));
  else return new TextEncoder().encode(`${value}\0`);
  return bytes(kind === INT16 ? 2 : kind === INT32 ? 4 : 8);
}
