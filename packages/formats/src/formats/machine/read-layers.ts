import { layerOf } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { readRecord } from './layout.ts';
import { LAYER } from './layouts.ts';
import type { Reading } from './reading.ts';

/** The origin of a layer's coordinates. */
export interface Origin {
  readonly easting: number;
  readonly northing: number;
}

/** The layers of a file, by number. */
export interface Layers {
  /** Index in the sink; -1 for a missing layer. */
  indexOf(layer: number): number;
  /** Undefined for a layer that is missing or has no finite origin. */
  originOf(layer: number): Origin | undefined;
}

/** Declares the layers of table `id` and stores their origins. */
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
    // Features refer to a layer by its own number, which in all known files is also its position in the table.
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
