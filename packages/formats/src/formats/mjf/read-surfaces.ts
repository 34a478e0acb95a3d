import { type Surface, type SurfaceLine, surfaceOf } from '@fieldbridge/fieldjob';
import { FormatError } from '../../core/failure.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { bytesAt, integerOr, textAt } from './cells.ts';
import type { JobReading } from './reading.ts';
import { TABLES } from './schema.ts';
import { colourOf, jsonOf, pairsOf } from './values.ts';

/** Reads the surfaces into the sink. A surface with inconsistent parts is left out and reported. */
export async function readSurfaces(reading: JobReading): Promise<void> {
  await reading.each(TABLES.surfaces, (row) => {
    const [, , name, code, description, layer, colour, source, , vertices, triangles, lines, first, parts, attributes] =
      row;
    const pieces = readParts(reading, integerOr(first, 0), integerOr(parts, 0));
    const counts = { vertices: integerOr(vertices, -1), triangles: integerOr(triangles, -1) };
    const shape = shapeOf(pieces, counts, textAt(lines));
    if (shape === undefined) {
      const handle = reading.handleOf(TABLES.surfaces, row[0]);
      reading.context.report(issueOf('surface-damaged', { name: textAt(name), fault: 'parts-differ' }, { handle }));
      return false;
    }
    reading.vertices(counts.vertices);
    reading.sink.surface(
      surfaceOf(textAt(name), shape.vertices, shape.triangles, {
        ...shape,
        description: textAt(description),
        code: textAt(code),
        layer: reading.layer(layer),
        colour: colourOf(textAt(colour)),
        source: reading.source(source),
        attributes: pairsOf(textAt(attributes)) ?? [],
      }),
    );
    return true;
  });
}

/** The bytes of each kind, in the order in which they were written. */
type Pieces = readonly { readonly kind: string; readonly bytes: Uint8Array }[];

/**
 * Reads rows [first, first + count) of `parts`.
 * @throws FormatError if the parts add up to more than the file has, because rows share pieces
 */
export function readParts(reading: JobReading, first: number, count: number): Pieces {
  const pieces: { kind: string; bytes: Uint8Array }[] = [];
  if (count <= 0) return pieces;
  for (const [, kind, data] of reading.pkg.rows(TABLES.parts, '', first, first + count)) {
    const bytes = bytesAt(data) ?? new Uint8Array(0);
    reading.counters.partBytes += bytes.length;
    if (reading.counters.partBytes > reading.pkg.size) {
      throw new FormatError('database-damaged', {
        name: reading.pkg.name,
        found: 'surfaces and drawings share their parts',
      });
    }
    pieces.push({ kind: textAt(kind), bytes });
  }
  return pieces;
}

/** Joins several pieces. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

type Shape = Pick<Surface, 'vertices' | 'triangles' | 'neighbours' | 'edges' | 'breaklines' | 'boundaries'>;
interface Counts {
  readonly vertices: number;
  readonly triangles: number;
}

function shapeOf(pieces: Pieces, counts: Counts, text: string): Shape | undefined {
  const described = jsonOf(text) as Partial<
    Record<'neighbours' | 'edges' | 'breaklines' | 'boundaries', unknown>
  > | null;
  if (typeof described !== 'object' || described === null) return undefined;
  const of = (kind: string): Uint8Array => joined(pieces.filter((one) => one.kind === kind).map(({ bytes }) => bytes));
  const vertexBytes = of('vertices');
  if (vertexBytes.length !== 24 * counts.vertices) return undefined;
  const vertices = new Float64Array(vertexBytes.buffer);
  const triangles = integers(of('triangles'), 3 * counts.triangles, 0, counts.vertices);
  const neighbours =
    described.neighbours === true ? integers(of('neighbours'), 3 * counts.triangles, -1, counts.triangles) : null;
  const edges = integers(of('edges'), 2 * Number(described.edges), 0, counts.vertices);
  const lineBytes = of('line');
  const breaklines = linesOf(described.breaklines, lineBytes, 0);
  if (breaklines === undefined || triangles === undefined || neighbours === undefined) return undefined;
  const boundaries = linesOf(described.boundaries, lineBytes, breaklines.end);
  if (edges === undefined || boundaries === undefined || boundaries.end !== lineBytes.length) return undefined;
  return { vertices, triangles, neighbours, edges, breaklines: breaklines.lines, boundaries: boundaries.lines };
}

/** Whole numbers in [lowest, end); undefined if their count or any value is wrong. */
function integers(bytes: Uint8Array, count: number, lowest: number, end: number): Int32Array | undefined {
  if (bytes.length !== 4 * count) return undefined;
  const numbers = new Int32Array(bytes.buffer);
  for (let i = 0; i < numbers.length; i++) if (numbers[i]! < lowest || numbers[i]! >= end) return undefined;
  return numbers;
}

function linesOf(
  described: unknown,
  bytes: Uint8Array,
  start: number,
): { lines: SurfaceLine[]; end: number } | undefined {
  if (!Array.isArray(described)) return undefined;
  const lines: SurfaceLine[] = [];
  let at = start;
  for (const one of described as unknown[]) {
    if (!Array.isArray(one)) return undefined;
    const [name, kind, count] = one as unknown[];
    const end = at + 24 * Number(count);
    if (!Number.isInteger(count) || Number(count) < 0 || end > bytes.length) return undefined;
    const coordinates = new Float64Array(bytes.buffer.slice(at, end) as ArrayBuffer);
    lines.push({ name: textAt(name), kind: textAt(kind), coordinates });
    at = end;
  }
  return { lines, end: at };
}
