import { type Feature, type JobSink, layerOf } from '@fieldbridge/fieldjob';
import type { ReadContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { checkLimit } from '../../core/limits.ts';
import type { TypeTally } from '../../core/tally.ts';
import { giveWay } from '../../kit/io/give-way.ts';
import type { Cells } from '../../kit/io/sqlite/cells.ts';
import { fillFeature } from './fill-feature.ts';
import type { PackageReader, Row } from './package-reader.ts';
import type { TableSchema } from './schema.ts';

/** Rows between two checks of the signal: about half a megabyte. */
const ROWS_PER_BREATH = 1024;

/** State shared by all parts of reading one job (or the scene of a drawing). */
export class JobReading {
  readonly pkg: PackageReader;
  readonly prefix: string;
  readonly sink: JobSink;
  readonly context: ReadContext;
  readonly #layers = new Map<string, number>();
  /** The layer looked up last: features often come layer by layer, or alternate between a few. */
  #lastName: string | undefined;
  #lastLayer = -1;
  readonly #sources = new Map<number, number>();
  readonly #limits: Counters;

  constructor(pkg: PackageReader, prefix: string, sink: JobSink, context: ReadContext, counters: Counters) {
    this.pkg = pkg;
    this.prefix = prefix;
    this.sink = sink;
    this.context = context;
    this.#limits = counters;
  }

  /** The counters of the file, shared by the job and its scenes. */
  get counters(): Counters {
    return this.#limits;
  }

  /** Reads a table row by row, yielding now and then. `take` returns whether it could use the row. */
  async each(schema: TableSchema, take: (row: Row) => boolean): Promise<void> {
    const type = this.#typeOf(schema);
    // A table without rows gets no line in the report.
    let tally: TypeTally | undefined;
    let count = 0;
    for (const row of this.pkg.rows(schema, this.prefix)) {
      checkLimit(this.context.limits, 'features', ++this.#limits.features, 'rows of the package');
      tally ??= this.context.tally.of(type);
      tally.found++;
      if (take(row)) tally.read++;
      else tally.skipped++;
      if (++count % ROWS_PER_BREATH === 0) await this.#breathe();
    }
  }

  /** The same for a feature table, whose rows are cells; the shared columns begin at cell 1. */
  async eachFeature(schema: TableSchema, take: (row: Cells) => boolean): Promise<void> {
    const rows = this.pkg.cursor(schema, this.prefix);
    const type = this.#typeOf(schema);
    const counters = this.#limits;
    const most = this.context.limits.features;
    let tally: TypeTally | undefined;
    let count = 0;
    for (let row = rows.next(); row !== undefined; row = rows.next()) {
      if (!(++counters.features <= most))
        checkLimit(this.context.limits, 'features', counters.features, 'rows of the package');
      tally ??= this.context.tally.of(type);
      tally.found++;
      if (take(row)) tally.read++;
      else tally.skipped++;
      if (++count % ROWS_PER_BREATH === 0) await this.#breathe();
    }
  }

  #typeOf(schema: TableSchema): string {
    return this.prefix === '' ? schema.name : `scene ${schema.name}`;
  }

  /** Counts vertices against the limit. */
  vertices(count: number): void {
    this.#limits.vertices += count;
    if (!(this.#limits.vertices <= this.context.limits.vertices))
      checkLimit(this.context.limits, 'vertices', this.#limits.vertices, 'vertices of the package');
  }

  /** Stores the sink's index of the import with row id `id`. */
  addSource(id: number, index: number): void {
    this.#sources.set(id, index);
  }

  /** The sink's index of an import by its row id, or -1. */
  source(value: unknown): number {
    return typeof value === 'number' ? (this.#sources.get(value) ?? -1) : -1;
  }

  /** The sink's index of a layer by name, -1 for NULL. An unlisted name becomes a layer. */
  layer(value: unknown): number {
    if (typeof value !== 'string') return -1;
    if (value === this.#lastName) return this.#lastLayer;
    let index = this.#layers.get(value);
    if (index === undefined) {
      index = this.sink.layer(layerOf(value));
      this.#layers.set(value, index);
    }
    this.#lastName = value;
    this.#lastLayer = index;
    return index;
  }

  /** Stores the index of a layer. */
  addLayer(name: string, index: number): void {
    this.#layers.set(name, index);
    this.#lastName = undefined;
  }

  /** Fills the shared properties from the cell at `at` on. */
  fill(feature: Feature, row: Cells, at: number): Feature {
    return fillFeature(feature, row, at, this);
  }

  /** The name of a row in issues: its table and id. */
  handleOf(schema: TableSchema, id: unknown): string {
    return `${this.prefix}${schema.name} ${String(id)}`;
  }

  /** Reports that a row has no readable geometry. */
  reportGeometry(schema: TableSchema, id: unknown): void {
    const handle = this.handleOf(schema, id);
    this.context.report(issueOf('geometry-skipped', { row: handle }, { handle }));
  }

  #breathe(): Promise<void> {
    return giveWay(this.#limits.features, 0, this.context);
  }
}

/** Counts against the limits of one file. */
export interface Counters {
  features: number;
  vertices: number;
  /** Bytes read from `parts`, never more than the file has. */
  partBytes: number;
}
