import { LimitError } from './failure.ts';

/** Named bounds for every loop over input. The command line and the server can set each of them. */
export interface Limits {
  /** Features of all kinds that one import adds to a job. */
  features: number;
  /** Vertices of all features of one import. */
  vertices: number;
  /** Bytes of one text line, one string or one record. */
  recordBytes: number;
  /** Nesting of blocks, elements or groups. */
  depth: number;
  /** Features that blocks, arrays and patterns may expand to. */
  expanded: number;
  /** Bytes that an archive or compressed stream may unpack to. */
  unpackedBytes: number;
  /** Entries of an archive. */
  archiveEntries: number;
}

export const DEFAULT_LIMITS: Readonly<Limits> = {
  features: 50_000_000,
  vertices: 500_000_000,
  recordBytes: 64 * 2 ** 20,
  depth: 64,
  expanded: 10_000_000,
  unpackedBytes: 8 * 2 ** 30,
  archiveEntries: 10_000,
};

/**
 * Refuses a value above a named limit.
 * @throws LimitError naming the limit, its value and what was found
 */
export function checkLimit(limits: Limits, limit: keyof Limits, value: number, what: string): void {
  if (!(value <= limits[limit])) throw new LimitError(limit, limits[limit], `${what} (${value})`);
}
