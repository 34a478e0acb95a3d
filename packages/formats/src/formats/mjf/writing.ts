import { setImmediate } from 'node:timers/promises';
import type { WriteContext } from '../../core/format.ts';
import type { FeatureTable, GeoPackageWriter } from './geopackage.ts';
import type { TableSchema } from './schema.ts';
import type { SpatialReference } from './srs.ts';
import type { SqlValue } from './values.ts';

/** How a job becomes a package: the role it plays and what goes where. */
export interface MjfStyle {
  /** The role the package plays: `job` (.mjf), `office` (.mjo) or `tools` (.mjt). */
  readonly profile: 'job' | 'office' | 'tools';
  /** Whether the files of drawings are kept inside, or beside the package under the path that is given per drawing. */
  readonly drawingPath?: (drawing: number) => string | null;
}

/** What all parts of writing one job (or one scene of a drawing) share. */
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

  /** Gives way, so that an abort is seen, and tells the progress. */
  async breathe(rows: number): Promise<void> {
    await setImmediate();
    this.#context.signal.throwIfAborted();
    this.#context.progress(Math.min(this.#done, this.#total), this.#total, 'writing');
    this.#done += rows;
  }

  /** Creates the feature table of this job. */
  featureTable(schema: TableSchema): FeatureTable {
    return this.pkg.featureTable(schema, this.prefix + schema.name, this.reference);
  }

  /** Creates an attributes table and fills it; no rows, no table. */
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
