import type { HatchLine, Path } from '@fieldbridge/fieldjob';
import { issueOf } from '../../../core/issues/issue-of.ts';
import { patternPieces } from '../../../kit/cad/hatch-lines.ts';
import { integer, type NumberField, real } from '../fields.ts';
import type { Interpreter } from '../interpreter.ts';

/** Most pieces of pattern lines for one hatch. */
const MOST_PIECES = 5000;

/** Families of parallel lines, already rotated and scaled. Each begins with an angle in degrees. */
const PATTERN = {
  familyCount: integer(78),
  angle: real(53),
  baseX: real(43),
  baseY: real(44),
  offsetX: real(45),
  offsetY: real(46),
  dashes: real(49),
};

/** Draws the lines of a hatch's pattern, as the entity defines them. @param boundary without arcs */
export function drawPattern(
  into: Interpreter,
  families: readonly HatchLine[],
  boundary: Path,
  elevation: number,
): void {
  const { pen } = into;
  const pieces: number[] = [];
  const most = Math.min(MOST_PIECES, into.expansion.patternLines);
  for (const line of families) {
    const own = patternPieces(boundary, line, most - pieces.length / 4);
    if (own === undefined) {
      into.remark(issueOf('pattern-left-out', { most }));
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

/** The families of lines of a hatch's pattern. @param after position after the boundary */
export function familiesOf({ entity }: Interpreter, after: number): HatchLine[] {
  const families: HatchLine[] = [];
  const start = entity.find(PATTERN.familyCount, after);
  for (let at = entity.find(PATTERN.angle, start); at < entity.to; ) {
    const next = entity.find(PATTERN.angle, at + 1);
    const value = (field: NumberField): number => entity.first(field, at, next);
    families.push({
      angle: (value(PATTERN.angle) * Math.PI) / 180,
      base: [value(PATTERN.baseX), value(PATTERN.baseY)],
      offset: [value(PATTERN.offsetX), value(PATTERN.offsetY)],
      dashes: entity.all(PATTERN.dashes, at, next),
    });
    at = next;
  }
  return families;
}
