import type { Issue } from '../../../core/issues/issue.ts';
import { issueOf } from '../../../core/issues/issue-of.ts';
import { binaryRecords } from '../acis/binary.ts';
import { type AcisRecord, acisRecords } from '../acis/records.ts';
import { type AcisShape, acisShape } from '../acis/shape.ts';
import { COMMON } from '../common-fields.ts';
import { chunk, text as texts } from '../fields.ts';
import type { Interpreter } from '../interpreter.ts';
import { BAD_POSITION, type Draw, type Outcome, single } from './draw.ts';

/**
 * Shapes of a solid modeller (ACIS), as text (before 2013) or bytes: an area per flat face, and lines for the edges of
 * curved faces.
 * @param unreadable reported when none of it can be drawn
 */
export function acis(unreadable: Issue): Draw {
  return single((into) => {
    const shape = acisShape(recordsOf(into));
    if (shape.faces.length === 0 && shape.edges.length === 0) return unreadable;
    if (shape.lost > 0) into.remark(issueOf('shape-partly-drawn', { edges: shape.lost }));
    return draw(into, shape);
  });
}

/**
 * Solids, bodies, regions and surfaces: their shape as text, where `morePieces` continue the line before, or as bytes.
 */
export const ACIS = { line: texts(1), morePieces: texts(3), bytes: chunk(310) };

/** Largest shape that is parsed: every byte may become a word, which takes ten times the memory. */
const MOST_BYTES = 16 << 20;

/** Its records: from text, from bytes (of a DWG), or from bytes in the section ACDSDATA. */
function recordsOf(into: Interpreter): AcisRecord[] {
  const { entity, files } = into;
  const lines = linesOf(into);
  if (lines.length > 0) return acisRecords(lines);
  const own = recordsOfBytes(entity.chunk(ACIS.bytes));
  return own.length > 0 ? own : recordsOfBytes(files.shapeOf(entity.get(COMMON.handle)));
}

function recordsOfBytes(bytes: Uint8Array | undefined): AcisRecord[] {
  return bytes === undefined || bytes.length > MOST_BYTES ? [] : binaryRecords(bytes);
}

/** The text, line by line; [] when it is too long. */
function linesOf({ entity }: Interpreter): string[] {
  const [line, more] = [ACIS.line.code, ACIS.morePieces.code];
  const lines: string[] = [];
  let length = 0;
  for (let i = entity.from; i < entity.to && length <= MOST_BYTES; i++) {
    const code = entity.codeAt(i);
    if (code !== line && code !== more) continue;
    const text = entity.textAt(i);
    length += text.length;
    if (code === line || lines.length === 0) lines.push(text);
    else lines[lines.length - 1] += text;
  }
  return length > MOST_BYTES ? [] : lines;
}

function draw(into: Interpreter, { faces, edges }: AcisShape): Outcome {
  const { pen } = into;
  const { path } = pen;
  let isBad = false;
  into.begin();
  for (const rings of faces) {
    path.clear();
    for (const ring of rings) {
      path.ring();
      for (const segment of ring) {
        segment.append(path, pen.ownTolerance);
        // The next segment begins where this one ends.
        path.count--;
      }
    }
    isBad = !pen.area() || isBad;
  }
  for (const edge of edges) {
    path.clear();
    edge.append(path, pen.ownTolerance);
    isBad = !pen.line() || isBad;
  }
  return isBad ? BAD_POSITION : undefined;
}
