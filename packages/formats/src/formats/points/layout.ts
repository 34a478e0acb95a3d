import type { Unit } from '@fieldbridge/fieldjob';
import type { Role } from './roles.ts';

/** How angles are spelt: decimal degrees, parts (52°07'24.5"), packed DDD.MMSS, or gon. */
export const ANGLE_FORMATS = ['decimal', 'dms', 'packed', 'gon'] as const;
export type AngleFormat = (typeof ANGLE_FORMATS)[number];

/** A finding about a file and how sure it is, 0 to 1; 1 also stands for "the caller said so". */
export interface Sure<T> {
  readonly value: T;
  readonly confidence: number;
  /** Why, in a few words for the report. */
  readonly because: string;
}

/** Everything there is to know before the rows of a points file can be read. */
export interface Layout {
  readonly encoding: Sure<string>;
  /** Bytes of the byte order mark. */
  readonly bom: number;
  readonly carriageReturns: boolean;
  /** One ASCII character; ' ' stands for runs of blanks. */
  readonly delimiter: Sure<string>;
  /** Byte of the decimal mark. */
  readonly mark: Sure<number>;
  /** Line of the header, or 0 for none. */
  readonly header: Sure<number>;
  readonly roles: Sure<readonly Role[]>;
  /** Whether northing or easting comes first: as far as the columns leave that open. */
  readonly order: Sure<'NE' | 'EN'>;
  readonly angle: Sure<AngleFormat>;
  /** Unit the header states; undefined when none. */
  readonly unit: Unit | undefined;
  /** Units the header states that cannot be the one of the job; '' when there is no doubt. */
  readonly unitDoubt: string;
}

/** A fact the caller stated. */
export function stated<T>(value: T): Sure<T> {
  return { value, confidence: 1, because: 'as stated' };
}
