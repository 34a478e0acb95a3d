import {
  type Alignment,
  axisRuns,
  type ControlPoint,
  convertLength,
  defaultStrokeTolerance,
  type FieldJob,
  JUSTIFICATIONS,
  type LayerTable,
  Path,
  PathCursor,
  type PointTable,
  strokePath,
  type TextTable,
  type Unit,
  VERTICAL_JUSTIFICATIONS,
} from '@fieldbridge/fieldjob';
import type { WriteContext, Writer } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { inUnit } from '../../kit/crs/in-unit.ts';
import { ByteWriter } from '../../kit/io/byte-writer.ts';
import { giveWay } from '../../kit/io/give-way.ts';
import { type Piece, pieceOf } from '../../kit/text/piece.ts';
import { RowBuffer } from '../../kit/text/row-buffer.ts';
import { GeometryText } from './geometry-text.ts';
import { type PropertyMember, propertyMembers } from './properties.ts';
import { targetOf } from './target.ts';

/** Features between two checks of the signal. */
const STRIDE = 5000;
/** Bytes buffered before they are written. */
const GATHERED = 1 << 16;
const COMMA = 44;
const CLOSE = 125;

const bytes = (text: string): Piece => pieceOf(Buffer.from(text));
const FEATURE = bytes('\n{"type":"Feature","geometry":');
const PROPERTIES = bytes(',"properties":');
const KIND = {
  point: bytes('{"kind":"point"'),
  line: bytes('{"kind":"line"'),
  area: bytes('{"kind":"area"'),
  text: bytes('{"kind":"text"'),
};

/** Writes a job as a GeoJSON feature collection (RFC 7946), one feature per line. */
export const writeGeoJson: Writer = async (job, path, context) => {
  const metric = inUnit(job, 'metre');
  const target = await targetOf(job, metric, context);
  const written = target.metric ? metric : job;
  const writer = new ByteWriter(path, true);
  try {
    const row = new RowBuffer();
    row.text(`{"type":"FeatureCollection",${target.members}"name":${JSON.stringify(job.info.name)},"features":[`);
    const collection = new Collection(written, row, writer, new GeometryText(row, target), context);
    await collection.write(toleranceIn(written.unit, job.unit, context));
    row.text('\n]}\n');
    writer.bytes(row.bytes.subarray(0, row.length));
    await writer.finish();
  } catch (error) {
    writer.abandon();
    throw error;
  }
  const tables = [job.points, job.lines, job.areas, job.texts];
  const repeated = tables.reduce((sum, { attributes }) => sum + attributes.countLeftOut(() => true), 0);
  // A JSON object has one member per name.
  if (repeated > 0)
    context.report(issueOf('attribute-left-out', { found: `${repeated} of repeated names` }, { count: repeated }));
};

/** The requested tolerance of arcs, which is in the job's unit. @param unit of the result */
function toleranceIn(unit: Unit, jobUnit: Unit, context: WriteContext): number {
  const asked = context.options['tolerance'] as number | undefined;
  return asked === undefined ? defaultStrokeTolerance(unit) : convertLength(asked, jobUnit, unit);
}

/** The features of one file. */
class Collection {
  readonly #job: FieldJob;
  readonly #row: RowBuffer;
  readonly #writer: ByteWriter;
  readonly #geometry: GeometryText;
  readonly #context: WriteContext;
  readonly #total: number;
  #done = 0;
  #first = true;
  #without = 0;
  /** Those of them whose latitude and longitude are known. */
  #onEarthOnly = 0;
  #arcs = 0;

  constructor(job: FieldJob, row: RowBuffer, writer: ByteWriter, geometry: GeometryText, context: WriteContext) {
    this.#job = job;
    this.#row = row;
    this.#writer = writer;
    this.#geometry = geometry;
    this.#context = context;
    const { points, lines, areas, texts, controlPoints, alignments } = job;
    this.#total = [points, lines, areas, texts, controlPoints, alignments].reduce((sum, { length }) => sum + length, 0);
  }

