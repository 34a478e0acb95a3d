import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FieldJob, JobBuilder, surfaceOf } from '@fieldbridge/fieldjob';
import { formatById } from '@fieldbridge/formats';

/** Path of the generated TP3 with that many triangles. */
export const tp3Path = (triangles: number): string =>
  join(tmpdir(), `fieldbridge-bench-${process.pid}-${triangles}.tp3`);

/** A job with one surface: a grid of squares cut in two, with neighbours, far from the origin as real sites are. */
export function surfaceJob(triangles: number): FieldJob {
  const columns = Math.round(Math.sqrt(triangles / 2));
  const rows = Math.round(triangles / 2 / columns);
  const vertices = new Float64Array(3 * (columns + 1) * (rows + 1));
  for (let row = 0, i = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      vertices[i++] = 505_000 + 0.5 * column;
      vertices[i++] = 6_959_000 + 0.5 * row;
      vertices[i++] = 20 + 3 * Math.sin(column / 40) * Math.cos(row / 55);
    }
  }
  const corners = new Int32Array(6 * columns * rows);
  const links = new Int32Array(corners.length);
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i += 6) {
      const southWest = row * (columns + 1) + column;
      const northWest = southWest + columns + 1;
      const lower = i / 3;
      // Lower triangle: south-west, south-east, north-east; upper: south-west, north-east, north-west.
      corners.set([southWest, southWest + 1, northWest + 1, southWest, northWest + 1, northWest], i);
      links.set([row > 0 ? lower - 2 * columns + 1 : -1, column + 1 < columns ? lower + 3 : -1, lower + 1], i);
      links.set([lower, row + 1 < rows ? lower + 2 * columns : -1, column > 0 ? lower - 2 : -1], i + 3);
    }
  }
  const builder = new JobBuilder();
  builder.describe({ name: 'Bench', unit: 'metre' });
  builder.surface(surfaceOf('Grid', vertices, corners, { neighbours: links }));
  return builder.job;
}

/** Writes a job as TP3 to `path`. */
export async function writeTp3File(job: FieldJob, path: string): Promise<void> {
  const write = await formatById('tp3')!.loadWriter!();
  await write(job, path, {
    options: {},
    signal: new AbortController().signal,
    progress: () => {},
    report: () => {},
    workFolder: tmpdir(),
  });
}
