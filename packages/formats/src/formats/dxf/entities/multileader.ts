import { issueOf } from '../../../core/issues/issue-of.ts';
import { strokeThrough } from '../../../kit/cad/fit-spline.ts';
import { plainMtext } from '../../../kit/cad/mtext.ts';
import type { Interpreter } from '../interpreter.ts';
import { MOST_SPLINE_VERTICES } from './curves.ts';
import type { Outcome } from './draw.ts';
import { drawArrow, drawBlockContent } from './leader-content.ts';
import { LEADER_CONTEXT, MULTILEADER, pointAfter } from './multileader-fields.ts';
import { PROXY } from './proxy.ts';
import { drawProxyGraphics } from './proxy-graphics.ts';
import { rawColour } from './raw-colour.ts';

/** Kinds of leader lines. */
const NO_LINE = 0;
const CURVED = 2;

/**
 * MULTILEADER. Lines, arrow heads, frames and blocks are drawn by its proxy graphics or, without these, from its
 * context data. The text is always that of the context data, as one text.
 */
export function drawMultileader(into: Interpreter): Outcome {
  const { entity } = into;
  into.begin();
  const text = entity.to > entity.from ? positionOfText(into) : entity.to;
  const picture = entity.chunk(PROXY.picture);
  let drawn = drawProxyGraphics(into, picture, text === entity.to).drawn;
  if (drawn === 0) drawn = drawLeaders(into);
  if (text < entity.to && drawText(into, text)) drawn++;
  if (drawBlockContent(into, picture.length > 0)) drawn++;
  if (drawn > 0) return undefined;
  return issueOf('multileader-empty');
}

function drawLeaders(into: Interpreter): number {
  const { entity, pen } = into;
  const own = entity.find(LEADER_CONTEXT.end);
  const kind = entity.first(MULTILEADER.lineKind, own);
  if (kind === NO_LINE) return 0;
  const hasKnee = entity.first(MULTILEADER.hasKnee, own) !== 0;
  let landing: readonly number[] = [];
  let knee: readonly number[] = [];
  let drawn = 0;
  const arrows: number[][] = [];
  for (let i = entity.from; i < entity.to; i++) {
    const code = entity.codeAt(i);
    if (code === LEADER_CONTEXT.leader.code && entity.textAt(i).startsWith('LEADER{')) {
      landing = pointAfter(entity, LEADER_CONTEXT.vertices, i);
      knee = hasKnee ? kneeOf(into, i, landing) : [];
    }
    if (code !== LEADER_CONTEXT.line.code || !entity.textAt(i).startsWith('LEADER_LINE{')) continue;
    const end = entity.find(LEADER_CONTEXT.lineEnd, i);
    const vertices = [...entity.triples(LEADER_CONTEXT.vertices, i, end), ...landing];
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
  for (const ends of arrows)
    drawArrow(into, ends, entity.get(LEADER_CONTEXT.arrowSize), entity.first(MULTILEADER.arrow, own) || 0);
  return drawn;
}

/** End of the short piece between the landing and the text; stated before the first leader line. */
function kneeOf(into: Interpreter, from: number, landing: readonly number[]): number[] {
  const { entity } = into;
  const line = entity.find(LEADER_CONTEXT.line, from);
  const direction = entity.find(LEADER_CONTEXT.kneeDirection.x, from);
  const length = entity.find(LEADER_CONTEXT.kneeLength, from);
  if (landing.length !== 3 || direction > line || length > line) return [];
  const along = pointAfter(entity, LEADER_CONTEXT.kneeDirection, direction);
  const size = entity.valueAt(length);
  return along.length === 3 && size > 0 ? landing.map((value, k) => value + along[k]! * size) : [];
}

/** Position of the group with the text; the end of the entity if it has no text. */
function positionOfText({ entity }: Interpreter): number {
  let at = entity.find(LEADER_CONTEXT.line);
  while (at < entity.to && entity.textAt(at).endsWith('{')) at = entity.find(LEADER_CONTEXT.line, at + 1);
  return at < entity.to && plainMtext(entity.textAt(at)).trim() === '' ? entity.to : at;
}

function drawText(into: Interpreter, at: number): boolean {
  const { entity, pen } = into;
  const text = plainMtext(entity.textAt(at));
  const place = pointAfter(entity, LEADER_CONTEXT.textPlace, at);
  if (place.length < 3) return false;
  into.begin();
  const colour = entity.find(LEADER_CONTEXT.textColour, at);
  if (colour < entity.to) pen.feature.colour = rawColour(entity.valueAt(colour), pen.feature.colour);
  const direction = pointAfter(entity, LEADER_CONTEXT.textDirection, at);
  const attachment = entity.first(LEADER_CONTEXT.textAttachment, at);
  return pen.text(text, {
    easting: place[0]!,
    northing: place[1]!,
    elevation: place[2]!,
    height: entity.get(LEADER_CONTEXT.textHeight),
    rotation: direction.length === 3 ? Math.atan2(direction[1]!, direction[0]!) : 0,
    justification: (['left', 'centre', 'right'] as const)[attachment - 1] ?? 'left',
    verticalJustification: 'top',
  });
}
