import { strokeThrough } from '../../../kit/cad/fit-spline.ts';
import { plainMtext } from '../../../kit/cad/mtext.ts';
import type { Interpreter } from '../interpreter.ts';
import { MOST_SPLINE_VERTICES } from './curves.ts';
import type { Outcome } from './draw.ts';
import { drawArrow, drawBlockContent } from './leader-content.ts';
import { drawProxyGraphics } from './proxy-graphics.ts';
import { rawColour } from './raw-colour.ts';

/** Kinds of leader lines (170 of the leader itself). */
const NO_LINE = 0;
const CURVED = 2;

/**
 * MULTILEADER. Its lines, arrow heads, frames and blocks are drawn by the picture that CAD systems leave with it; where there
 * is none, from its context data. The text is always the one of the context data, as one text.
 *
 * The context data: inside `LEADER{` the group 10 is the end at the text (the landing), from where a short knee goes on to the
 * text; inside each `LEADER_LINE{` the groups 10 are the vertices from the arrow on. What belongs to the leader itself stands
 * behind the end of the context data (301).
 */
export function drawMultileader(into: Interpreter): Outcome {
  const { entity } = into;
  into.begin();
  const text = entity.to > entity.from ? positionOfText(into) : entity.to;
  const picture = entity.chunk(310);
  let drawn = drawProxyGraphics(into, picture, text === entity.to).drawn;
  if (drawn === 0) drawn = drawLeaders(into);
  if (text < entity.to && drawText(into, text)) drawn++;
  if (drawBlockContent(into, picture.length > 0)) drawn++;
  if (drawn > 0) return undefined;
  return {
    code: 'multileader-empty',
    severity: 'warning',
    text: 'the multileader has neither lines nor a text or block that can be drawn',
  };
}

function drawLeaders(into: Interpreter): number {
  const { entity, pen } = into;
  const own = entity.find(301);
  const kind = ownNumber(into, own, 170, 1);
  if (kind === NO_LINE) return 0;
  const hasKnee = ownNumber(into, own, 291, 1) !== 0;
  let landing: readonly number[] = [];
  let knee: readonly number[] = [];
  let drawn = 0;
  const arrows: number[][] = [];
  for (let i = entity.from; i < entity.to; i++) {
    const code = entity.codeAt(i);
    if (code === 302 && entity.textAt(i).startsWith('LEADER{')) {
      landing = tripleAt(into, entity.find(10, i));
      knee = hasKnee ? kneeOf(into, i, landing) : [];
    }
    if (code !== 304 || !entity.textAt(i).startsWith('LEADER_LINE{')) continue;
    const vertices = [...entity.triples(10, i, entity.find(305, i)), ...landing];
    pen.path.clear();
    const isCurved =
      kind === CURVED &&
      vertices.length >= 9 &&
      vertices.every(Number.isFinite) &&
      strokeThrough({ fits: vertices }, pen.ownTolerance, pen.path, MOST_SPLINE_VERTICES);
    if (!isCurved)
      for (let v = 0; v + 2 < vertices.length; v += 3)
        pen.path.vertex(vertices[v]!, vertices[v + 1]!, vertices[v + 2]!);
    if (knee.length === 3) pen.path.vertex(knee[0]!, knee[1]!, knee[2]!);
    const { coordinates } = pen.path;
    if (pen.path.count >= 2) arrows.push(Array.from(coordinates.subarray(0, 6)));
    if (pen.path.count >= 2 && pen.line()) drawn++;
  }
  for (const ends of arrows) drawArrow(into, ends, ownNumber(into, own, 342, 0));
  return drawn;
}

/** A value of the leader itself, behind its context data. */
function ownNumber({ entity }: Interpreter, own: number, code: number, missing: number): number {
  const at = entity.find(code, own);
  return at < entity.to ? entity.valueAt(at) : missing;
}

/** End of the short piece between the landing and the text: direction (11) and length (40), up to the first leader line. */
function kneeOf(into: Interpreter, from: number, landing: readonly number[]): number[] {
  const { entity } = into;
  const line = entity.find(304, from);
  const [direction, length] = [entity.find(11, from), entity.find(40, from)];
  if (landing.length !== 3 || direction > line || length > line) return [];
  const along = tripleAt(into, direction);
  const size = entity.valueAt(length);
  return along.length === 3 && size > 0 ? landing.map((value, k) => value + along[k]! * size) : [];
}

/** Position of the group with the text; the end of the entity when it has none. */
function positionOfText({ entity }: Interpreter): number {
  let at = entity.find(304);
  while (at < entity.to && entity.textAt(at).endsWith('{')) at = entity.find(304, at + 1);
  return at < entity.to && plainMtext(entity.textAt(at)).trim() === '' ? entity.to : at;
}

function drawText(into: Interpreter, at: number): boolean {
  const { entity, pen } = into;
  const text = plainMtext(entity.textAt(at));
  const place = tripleAt(into, entity.find(12, at));
  if (place.length < 3) return false;
  into.begin();
  const colour = entity.find(90, at);
  if (colour < entity.to) pen.feature.colour = rawColour(entity.valueAt(colour), pen.feature.colour);
  const direction = tripleAt(into, entity.find(13, at));
  const attachment = entity.find(171, at);
  return pen.text(text, {
    easting: place[0]!,
    northing: place[1]!,
    elevation: place[2]!,
    height: entity.number(41, 1),
    rotation: direction.length === 3 ? Math.atan2(direction[1]!, direction[0]!) : 0,
    justification:
      (['left', 'centre', 'right'] as const)[attachment < entity.to ? entity.valueAt(attachment) - 1 : 0] ?? 'left',
    verticalJustification: 'top',
  });
}

/** The triple that starts at a position; empty when there is none. */
export function tripleAt({ entity }: Interpreter, at: number): number[] {
  return at >= entity.to ? [] : entity.triples(entity.codeAt(at), at, Math.min(entity.to, at + 3)).slice(0, 3);
}
