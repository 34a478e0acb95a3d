import { layerOf } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { readRecord } from './layout.ts';
import { LAYER } from './layouts.ts';
import type { Reading } from './reading.ts';

/** Where the coordinates of a layer's features count from. */
export interface Origin {
  readonly easting: number;
  readonly northing: number;
}

/** The layers of a file: what features on layer `n` need to know. */
export interface Layers {
  /** Index in the sink; -1 for a layer that is not there. */
  indexOf(layer: number): number;
  /** Undefined for a layer that is not there or has no finite origin. */
  originOf(layer: number): Origin | undefined;
}

/** Declares the layers of table `id` and keeps their origins. */
export async function readLayers(reading: Reading, id: number): Promise<Layers> {
  const table = await reading.table(id, LAYER);
  const indices = new Map<number, number>();
  const origins = new Map<number, Origin>();
  const tally = reading.tally(id);
  for (let row = 0; row < table.count; row++) {
    const base = row * table.recordSize;
    const record = readRecord(LAYER, table.view, base);
    tally.found++;
    tally.read++;
    // Features name a layer by its own number; in every file seen that is also its place in the table.
    const key = indices.has(record.index) ? row : record.index;
    indices.set(key, reading.sink.layer(layerOf(record.name, { colour: record.colour })));
    if (Number.isFinite(record.originEasting) && Number.isFinite(record.originNorthing)) {
      origins.set(key, { easting: record.originEasting, northing: record.originNorthing });
    } else {
      const parameters = { kind: 'layer', name: record.name };
      reading.problems.report(issueOf('origin-not-finite', parameters, { offset: table.offsetOf(row) }));
    }
  }
  table.release();
  return { indexOf: (layer) => indices.get(layer) ?? -1, originOf: (layer) => origins.get(layer) };
}
