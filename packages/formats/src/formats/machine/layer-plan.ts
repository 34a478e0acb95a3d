import { type FieldJob, layerOf } from '@fieldbridge/fieldjob';
import { cutText, LONGEST_TEXT } from './captions.ts';
import type { TablePart } from './container-writer.ts';
import { writeRecord } from './layout.ts';
import { LAYER } from './layouts.ts';
import type { Losses } from './losses.ts';
import type { Origin } from './read-layers.ts';

/** Layer for features without one: the first layer of all known vendor files. */
const DEFAULT_LAYER = 'Default';
const WHITE = 0xffffff;
/** Layer numbers have 16 bits. */
const MOST_LAYERS = 0xffff;
/** Bytes of a layer from 154 on as the vendor writes them: a 16 × 16 icon (three dots in the middle), then 1.0. */
const ICON_AT = 154;
const ICON_ROWS = [7, 8, 9];
const ICON_DOT = 0x0380;
const FACTOR_AT = 186;

/** The layers of a file to write: the number of each of the job's layers, and its origin. */
export interface LayerPlan {
  /** Number in the file of a job's layer (-1: the default one). */
  numberOf(layer: number): number;
  originOf(number: number): Origin;
  readonly part: TablePart;
}

/** A table of positions and their layers, for choosing layer origins. */
export interface Positioned {
  readonly count: number;
  layer(row: number): number;
  /** Calls `visit` with easting and northing of each position of the feature. */
  positions(row: number, visit: (easting: number, northing: number) => void): void;
}

/**
 * Plans the layers: those of the job, and a default one for features without a layer. A layer's origin is the middle of
 * its data in whole metres, so that differences are small and adding them restores the coordinates.
 * @param recordSize bytes of a layer's record in this kind of file
 */
export function planLayers(
  job: FieldJob,
  tables: readonly Positioned[],
  recordSize: number,
  losses: Losses,
): LayerPlan {
  const layers = [...job.layers];
  const homeless = tables.some((table) => {
    for (let row = 0; row < table.count; row++) if (layers[table.layer(row)] === undefined) return true;
    return false;
  });
  let fallback = job.layers.find(DEFAULT_LAYER);
  if (homeless && fallback < 0) {
    fallback = layers.push(layerOf(DEFAULT_LAYER, { colour: WHITE })) - 1;
    losses.add('layer-default', 1);
  }
  losses.limit('layers', layers.length, MOST_LAYERS);
  const numberOf = (layer: number): number => (job.layers.get(layer) === undefined ? Math.max(0, fallback) : layer);
  const origins = chooseOrigins(layers.length, tables, numberOf);
  const part: TablePart = {
    count: layers.length,
    fill: (view, at, row) => {
      const { name, colour } = layers[row]!;
      const cut = cutText(name, LONGEST_TEXT);
      if (cut !== name) losses.add('text-cut', 1);
      writeRecord(LAYER, view, at, {
        index: row,
        name: cut,
        colour: colour < 0 ? WHITE : colour,
        originEasting: origins[row]!.easting,
        originNorthing: origins[row]!.northing,
      });
      if (recordSize >= FACTOR_AT)
        for (const line of ICON_ROWS) view.setUint16(at + ICON_AT + 2 * line, ICON_DOT, true);
      if (recordSize >= FACTOR_AT + 8) view.setFloat64(at + FACTOR_AT, 1, true);
    },
  };
  return { numberOf, originOf: (number) => origins[number]!, part };
}

function chooseOrigins(count: number, tables: readonly Positioned[], numberOf: (layer: number) => number): Origin[] {
  const boxes = Array.from({ length: count }, () => [Infinity, Infinity, -Infinity, -Infinity]);
  for (const table of tables) {
    for (let row = 0; row < table.count; row++) {
      const box = boxes[numberOf(table.layer(row))]!;
      table.positions(row, (easting, northing) => {
        box[0] = Math.min(box[0]!, easting);
        box[1] = Math.min(box[1]!, northing);
        box[2] = Math.max(box[2]!, easting);
        box[3] = Math.max(box[3]!, northing);
      });
    }
  }
  return boxes.map(([west, south, east, north]) => ({
    easting: middle(west!, east!),
    northing: middle(south!, north!),
  }));
}

/** Beyond this range, in metres, differences from the middle would lose more digits than the coordinates have. */
const WIDEST = 1e9;

/**
 * The middle of a range in whole metres; 0 if it is empty, or so wide that numbers are more precise without an origin.
 */
export function middle(least: number, most: number): number {
  if (most - least > WIDEST) return 0;
  const centre = least / 2 + most / 2;
  return Number.isFinite(centre) ? Math.round(centre) : 0;
}
