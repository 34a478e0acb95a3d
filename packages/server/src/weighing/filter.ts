/** What a list of tickets may be narrowed to. Times are milliseconds since 1970. */
export interface TicketFilter {
  readonly externalId?: string;
  /** Earliest time of weighing, inclusive. */
  readonly from?: number;
  /** Latest time of weighing, exclusive. */
  readonly to?: number;
  readonly modifiedSince?: number;
  /** Latest time of modification, inclusive. */
  readonly modifiedUntil?: number;
  readonly project?: string;
  readonly product?: string;
  readonly customer?: string;
  /** Compared as `plateKey` has it. */
  readonly plate?: string;
}

/** A place in the order of lists: weigh bridge, time of weighing, uuid. */
export interface Place {
  readonly weighedAt: number;
  readonly uuid: string;
}

/** The place before everything. */
export const BEGINNING: Place = { weighedAt: Number.MIN_SAFE_INTEGER, uuid: '' };

/** The filters that are looked at row by row; each takes its value twice, and null lets everything pass. */
export const FILTER_TERMS = `(?5 IS NULL OR modifiedAt >= ?5) AND (?6 IS NULL OR modifiedAt <= ?6) AND (?7 IS NULL OR project = ?7)
  AND (?8 IS NULL OR product = ?8 OR productName = ?8) AND (?9 IS NULL OR customer = ?9 OR customerName = ?9)
  AND (?10 IS NULL OR plate = ?10)`;

/** The values of `FILTER_TERMS`, ?5 to ?10. */
export function filterValues({ modifiedSince, modifiedUntil, project, product, customer, plate }: TicketFilter) {
  return [
    ...([modifiedSince ?? null, modifiedUntil ?? null] as const),
    ...([project ?? null, product ?? null, customer ?? null, plate ?? null] as const),
  ] as const;
}
