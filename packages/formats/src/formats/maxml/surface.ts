import { type SurfaceLine, surfaceOf } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { ClausesOf } from '../../core/issues/sentence.ts';
import { asIntegers, readNumbers } from '../../kit/xml/number-list.ts';
import { parseColour } from '../../kit/xml/values.ts';
import { readPair } from './records.ts';
import type { Scope } from './scope.ts';

type SurfaceFault = ClausesOf<'surface-damaged'>;

/** Reads a surface; it is skipped if its triangles refer to missing vertices. */
export function readSurface(scope: Scope): void {
  const { attributes, document } = scope;
  scope.found('Surface');
  const head = {
    description: attributes.text('description'),
    code: attributes.text('code'),
    colour: attributes.read('colour', -1, parseColour),
    layer: scope.currentLayer(),
    source: scope.currentSource(),
  };
  const name = attributes.text('name');
  const lists = new Map<string, Float64Array>();
  const lines: Record<'Breakline' | 'Boundary', SurfaceLine[]> = { Breakline: [], Boundary: [] };
  const pairs: string[] = [];
  let fault: SurfaceFault | undefined;
  document.eachChild((child) => {
    if (child === 'Attribute') {
      pairs.push(...readPair(scope));
      return;
    }
    const line =
      child === 'Breakline' || child === 'Boundary'
        ? { name: attributes.text('name'), kind: attributes.text('kind') }
        : undefined;
    if (line === undefined && !['Vertices', 'Triangles', 'Neighbours', 'Edges'].includes(child)) {
      scope.unknown(child);
      return;
    }
    const { numbers, bad } = readNumbers(document.scanner, scope.budget);
    scope.spend(numbers.length);
    if (bad !== undefined) fault ??= { fault: 'not-a-number', word: bad };
    if (line === undefined) lists.set(child, numbers);
    else if (numbers.length % 3 !== 0) fault ??= { fault: 'line-not-triples' };
    else lines[child as 'Breakline' | 'Boundary'].push({ ...line, coordinates: numbers });
  });
  const vertices = lists.get('Vertices') ?? new Float64Array(0);
  const last = vertices.length / 3 - 1;
  const triangles = asIntegers(lists.get('Triangles') ?? new Float64Array(0), 0, last);
  if (vertices.length % 3 !== 0) fault ??= { fault: 'vertices-not-triples' };
  if (fault !== undefined || triangles === undefined || triangles.length % 3 !== 0) {
    scope.skipped('Surface', issueOf('surface-damaged', { name, ...(fault ?? { fault: 'vertex-missing' }) }));
    return;
  }
  scope.sink.surface(
    surfaceOf(name, vertices, triangles, {
      ...head,
      neighbours: neighboursIn(scope, lists.get('Neighbours'), triangles.length),
      edges: edgesIn(scope, lists.get('Edges'), last),
      breaklines: lines.Breakline,
      boundaries: lines.Boundary,
      attributes: pairs,
    }),
  );
}

function neighboursIn(scope: Scope, numbers: Float64Array | undefined, size: number): Int32Array | null {
  if (numbers === undefined) return null;
  const neighbours = numbers.length === size ? asIntegers(numbers, -1, size / 3 - 1) : undefined;
  if (neighbours !== undefined) return neighbours;
  scope.document.report(issueOf('neighbours-damaged'));
  return null;
}

function edgesIn(scope: Scope, numbers: Float64Array | undefined, last: number): Int32Array {
  if (numbers === undefined) return new Int32Array(0);
  const edges = numbers.length % 2 === 0 ? asIntegers(numbers, 0, last) : undefined;
  if (edges !== undefined) return edges;
  scope.document.report(issueOf('edges-damaged'));
  return new Int32Array(0);
}
