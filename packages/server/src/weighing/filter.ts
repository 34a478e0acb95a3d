/** Filters of a list of tickets. Times are milliseconds since 1970. */
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
  /** In the form of `plateKey`. */
  readonly plate?: string;
}

/** A position in the order of lists: weigh bridge, time of weighing, uuid. */
export interface Place {
  readonly weighedAt: number;
  readonly uuid: string;
}

/** The position before all tickets. */
export const BEGINNING: Place = { weighedAt: Number.MIN_SAFE_INTEGER, uuid: '' };

/** The position after all tickets. */
export const END: Place = { weighedAt: Number.MAX_SAFE_INTEGER, uuid: '' };

/** Conditions of a query with their values. */
export interface FilterTerms {
  /** Starts with AND, or is empty. */
  readonly text: string;
  readonly values: readonly (string | number)[];
}

/** The filters that are checked for each row. */
export function filterTerms(filter: TicketFilter): FilterTerms {
  const { modifiedSince, modifiedUntil, project, product, customer, plate } = filter;
  const texts: string[] = [];
  const values: (string | number)[] = [];
  const add = (text: string, value: string | number | undefined, times = 1): void => {
    if (value === undefined) return;
    texts.push(` AND ${text}`);
    for (let i = 0; i < times; i++) values.push(value);
  };
  add('modifiedAt >= ?', modifiedSince);
  add('modifiedAt <= ?', modifiedUntil);
  add('project = ?', project);
  add('(product = ? OR productName = ?)', product, 2);
  add('(customer = ? OR customerName = ?)', customer, 2);
  add('plate = ?', plate);
  return { text: texts.join(''), values };
}
