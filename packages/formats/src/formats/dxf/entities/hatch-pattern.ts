import type { Path } from '@fieldbridge/fieldjob';
import { type PatternLine, patternPieces } from '../../../kit/cad/hatch-lines.ts';
import type { Interpreter } from '../interpreter.ts';

/** Pieces of pattern lines that one hatch is drawn with. */
const MOST_PIECES = 5000;

/**
 * Draws the lines of a hatch's pattern, as the entity defines them: number of families (78), per family angle (53), base (43, 44),
 * offset (45, 46), number (79) and lengths (49) of dashes. They come turned and scaled already.
 * @param after position behind the boundary @param boundary without arcs
 */
export function drawPattern(into: Interpreter, after: number, boundary: Path, elevation: number): void {
  const { entity, pen } = into;
  const pieces: number[] = [];
  const most = Math.min(MOST_PIECES, into.expansion.patternLines);
  for (const line of familiesOf(into, entity.find(78, after))) {
    const own = patternPieces(boundary, line, most - pieces.length / 4);
    if (own === undefined) {
      into.remark(
        'pattern-left-out',
        `the lines of the hatch pattern are at fault, or more than ${most === MOST_PIECES ? most : `the ${most} that the limit expanded leaves`}; only its boundary is drawn`,
      );
      return;
    }
    for (const value of own) pieces.push(value);
  }
  into.expansion.patternLines -= pieces.length / 4;
  for (let i = 0; i < pieces.length; i += 4) {
    const path = pen.path.clear();
    path.vertex(pieces[i]!, pieces[i + 1]!, elevation);
    path.vertex(pieces[i + 2]!, pieces[i + 3]!, elevation);
    pen.line();
  }
}

function familiesOf({ entity }: Interpreter, start: number): PatternLine[] {
  const families: PatternLine[] = [];
  for (let at = entity.find(53, start); at < entity.to; ) {
    const next = entity.find(53, at + 1);
    const value = (code: number): number => entity.all(code, at, next)[0] ?? Number.NaN;
    families.push({
      angle: (value(53) * Math.PI) / 180,
      base: [value(43), value(44)],
      offset: [value(45), value(46)],
      dashes: entity.all(49, at, next),
    });
    at = next;
  }
  return families;
}
