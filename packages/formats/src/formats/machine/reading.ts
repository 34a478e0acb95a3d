import type { JobSink } from '@fieldbridge/fieldjob';
import type { ByteSource } from '../../core/byte-source.ts';
import type { ReadContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { checkLimit } from '../../core/limits.ts';
import type { TypeTally } from '../../core/tally.ts';
import { pause } from '../../kit/io/give-way.ts';
import type { Container } from './container.ts';
import type { Layout } from './layout.ts';
import { layoutsOf } from './layouts.ts';
import type { Problems } from './problem.ts';
import { Table } from './table.ts';

/** State shared by all parts of a reader. */
export class Reading {
  readonly source: ByteSource;
  readonly sink: JobSink;
  readonly context: ReadContext;
  readonly problems: Problems;
  readonly container: Container;
  /** The sink's index of the file's layers, by layer number. */
  readonly layers = new Map<number, number>();
  #features = 0;
  #vertices = 0;

  constructor(source: ByteSource, sink: JobSink, context: ReadContext, container: Container, problems: Problems) {
    this.source = source;
    this.sink = sink;
    this.context = context;
    this.container = container;
    this.problems = problems;
  }

  /**
   * A table with all its records in memory; empty if the file has none, or if its records are too short for the known
   * fields.
   */
  async table(id: number, layout?: Layout): Promise<Table> {
    const table = this.container.tables.get(id);
    if (table === undefined || table.count === 0) return new Table(id, []);
    if (layout !== undefined && table.recordSize < layout.size) {
      const parameters = { table: id, title: layout.title, size: table.recordSize, least: layout.size };
      this.problems.report(issueOf('record-short', parameters, { offset: table.pages[0]?.at }));
      return new Table(id, []);
    }
    checkLimit(this.context.limits, 'vertices', table.count, `records of table ${id}`);
    await table.load(this.source, this.breathe);
    return table;
  }

  /** The counters of a table in the report. */
  tally(id: number): TypeTally {
    const title = layoutsOf(this.container.header.kind).get(id)?.title;
    return this.context.tally.of(title === undefined ? `table ${id}` : `table ${id} (${title})`);
  }

  /** Counts one feature and its vertices against the limits. */
  count(vertices: number): void {
    this.#features++;
    this.#vertices += vertices;
    checkLimit(this.context.limits, 'features', this.#features, 'features of the file');
    checkLimit(this.context.limits, 'vertices', this.#vertices, 'vertices of the file');
  }

  /** Yields, and throws if the caller aborted. Bound, so that it can be passed as a function. */
  readonly breathe = (): Promise<void> => pause(this.context.signal);
}
