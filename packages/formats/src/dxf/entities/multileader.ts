import { plainMtext } from '../../cad/mtext.ts';
import type { Interpreter } from '../interpreter.ts';
import type { Outcome } from './draw.ts';

/**
 * MULTILEADER: leader lines and text from its context data. Inside `LEADER{` the group 10 is the end at the text (the
 * landing), from where a short knee goes on to the text; inside each `LEADER_LINE{` the groups 10 are the vertices from the arrow on. Block contents are not drawn.
 */
export function drawMultileader(into: Interpreter): Outcome {
  const { entity, pen } = into;
  into.begin();
  let landing: readonly number[] = [];
  let knee: readonly number[] = [];
  let drawn = 0;
  for (let i = entity.from; i < entity.to; i++) {
    const code = entity.codeAt(i);
    if (code === 302 && entity.textAt(i).startsWith('LEADER{')) {
      landing = tripleAt(into, entity.find(10, i));
      knee = kneeOf(into, i, landing);
    }
    if (code !== 304 || !entity.textAt(i).startsWith('LEADER_LINE{')) continue;
    const vertices = entity.triples(10, i, entity.find(305, i));
    pen.path.clear();
    for (let v = 0; v + 2 < vertices.length; v += 3) pen.path.vertex(vertices[v]!, vertices[v + 1]!, vertices[v + 2]!);
    if (landing.length === 3) pen.path.vertex(landing[0]!, landing[1]!, landing[2]!);
    if (knee.length === 3) pen.path.vertex(knee[0]!, knee[1]!, knee[2]!);
    if (pen.path.count >= 2 && pen.line()) drawn++;
  }
  if (drawText(into)) drawn++;
  if (drawn > 0) return undefined;
  return {
    code: 'multileader-empty',
    severity: 'warning',
    text: 'the multileader has neither lines nor a text that can be drawn',
  };
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

function drawText(into: Interpreter): boolean {
  const { entity, pen } = into;
  let at = entity.find(304);
  while (at < entity.to && entity.textAt(at).endsWith('{')) at = entity.find(304, at + 1);
  if (at === entity.to) return false;
  const text = plainMtext(entity.textAt(at));
  const place = tripleAt(into, entity.find(12, at));
  if (text.trim() === '' || place.length < 3) return false;
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
function tripleAt(into: Interpreter, at: number): number[] {
  const { entity } = into;
  return at >= entity.to ? [] : entity.triples(entity.codeAt(at), at, Math.min(entity.to, at + 3)).slice(0, 3);
}
