import { BY_LAYER } from '@fieldbridge/fieldjob/feature.ts';
import { issueOf } from '../../../core/issues/issue-of.ts';
import { handle, integer, point, real } from '../fields.ts';
import type { Interpreter } from '../interpreter.ts';
import { BAD_POSITION, type Outcome } from './draw.ts';

const CLOSED = 2;

/**
 * Every vertex has a direction across and, for each element, its distance along that direction: the first of the
 * element's parameters, which follow their count.
 */
export const MLINE = {
  flags: integer(71),
  elements: integer(73),
  style: handle(340),
  vertices: point(11),
  across: point(13),
  parameterCount: integer(74),
  parameters: real(41),
};

/**
 * MLINE: one line per element; gaps in the parameters are not drawn. An element has the colour of its style, else that
 * of the entity.
 */
export function drawMline(into: Interpreter): Outcome {
  const { entity, pen } = into;
  into.begin();
  const elements = entity.get(MLINE.elements);
  const vertices = readVertices(into, elements);
  if (vertices.length < 2 || !(elements >= 1)) return issueOf('too-few-vertices', { count: 1 });
  const closed = (entity.get(MLINE.flags) & CLOSED) !== 0;
  const colours = into.files.coloursOf(entity.get(MLINE.style));
  const own = pen.feature.colour;
  let drawn = 0;
  for (let element = 0; element < elements; element++) {
    pen.path.clear();
    for (const { position, across, offsets } of vertices) {
      const offset = offsets[element] ?? 0;
      pen.path.vertex(
        position[0]! + across[0]! * offset,
        position[1]! + across[1]! * offset,
        position[2]! + across[2]! * offset,
      );
    }
    pen.path.closed = closed;
    const colour = colours[element] ?? BY_LAYER;
    pen.feature.colour = colour === BY_LAYER ? own : colour;
    if (pen.line()) drawn++;
  }
  return drawn > 0 ? undefined : BAD_POSITION;
}

interface MlineVertex {
  readonly position: number[];
  readonly across: number[];
  readonly offsets: number[];
}

function readVertices(into: Interpreter, elements: number): MlineVertex[] {
  const { entity } = into;
  const vertices: MlineVertex[] = [];
  for (let at = entity.find(MLINE.vertices.x); at < entity.to; ) {
    const next = entity.find(MLINE.vertices.x, at + 1);
    const across = entity.triples(MLINE.across, at, next).slice(0, 3);
    const offsets: number[] = [];
    const { parameterCount, parameters } = MLINE;
    let i = entity.find(parameterCount, at);
    for (; i < next && offsets.length < elements; i = entity.find(parameterCount, i + 1)) {
      const first = i + 1 < next && entity.codeAt(i + 1) === parameters.code ? entity.valueAt(i + 1) : 0;
      offsets.push(entity.valueAt(i) > 0 ? first : 0);
    }
    vertices.push({
      position: entity.triples(MLINE.vertices, at, next).slice(0, 3),
      across: across.length === 3 ? across : [0, 0, 0],
      offsets,
    });
    at = next;
  }
  return vertices;
}
