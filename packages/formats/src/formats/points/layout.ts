import type { Unit } from '@fieldbridge/fieldjob';
import type { Role } from './roles.ts';

/** Notations of angles: decimal degrees, parts (52°07'24.5"), packed DDD.MMSS, or gon. */
export const ANGLE_FORMATS = ['decimal', 'dms', 'packed', 'gon'] as const;
export type AngleFormat = (typeof ANGLE_FORMATS)[number];

/** A finding about a file with its confidence, 0 to 1; 1 also means that the caller stated it. */
export interface Sure<T> {
  readonly value: T;
  readonly confidence: number;
  /** The reason, in a few words for the report. */
  readonly because: string;
}

/** Everything needed to read the rows of a points file. */
export interface Layout {
  readonly encoding: Sure<string>;
  /** Bytes of the byte order mark. */
  readonly bom: number;
  readonly carriageReturns: boolean;
  /** One ASCII character; ' ' means runs of blanks. */
  readonly delimiter: Sure<string>;
  /** Byte of the decimal mark. */
  readonly mark: Sure<number>;
  /** Line of the header, or 0. */
  readonly header: Sure<number>;
  readonly roles: Sure<readonly Role[]>;
  /** Whether northing or easting comes first, as far as the columns leave that open. */
  readonly order: Sure<'NE' | 'EN'>;
  readonly angle: Sure<AngleFormat>;
  /** Unit stated in the header, if any. */
  readonly unit: Unit | undefined;
  /** Units stated in the header that cannot be the job's unit; '' if there is no doubt. */
  readonly unitDoubt: string;
  /** Whether the coordinates on the grid are more likely latitudes and longitudes. */
  readonly degreesDoubt: boolean;
}

/** A finding that the caller stated. */
export function stated<T>(value: T): Sure<T> {
  return { value, confidence: 1, because: 'as stated' };
}
