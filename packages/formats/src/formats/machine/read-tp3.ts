import { TP3_TABLE, VERTEX } from './layouts.ts';
import { readAlignments } from './read-alignments.ts';
import { readLabels } from './read-labels.ts';
import { readLayers } from './read-layers.ts';
import { readLines } from './read-lines.ts';
import { readPoints } from './read-points.ts';
import { readControlPoints, readPlanes } from './read-records.ts';
import { readSurfaces } from './read-surfaces.ts';
import { countAll, readTexts } from './read-texts.ts';
import type { Reading } from './reading.ts';

/** Reads the tables of TP3, which PT3 and our own RD3, GC3 and PL3 share. */
export async function readTp3(reading: Reading): Promise<void> {
  const { context, problems } = reading;
  const { progress } = context;
  const steps = 6;
  const layers = await readLayers(reading, TP3_TABLE.layer);
  const texts = await readTexts(reading);
  const vertices = await reading.table(TP3_TABLE.vertex, VERTEX);
  countAll(reading, TP3_TABLE.vertex, vertices.count);
  progress(1, steps, 'points');
  problems.about = { kind: 'point' };
  await readPoints(reading, vertices, layers, texts);
  progress(2, steps, 'lines');
  problems.about = { kind: 'line' };
  await readLines(reading, vertices, layers, texts);
  problems.about = { kind: 'text' };
  await readLabels(reading, vertices, layers, texts);
  progress(3, steps, 'surfaces');
  problems.about = { kind: 'surface' };
  await readSurfaces(reading, vertices);
  vertices.release();
  progress(4, steps, 'alignments');
  problems.about = { kind: 'alignment' };
  await readAlignments(reading);
  progress(5, steps, 'control points');
  problems.about = { kind: 'controlPoint' };
  await readControlPoints(reading);
  problems.about = { kind: 'plane' };
  await readPlanes(reading);
  problems.about = undefined;
  progress(steps, steps, 'done');
}
