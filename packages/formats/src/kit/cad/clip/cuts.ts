import type { ClipBoundary, Crossing } from './boundary.ts';
import type { Segment, Vertex } from './segment.ts';

/** Part of a line or ring inside a boundary. Of a part between two crossings the bulge of the last vertex is 0. */
export interface Piece {
  readonly vertices: Vertex[];
  /** Where it begins and ends at the boundary; undefined at an end of the line. */
  readonly from: Crossing | undefined;
  readonly to: Crossing | undefined;
}

/**
 * The pieces of successive segments inside a boundary. Of a closed ring they begin and end at the boundary, unless it
 * does not cross it: then it is one piece without ends, or none.
 */
export function insidePieces(segments: readonly Segment[], boundary: ClipBoundary, closed: boolean): Piece[] {
  const pieces: Piece[] = [];
  let open: { vertices: Vertex[]; from: Crossing | undefined } | undefined;
  const close = (to: Crossing | undefined, end: Vertex): void => {
    if (open === undefined) return;
    open.vertices.push({ ...end, bulge: 0 });
    pieces.push({ ...open, to });
    open = undefined;
  };
  for (const segment of segments) {
    const crossings = boundary.crossings(segment);
    for (let i = 0; i <= crossings.length; i++) {
      const [before, after] = [crossings[i - 1], crossings[i]];
      const [from, to] = [before?.share ?? 0, after?.share ?? 1];
      const start = before === undefined ? segment.start : placed(segment, before);
      const { easting, northing } = segment.at((from + to) / 2);
      if (boundary.holds(easting, northing)) {
        // A crossing only touches where both sides are inside, so it is no end.
        open ??= { vertices: [], from: before };
        open.vertices.push({ ...start, bulge: segment.bulgeOf(to - from) });
      } else close(before, start);
    }
  }
  const last = segments.at(-1)!.end;
  const first = pieces[0];
  if (open !== undefined && closed && first !== undefined && first.from === undefined) {
    pieces[0] = { vertices: [...open.vertices, ...first.vertices], from: open.from, to: first.to };
    return pieces;
  }
  close(undefined, last);
  return pieces;
}

/** The position of a crossing, which is on the boundary itself, at the elevation of the segment. */
function placed(segment: Segment, { share, easting, northing }: Crossing): Vertex {
  return { easting, northing, elevation: segment.at(share).elevation, bulge: 0 };
}
