import type { Alignment } from './alignment.ts';
import { type Crs, LOCAL_CRS } from './crs.ts';
import { LayerTable } from './layer.ts';
import type { LineDashes } from './line-dashes.ts';
import type { Code, ControlPoint, Drawing, JobSource, Observation, Plane } from './records.ts';
import type { Surface } from './surface.ts';
import { PathTable } from './tables/path-table.ts';
import { PointTable } from './tables/point-table.ts';
import { TextTable } from './tables/text-table.ts';
import type { Unit } from './unit.ts';

/** The description of a job. */
export interface JobInfo {
  name: string;
  description: string;
  /** Unit of every coordinate, elevation and length of the job; undefined until a source states one. */
  unit: Unit | undefined;
  crs: Crs;
  /** Milliseconds since 1970 UTC, or NaN. */
  createdAt: number;
  /** Free properties (author, instrument, …). */
  properties: Record<string, string>;
  /** Patterns of line types as the source defines them; missing if it does not. */
  lineDashes?: LineDashes;
}

/** A field job, everything in flat columns; see the README of this package for the layout. */
export class FieldJob {
  readonly info: JobInfo = {
    name: '',
    description: '',
    unit: undefined,
    crs: LOCAL_CRS,
    createdAt: Number.NaN,
    properties: {},
  };
  readonly sources: JobSource[] = [];
  readonly layers = new LayerTable();
  readonly points = new PointTable();
  readonly lines = new PathTable();
  readonly areas = new PathTable();
  readonly texts = new TextTable();
  readonly surfaces: Surface[] = [];
  readonly alignments: Alignment[] = [];
  readonly planes: Plane[] = [];
  readonly controlPoints: ControlPoint[] = [];
  readonly codes: Code[] = [];
  readonly drawings: Drawing[] = [];
  readonly observations: Observation[] = [];

  /** The unit in force: the stated one, or metre. */
  get unit(): Unit {
    return this.info.unit ?? 'metre';
  }
}
