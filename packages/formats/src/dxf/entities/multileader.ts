import { plainMtext } from '../../cad/mtext.ts';
import type { Interpreter } from '../interpreter.ts';
import type { Outcome } from './draw.ts';

/**
 * MULTILEADER: leader lines and text from its context data. Inside `LEADER{` the group 10 is the end at the text (the
 * landing); inside each `LEADER_LINE{` the groups 10 are the vertices from the arrow on. Block contents are not drawn.
 */
export function drawMultileader(into: Interpreter): Outcome {
  const { entity, pen } = into;
  into.begin();
  let landing: readonly number[] = [];
  let drawn = 0;
  for (let i = entity.from; i < entity.to; i++) {
    const code = entity.codeAt(i);
    if (code === 302 && entity.textAt(i).startsWith('LEADER{')) landing = tripleAt(into, entity.find(10, i));
    if (code !== 304 || !entity.textAt(i).startsWith('LEADER_LINE{')) continue;
    const vertices = entity.triples(10, i, entity.find(305, i));
    pen.path.clear();
    for (let v = 0; v + 2 < vertices.length; v += 3) pen.path.vertex(vertices[v]!, vertices[v + 1]!, vertices[v + 2]!);
    if (landing.length === 3) pen.path.vertex(landing[0]!, landing[1]!, landing[2]!);
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
