import { neighboursOf, type Surface } from '@fieldbridge/fieldjob';
import { cutText, LONGEST_TEXT } from './captions.ts';
import { putReference, type TablePart } from './container-writer.ts';
import { type Capacity, putVertex } from './feature-plans.ts';
import { middle } from './layer-plan.ts';
import { writeRecord } from './layout.ts';
import { SURFACE, TP3_TABLE } from './layouts.ts';
import type { Losses } from './losses.ts';

/** Bytes of a surface's record in minor version 19. */
export const SURFACE_RECORD = 332;
/** The bytes after the origin of all four surfaces of the vendor's sample (colours and switches). */
const SAMPLE_COLOURS = '00ff0000ffff0000ff0000000101ffff';

interface Parts {
  readonly vertices: TablePart[];
  readonly triangles: TablePart[];
  readonly edges: TablePart[];
  readonly records: TablePart;
}

/**
 * Vertices, triangles, edges and records of the surfaces.
 * @param firstVertex ordinal of the first surface's first vertex
 */
export function surfaceParts(
  surfaces: readonly Surface[],
  firstVertex: number,
  capacity: Capacity,
  losses: Losses,
): Parts {
  const firsts: { vertex: number; triangle: number; edge: number }[] = [];
  let [vertex, triangle, edge] = [firstVertex, 0, 0];
  for (const surface of surfaces) {
    firsts.push({ vertex, triangle, edge });
    vertex += surface.vertices.length / 3;
    triangle += surface.triangles.length / 3;
    edge += surface.edges.length / 2;
    losses.add('breakline-left-out', surface.breaklines.length);
    losses.add('boundary-left-out', surface.boundaries.length);
    losses.add('surface-layer-left-out', surface.layer < 0 ? 0 : 1);
  }
  const origins = surfaces.map(originOf);
  return {
    vertices: surfaces.map(({ vertices }, i) => ({
      count: vertices.length / 3,
      fill: (view, at, row) => {
        const { easting, northing } = origins[i]!;
        putVertex(view, at, vertices[3 * row]! - easting, vertices[3 * row + 1]! - northing, vertices[3 * row + 2]!);
      },
    })),
    triangles: surfaces.map(trianglePart),
    edges: surfaces.map(({ edges }) => ({
      count: edges.length / 2,
      fill: (view, at, row) => {
        view.setUint32(at, edges[2 * row]!, true);
        view.setUint32(at + 4, edges[2 * row + 1]!, true);
      },
    })),
    records: {
      count: surfaces.length,
      fill: (view, at, row) => {
        const surface = surfaces[row]!;
        const first = firsts[row]!;
        const name = cutText(surface.name, LONGEST_TEXT);
        if (name !== surface.name) losses.add('text-cut', 1);
        putReference(view, at, 0, first.vertex, capacity(TP3_TABLE.vertex));
        putReference(view, at + 6, 0, first.triangle, capacity(TP3_TABLE.triangle));
        putReference(view, at + 12, 0, first.edge, capacity(TP3_TABLE.edge));
        writeRecord(SURFACE, view, at, {
          vertexCount: surface.vertices.length / 3,
          triangleCount: surface.triangles.length / 3,
          edgeCount: surface.edges.length / 2,
          name,
          originEasting: origins[row]!.easting,
          originNorthing: origins[row]!.northing,
          colours: SAMPLE_COLOURS,
        });
      },
    },
  };
}

function originOf({ vertices }: Surface): { easting: number; northing: number } {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < vertices.length; i += 3) {
    west = Math.min(west, vertices[i]!);
    east = Math.max(east, vertices[i]!);
    south = Math.min(south, vertices[i + 1]!);
    north = Math.max(north, vertices[i + 1]!);
  }
  return { easting: middle(west, east), northing: middle(south, north) };
}

function trianglePart({ triangles, neighbours, vertices }: Surface): TablePart {
  const across = neighbours ?? neighboursOf(triangles, vertices.length / 3);
  return {
    count: triangles.length / 3,
    fill: (view, at, row) => {
      const slot = 3 * row;
      view.setInt32(at, triangles[slot]!, true);
      view.setInt32(at + 4, triangles[slot + 1]!, true);
      view.setInt32(at + 8, triangles[slot + 2]!, true);
      view.setInt32(at + 12, across[slot]!, true);
      view.setInt32(at + 16, across[slot + 1]!, true);
      view.setInt32(at + 20, across[slot + 2]!, true);
    },
  };
}
