import { BY_LAYER } from '@fieldbridge/fieldjob/feature.ts';
import type { Interpreter } from '../interpreter.ts';
import { BAD_POSITION, type Outcome } from './draw.ts';

const CLOSED = 2;

/**
 * MLINE: one line per element. Every vertex (11) has a direction across (13) and, per element, its distance along it: the
 * first of the element's parameters (74 counts them, 41 holds them). Gaps that the parameters cut are not. An element has the colour that the
 * style (340) gives it, else that of the entity.
 */
export function drawMline(into: Interpreter): Outcome {
  const { entity, pen } = into;
  into.begin();
  const elements = entity.number(73, 0);
  const vertices = readVertices(into, elements);
  if (vertices.length < 2 || !(elements >= 1))
    return {
      code: 'too-few-vertices',
      severity: 'warning',
      text: 'the multiline has fewer than two vertices or no element',
    };
  const closed = (entity.number(71, 0) & CLOSED) !== 0;
  const colours = into.files.coloursOf(entity.number(340, Number.NaN));
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
  for (let at = entity.find(11); at < entity.to; ) {
    const next = entity.find(11, at + 1);
    const across = entity.triples(13, at, next).slice(0, 3);
    const offsets: number[] = [];
    for (let i = entity.find(74, at); i < next && offsets.length < elements; i = entity.find(74, i + 1)) {
      const first = i + 1 < next && entity.codeAt(i + 1) === 41 ? entity.valueAt(i + 1) : 0;
      offsets.push(entity.valueAt(i) > 0 ? first : 0);
    }
    vertices.push({
      position: entity.triples(11, at, next).slice(0, 3),
      across: across.length === 3 ? across : [0, 0, 0],
      offsets,
    });
    at = next;
  }
  return vertices;
}