  /** @param tolerance between arcs and their chords */
  async write(tolerance: number): Promise<void> {
    const { points, lines, areas, texts, controlPoints, alignments } = this.#job;
    const path = new Path();
    const stroked = new Path();
    const geometry = this.#geometry;
    const ofPoints = propertyMembers(points, this.#job);
    const position = new Float64Array(3);
    for (let i = 0; i < points.length; i++) {
      if (this.#next()) await this.#breathe();
      const written = geometry.point(positionOf(points, i, position), 0);
      this.#finish(written, 'point', ofPoints, i);
    }
    for (const [table, kind] of [
      [lines, 'line'],
      [areas, 'area'],
    ] as const) {
      const members = propertyMembers(table, this.#job);
      const paths = new PathCursor(table);
      for (let i = 0; i < table.length; i++) {
        if (this.#next()) await this.#breathe();
        paths.load(i, path);
        if (path.hasBulges) this.#arcs++;
        const drawn = path.hasBulges ? strokePath(path, tolerance, stroked) : path;
        const written = kind === 'line' ? geometry.line(drawn) : geometry.area(drawn);
        this.#finish(written, kind, members, i);
      }
    }
    const ofTexts = [...propertyMembers(texts, this.#job), labelMember(texts)];
    for (let i = 0; i < texts.length; i++) {
      if (this.#next()) await this.#breathe();
      const written = geometry.point(positionOf(texts, i, position), 0);
      this.#finish(written, 'text', ofTexts, i);
    }
    for (const alignment of alignments) {
      if (this.#next()) await this.#breathe();
      this.#properties(geometry.lines([...axisRuns(alignment, tolerance)]));
      this.#row.text(alignmentProperties(alignment, this.#job.layers));
      this.#end();
    }
    for (const point of controlPoints) {
      if (this.#next()) await this.#breathe();
      const written = geometry.point(Float64Array.of(point.easting, point.northing, point.elevation), 0);
      const isOnEarth = Number.isFinite(point.latitude) && Number.isFinite(point.longitude);
      if (!written && isOnEarth) this.#onEarthOnly++;
      this.#properties(written);
      this.#row.text(controlProperties(point));
      this.#end();
    }
    this.#reportAll(tolerance);
  }

  /** Starts a feature; true if it is time to check the signal. */
  #next(): boolean {
    if (!this.#first) this.#row.byte(COMMA);
    this.#row.piece(FEATURE);
    this.#first = false;
    return ++this.#done % STRIDE === 0;
  }

  #breathe(): Promise<void> {
    return giveWay(this.#done, this.#total, this.#context, 'writing');
  }

  /** Ends a feature with the properties of a row. */
  #finish(written: boolean, kind: keyof typeof KIND, members: readonly PropertyMember[], row: number): void {
    this.#properties(written);
    this.#row.piece(KIND[kind]);
    for (let i = 0; i < members.length; i++) members[i]!(row, this.#row);
    this.#row.byte(CLOSE);
    this.#end();
  }

  /** Goes on to the properties; a feature without a usable position has the geometry null (RFC 7946). */
  #properties(written: boolean): void {
    if (!written) {
      this.#row.text('null');
      this.#without++;
    }
    this.#row.piece(PROPERTIES);
  }

  #end(): void {
    this.#row.byte(CLOSE);
    if (this.#row.length < GATHERED) return;
    this.#writer.bytes(this.#row.bytes.subarray(0, this.#row.length));
    this.#row.clear();
  }

  #reportAll(tolerance: number): void {
    const { report } = this.#context;
    const { length: axes } = this.#job.alignments;
    if (axes > 0) report(issueOf('alignment-as-line', { count: axes }));
    if (this.#arcs > 0) report(issueOf('arcs-stroked', { count: this.#arcs, tolerance, unit: this.#job.unit }));
    // RFC 7946 (§3.1.9) recommends cutting them there.
    const { crossing, ringsLeftOut } = this.#geometry;
    if (crossing > 0) report(issueOf('antimeridian-crossed', { count: crossing }));
    if (ringsLeftOut > 0) report(issueOf('ring-left-out', { count: ringsLeftOut }));
    const [onEarth, nowhere] = [this.#onEarthOnly, this.#without - this.#onEarthOnly];
    if (onEarth > 0) report(issueOf('control-without-grid', { count: onEarth }));
    if (nowhere > 0) report(issueOf('geometry-without-position', { count: nowhere }));
  }
}

/** Copies the position of a row into `position` and returns it. */
function positionOf({ coordinates }: PointTable | TextTable, row: number, position: Float64Array): Float64Array {
  coordinates.copy(3 * row, 3, position);
  return position;
}

/** A text with its height and rotation. */
function labelMember(texts: TextTable): PropertyMember {
  return (row, out) => {
    const text = JSON.stringify(texts.text.get(row));
    out.text(`,"text":${text}`);
    // JSON has no NaN: unknown values are left out.
    for (const name of ['height', 'rotation'] as const) {
      const value = texts[name].get(row);
      if (Number.isFinite(value)) out.text(`,"${name}":${value}`);
    }
    const across = JUSTIFICATIONS[texts.justification.get(row)];
    const up = VERTICAL_JUSTIFICATIONS[texts.verticalJustification.get(row)];
    if (across !== undefined && across !== 'left') out.text(`,"justification":"${across}"`);
    if (up !== undefined && up !== 'baseline') out.text(`,"verticalJustification":"${up}"`);
  };
}

/** What an alignment has beside its axis; stations of its vertices are not stated. */
function alignmentProperties({ name, code, description, layer, startStation }: Alignment, layers: LayerTable): string {
  const own = { name, code, description, layer: layers.get(layer)?.name ?? '' };
  const known = Object.entries(own).filter(([, value]) => value !== '');
  const station = Number.isFinite(startStation) ? { startStation } : {};
  return JSON.stringify({ kind: 'alignment', ...Object.fromEntries(known), ...station });
}

function controlProperties(point: ControlPoint): string {
  const { name, code, description, useHorizontal, useVertical, easting, northing, elevation, source, ...numbers } =
    point;
  const known = Object.entries(numbers).filter(([, value]) => Number.isFinite(value));
  const use = { useHorizontal, useVertical };
  return JSON.stringify({ kind: 'controlPoint', name, code, description, ...use, ...Object.fromEntries(known) });
}
