import { container2000 } from './container-2000.ts';
import { container2004 } from './container-2004.ts';
import { container2007 } from './container-2007.ts';
import { type Container, Findings, viewOf } from './findings.ts';
import { type Found, objectsOf } from './objects.ts';
import { verifyStructure } from './structure.ts';
import { sum16 } from './sums.ts';

const RELEASES: Readonly<Record<string, number>> = {
  ...{ AC1015: 2000, AC1018: 2004, AC1021: 2007, AC1024: 2010, AC1027: 2013, AC1032: 2018 },
};
const MARKS = { header: 'cf7b1f23fdde38a95f7c68b84e6d335f', classes: '8da1c4b8c4a9f8c5c0dcf45fe7cfb68a' };

/**
 * Faults of a drawing of 2000 to 2018 by the Open Design Specification: in checksums and check bytes, maps and their
 * copies, places of sections and pages, object map, sizes, handles. The check shares no code with the product, so that
 * an error of ours is not made twice; acad-ts unpacks.
 */
export function fileFaults(bytes: Uint8Array): string[] {
  return opened(bytes).findings.texts;
}

/**
 * Faults of a drawing that we wrote: the same, and references that do not lead to objects of the right kind, owners
 * that do not lead to the root, tables without their entries, blocks without their begin, their end or an entity.
 */
export function drawingFaults(bytes: Uint8Array): string[] {
  const { objects, release, findings } = opened(bytes);
  verifyStructure(objects, release, findings);
  return findings.texts;
}

/** The objects of a drawing and what was found wrong while it was opened. */
export function opened(given: Uint8Array): { objects: Map<number, Found>; release: number; findings: Findings } {
  // A slice of a Buffer would share its memory.
  const bytes = Uint8Array.from(given);
  const findings = new Findings();
  const release = RELEASES[Buffer.from(bytes.subarray(0, 6)).toString('latin1')]!;
  const open = release < 2004 ? container2000 : release === 2007 ? container2007 : container2004;
  try {
    const container = open(bytes, findings);
    verifyMarked(container, release, bytes[0x0b]!, findings);
    return { objects: objectsOf(container, release, findings), release, findings };
  } catch (error) {
    // A damaged file can lead anywhere, also outside of its bytes.
    findings.texts.push(String(error));
    return { objects: new Map(), release, findings };
  }
}

/** Sections 9 and 10: header variables and classes are between marks, with size and sum. */
function verifyMarked(container: Container, release: number, maintenance: number, findings: Findings): void {
  for (const name of ['header', 'classes'] as const) {
    const section = container[name];
    const mark = Buffer.from(MARKS[name], 'hex');
    const hasWideSize = release >= 2018 || (release >= 2010 && maintenance > 3);
    const end = 16 + (hasWideSize ? 8 : 4) + viewOf(section).getUint32(16, true);
    findings.expect(mark.equals(section.subarray(0, 16)), `mark of ${name}`);
    findings.same(viewOf(section).getUint16(end, true), sum16(section.subarray(16, end)), `sum of ${name}`);
    const last = Buffer.from(mark.map((byte) => byte ^ 255));
    findings.expect(last.equals(section.subarray(end + 2, end + 18)), `mark at the end of ${name}`);
  }
}
