import type { FieldJob } from '../job.ts';

/** How much of each kind of data there is. */
export interface Counts {
  points: number;
  codes: number;
  layers: number;
  lines: number;
  areas: number;
  texts: number;
  surfaces: number;
  triangles: number;
  alignments: number;
  planes: number;
  controlPoints: number;
  drawings: number;
  observations: number;
}

/** Counts that are all zero. */
export function noCounts(): Counts {
  return {
    points: 0,
    codes: 0,
    layers: 0,
    lines: 0,
    areas: 0,
    texts: 0,
    surfaces: 0,
    triangles: 0,
    alignments: 0,
    planes: 0,
    controlPoints: 0,
    drawings: 0,
    observations: 0,
  };
}

/** The counts of a whole job. */
export function countsOf(job: FieldJob): Counts {
  return {
    points: job.points.length,
    codes: job.codes.length,
    layers: job.layers.length,
    lines: job.lines.length,
    areas: job.areas.length,
    texts: job.texts.length,
    surfaces: job.surfaces.length,
    triangles: job.surfaces.reduce((sum, surface) => sum + surface.triangles.length / 3, 0),
    alignments: job.alignments.length,
    planes: job.planes.length,
    controlPoints: job.controlPoints.length,
    drawings: job.drawings.length,
    observations: job.observations.length,
  };
}
