import { type ByteSource, readBytes } from '../../core/byte-source.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { DirectoryEntry } from './header.ts';
import type { Problems } from './problem.ts';

/** Marks a missing next or previous page. */
export const NO_PAGE = 0xfffffffe;
/** Capacity of pages whose header states none (TN3): the number of records per page in references. */
export const WIDE_CAPACITY = 128;
/** Most empty pages of a chain: in real files only the last one can be empty. */
const MOST_EMPTY_PAGES = 64;

/** A page of a table. */
export interface Page {
  /** Offset of its header. */
  readonly at: number;
  /** Offset of its first record. */
  readonly recordsAt: number;
  readonly capacity: number;
  /** Number of records, limited to the page's capacity and the end of the file. */
  readonly count: number;
  readonly recordSize: number;
}

/** Bytes of pages that may still be read: real pages do not overlap, so together they fit the file. */
export interface PageBudget {
  left: number;
}

/**
 * Walks the pages of a table and checks each header. Stops at the first invalid page, with an issue.
 * @param entry the table's entry in the directory @param budget shared by all tables of the file
 */
export function walkPages(source: ByteSource, entry: DirectoryEntry, budget: PageBudget, problems: Problems): Page[] {
  const pages: Page[] = [];
  const seen = new Set<number>();
  let at = entry.firstPage;
  let before = NO_PAGE;
  let empty = 0;
  while (at !== NO_PAGE) {
    const page = `page ${pages.length} of table ${entry.table}`;
    const place = { offset: at };
    if (seen.has(at)) {
      problems.report(issueOf('page-loop', { page }, place));
      break;
    }
    if (at + entry.pageHeader > source.size || at < 2) {
      problems.report(issueOf('page-outside', { page, offset: at }, place));
      break;
    }
    seen.add(at);
    const head = readPageHeader(source, at, entry.pageHeader);
    if (head.table !== entry.table || head.headerSize !== entry.pageHeader || head.recordSize === 0) {
      problems.report(issueOf('page-not-a-page', { page }, place));
      break;
    }
    const first = pages[0];
    if (first !== undefined && (head.recordSize !== first.recordSize || head.capacity !== first.capacity)) {
      problems.report(issueOf('page-differs', { page }, place));
      break;
    }
    if (head.previous !== before) problems.report(issueOf('page-back-link', { page }, place));
    const read = checkedPage(source, at, head, entry.pageHeader, page, problems);
    budget.left -= entry.pageHeader + read.count * read.recordSize;
    if (budget.left < 0) {
      problems.report(issueOf('page-overlap', { page }, place));
      break;
    }
    if (read.count === 0 && ++empty > MOST_EMPTY_PAGES) {
      problems.report(issueOf('page-empty', { table: entry.table, most: MOST_EMPTY_PAGES }, place));
      break;
    }
    pages.push(read);
    before = at;
    at = head.next;
  }
  return pages;
}

interface PageHeader {
  readonly table: number;
  readonly headerSize: number;
  /** 0 if not stated. */
  readonly capacity: number;
  readonly count: number;
  readonly recordSize: number;
  readonly next: number;
  readonly previous: number;
}

function readPageHeader(source: ByteSource, at: number, size: number): PageHeader {
  const raw = readBytes(source, at, size);
  const view = new DataView(raw.buffer);
  const table = view.getUint16(0, true);
  if (size === 22) {
    return {
      table,
      headerSize: view.getUint32(2, true),
      capacity: 0,
      count: view.getUint32(6, true),
      recordSize: view.getUint32(10, true),
      next: view.getUint32(14, true),
      previous: view.getUint32(18, true),
    };
  }
  return {
    table,
    headerSize: view.getUint16(2, true),
    capacity: view.getUint16(4, true),
    count: view.getUint16(6, true),
    recordSize: view.getUint16(8, true),
    next: view.getUint32(10, true),
    previous: view.getUint32(14, true),
  };
}

function checkedPage(
  source: ByteSource,
  at: number,
  head: PageHeader,
  headerSize: number,
  page: string,
  problems: Problems,
): Page {
  const recordsAt = at + headerSize;
  const most = headerSize === 22 ? WIDE_CAPACITY : head.capacity;
  let count = head.count;
  if (count > most) {
    problems.report(issueOf('page-overfull', { page, stated: count, most }, { offset: at }));
    count = most;
  }
  const there = Math.floor((source.size - recordsAt) / head.recordSize);
  if (count > there) {
    problems.report(issueOf('page-cut', { page, stated: count, found: there }, { offset: at }));
    count = there;
  }
  return { at, recordsAt, capacity: head.capacity, count, recordSize: head.recordSize };
}
