import type { FieldJob, TextColumn } from '@fieldbridge/fieldjob';
import type { CrsMap } from '../../kit/crs/crs-change.ts';
import { marked, verbatim } from '../../kit/text/formula-mark.ts';
import { isoTime } from '../../kit/text/iso-time.ts';
import type { RowBuffer } from '../../kit/text/row-buffer.ts';
import { toPacked } from './angle.ts';
import type { Role } from './roles.ts';
import type { WritePlan } from './write-plan.ts';

/** Writes one column of point `index` into a row. */
export type ColumnWriter = (index: number, row: RowBuffer) => void;

/** Decimals of a latitude or longitude: 1e-9 of a degree is a tenth of a millimetre. */
const DEGREE_PLACES = 9;
const PACKED_PLACES = 9;
const encoder = new TextEncoder();
const NOTHING = new Uint8Array(0);
const APOSTROPHE = 39;

/** How positions on the grid are converted to latitudes and longitudes. */
export interface EarthColumns {
  /** To WGS 84; undefined if positions already are in it. */
  readonly map: CrsMap | undefined;
  /** Number of positions that the map cannot convert, counted in the first of the two columns. */
  lost: number;
}

/** The writers of a plan's columns, in order. */
export function columnWriters(job: FieldJob, plan: WritePlan, earth: EarthColumns): ColumnWriter[] {
  return plan.columns.map((column) => columnWriter(job, plan, column, earth));
}

function columnWriter(job: FieldJob, plan: WritePlan, column: Role, earth: EarthColumns): ColumnWriter {
  const { points } = job;
  const coordinates = points.coordinates.view();
  const delimiter = plan.delimiter.charCodeAt(0);
  /** Writes the number at `step * index + offset` of an array. */
  const number =
    (values: Float64Array, step: number, offset: number): ColumnWriter =>
    (index, row) => {
      const at = step * index + offset;
      // Values beyond the end of a column are unknown.
      if (at >= values.length || !Number.isFinite(values[at]!)) row.field(NOTHING, delimiter, false);
      else if (plan.decimals === undefined) row.shortest(values, at, plan.mark);
      else row.number(values[at]!, plan.decimals, plan.mark);
    };
  const text =
    (get: (index: number) => string): ColumnWriter =>
    (index, row) =>
      row.field(encoder.encode(shown(get(index))), delimiter, false);
  const shown = plan.marksFormulas ? marked : verbatim;
  switch (column) {
    case 'name':
      return plan.marksFormulas ? text((index) => points.name.get(index)) : textWriter(points.name, delimiter);
    case 'description':
      if (plan.marksFormulas) return text((index) => points.description.get(index));
      return textWriter(points.description, delimiter);
    case 'code':
      return repeated(points.code.values.map(shown), points.code.indices(), 0, delimiter);
    case 'list':
      return repeated(points.list.values.map(shown), points.list.indices(), 0, delimiter);
    case 'layer':
      // Layer -1 means no layer: the empty name at the start.
      return repeated(['', ...Array.from(job.layers, ({ name }) => shown(name))], points.layer.view(), 1, delimiter);
    case 'easting':
      return number(coordinates, 3, 0);
    case 'northing':
      return number(coordinates, 3, 1);
    case 'elevation':
      return number(coordinates, 3, 2);
    case 'quality':
      return number(points.quality.view(), 1, 0);
    case 'date':
      return text((index) => isoTime(points.time.get(index)).split('T')[0]!);
    case 'time':
      // Next to a date column, only the time of day.
      return plan.columns.includes('date')
        ? text((index) => isoTime(points.time.get(index)).split('T')[1] ?? '')
        : text((index) => isoTime(points.time.get(index)));
    case 'latitude':
    case 'longitude':
      return angleWriter(job, plan, column, earth);
    case 'height':
      return text((index) => attribute(job, index, 'ellipsoidHeight'));
    case 'skip':
      return (_index, row) => row.field(NOTHING, delimiter, false);
    default: {
      const name = column.slice('attribute:'.length);
      return text((index) => attribute(job, index, name));
    }
  }
}

/** Writes a text from its column. */
function textWriter(column: TextColumn, delimiter: number): ColumnWriter {
  const content = column.content();
  const ends = column.ends();
  const endOf = (index: number): number => (index < ends.length ? ends[index]! : content.length);
  return (index, row) => {
    const from = index === 0 ? 0 : endOf(index - 1);
    const to = endOf(index);
    if (to > from && content[from] === APOSTROPHE)
      row.field(encoder.encode(verbatim(column.get(index))), delimiter, false);
    else row.field(content, delimiter, false, from, to);
  };
}

/**
 * Writes one of a few texts, encoded once.
 * @param rows index of each point's text, counted from -`before`; beyond their end the first
 */
function repeated(
  values: readonly string[],
  rows: Int32Array | Uint32Array,
  before: number,
  delimiter: number,
): ColumnWriter {
  const encoded = values.map((value) => encoder.encode(value));
  return (index, row) => {
    const value = index < rows.length ? rows[index]! + before : 0;
    row.field(encoded[value] ?? NOTHING, delimiter, false);
  };
}

function angleWriter(job: FieldJob, plan: WritePlan, column: Role, earth: EarthColumns): ColumnWriter {
  const axis = column === 'latitude' ? 1 : 0;
  const first = plan.columns.find((one) => one === 'latitude' || one === 'longitude') === column;
  const position = new Float64Array(3);
  return (index, row) => {
    position[0] = job.points.easting(index);
    position[1] = job.points.northing(index);
    earth.map?.(position);
    if (!Number.isFinite(position[0]) || !Number.isFinite(position[1])) {
      row.field(NOTHING, plan.delimiter.charCodeAt(0), false);
      if (first) earth.lost++;
    } else if (plan.angle === 'packed') row.text(toPacked(position[axis]!, PACKED_PLACES));
    else row.number(position[axis]!, DEGREE_PLACES, plan.mark);
  };
}

function attribute({ points }: FieldJob, index: number, name: string): string {
  const pairs = points.attributes.get(index);
  const at = pairs.findIndex((text, i) => i % 2 === 0 && text === name);
  return at < 0 ? '' : pairs[at + 1]!;
}
