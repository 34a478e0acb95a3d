import type { WriteContext } from '../../core/format.ts';
import { giveWay } from '../../kit/io/give-way.ts';
import type { PagesWritten } from '../../kit/io/sqlite/page-file.ts';
import type { FeatureTable, GeoPackageWriter } from './geopackage.ts';
import type { TableSchema } from './schema.ts';
import type { SpatialReference } from './srs.ts';
import type { SqlValue } from './values.ts';

/** How a job is written as a package: its role and the place of drawing files. */
export interface MjfStyle {
  /** The role of the package: `job` (.mjf), `office` (.mjo) or `tools` (.mjt). */
  readonly profile: 'job' | 'office' | 'tools';
  /** Path of a drawing's file next to the package; files are kept inside the package without it. */
  readonly drawingPath?: (drawing: number) => string | null;
  /** Set for a package that is only a part of something: it is not synced to disk, and receives its pages. */
  readonly written?: PagesWritten;
}

/** State shared by all parts of writing one job (or the scene of a drawing). */
export class JobWriting {
  readonly pkg: GeoPackageWriter;
  /** Prefix of the table names: '' for the job, `drawing1_` for the scene of its first drawing. */
  readonly prefix: string;
  readonly reference: SpatialReference;
  /** Largest distance between an arc and its chords, in the job's unit. */
  readonly tolerance: number;
  readonly style: MjfStyle;
  readonly #context: WriteContext;
  readonly #total: number;
  #done = 0;

  constructor(
    pkg: GeoPackageWriter,
    prefix: string,
    reference: SpatialReference,
    tolerance: number,
    style: MjfStyle,
    context: WriteContext,
    total: number,
  ) {
    this.pkg = pkg;
    this.prefix = prefix;
    this.reference = reference;
    this.tolerance = tolerance;
    this.style = style;
    this.#context = context;
    this.#total = total;
  }

  get context(): WriteContext {
    return this.#context;
  }

  /** Yields, so that an abort is noticed, and reports progress. */
  async breathe(rows: number): Promise<void> {
    await giveWay(Math.min(this.#done, this.#total), this.#total, this.#context, 'writing');
    this.#done += rows;
  }

  /** Creates the feature table of this job. */
  featureTable(schema: TableSchema): FeatureTable {
    return this.pkg.featureTable(schema, this.prefix + schema.name, this.reference);
  }

  /** Creates an attributes table and fills it, if there are rows. */
  attributes(schema: TableSchema, rows: readonly (readonly SqlValue[])[]): void {
    if (rows.length === 0) return;
    const name = this.prefix + schema.name;
    this.pkg.attributesTable(schema, name);
    const insert = this.pkg.inserter(name, ['id', ...schema.columns.map(([column]) => column)]);
    rows.forEach((row, i) => {
      insert.run(i + 1, ...row);
    });
  }
}
