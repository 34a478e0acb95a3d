import { type Container, type Findings, NO_CONTAINER, viewOf } from './findings.ts';
import { sum16 } from './sums.ts';

/** 3.2.6: what the sum of the header is XORed with, by the number of its records. */
const MASKS: Readonly<Record<number, number>> = { 3: 0xa598, 4: 0x8101, 5: 0x3cc4, 6: 0x8461 };
const END_OF_HEADER = '95a04e2899821ae55e41e05f9d3a4d00';
const PREVIEW = '1f256d07d43628289d57ca3f9d44102b';

/** Verifies the header and the places of sections of 2000 (Open Design Specification, section 3). */
export function container2000(bytes: Uint8Array, findings: Findings): Container {
  const view = viewOf(bytes);
  const count = view.getUint32(0x15, true);
  const end = 0x19 + 9 * count;
  if (!findings.expect(MASKS[count] !== undefined, `the header has ${count} records`)) return NO_CONTAINER;
  findings.same(view.getUint16(end, true), sum16(bytes.subarray(0, end), 0) ^ MASKS[count]!, 'sum of the header');
  findings.same(Buffer.from(bytes.subarray(end + 2, end + 18)).toString('hex'), END_OF_HEADER, 'end of the header');
  const sections = Array.from({ length: count }, (_, i) => {
    const at = 0x19 + 9 * i;
    findings.same(bytes[at], i, 'number of a record');
    return { start: view.getUint32(at + 1, true), size: view.getUint32(at + 5, true) };
  });
  const places = sections.filter(({ size }) => size > 0).sort((a, b) => a.start - b.start);
  for (const [i, { start, size }] of places.entries())
    findings.expect(start + size <= (places[i + 1]?.start ?? bytes.length), `the section at ${start} is cut`);
  const preview = view.getUint32(0x0d, true);
  findings.same(Buffer.from(bytes.subarray(preview, preview + 16)).toString('hex'), PREVIEW, 'mark of the preview');
  const section = (number: number): Uint8Array => {
    const { start, size } = sections[number]!;
    return bytes.subarray(start, start + size);
  };
  return { header: section(0), classes: section(1), map: section(2), objects: bytes };
}
