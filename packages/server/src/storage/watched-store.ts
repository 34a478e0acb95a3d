import type { Attributes, Span } from '../tracing/span.ts';
import { failureCode, type Tracer } from '../tracing/tracer.ts';
import type { Memory } from './port/cluster.ts';
import type { Awaitable, JointBody, Row, SpaceStore, Transaction, Value, WriteBody } from './port/space-store.ts';
import type { OpenSpace } from './spaces.ts';
import { type StatementClass, statementClass } from './statement-class.ts';

/** What watches the statements of a space. */
export interface StoreWatch {
  readonly tracer: Tracer;
  /** Of the space and its engine, for spans. */
  readonly attributes: Attributes;
  /** Receives each statement that has ended; `failure` is a code, of PostgreSQL's for instance. */
  readonly ended?: (statement: StatementClass, seconds: number, failure: string | undefined) => void;
}

/** A call of `together` with the span that it is a part of. */
interface Watched<I> {
  readonly item: I;
  readonly span: Span | undefined;
}

/** A store whose statements are timed by class, for /metrics and traces. Values and texts are never kept. */
export class WatchedStore implements SpaceStore {
  readonly #inner: OpenSpace['store'];
  readonly #watch: StoreWatch;
  readonly #joint = new WeakMap<object, unknown>();

  constructor(inner: OpenSpace['store'], watch: StoreWatch) {
    this.#inner = inner;
    this.#watch = watch;
  }

  read<R = Row>(sql: string, ...values: readonly Value[]): Awaitable<R[]> {
    return timed(this.#watch, sql, this.#watch.tracer.current, () => this.#inner.read<R>(sql, ...values));
  }

  first<R = Row>(sql: string, ...values: readonly Value[]): Awaitable<R | undefined> {
    return timed(this.#watch, sql, this.#watch.tracer.current, () => this.#inner.first<R>(sql, ...values));
  }

  write<T>(body: WriteBody<T>, weight?: number): Promise<T> {
    return this.#operation((watched) => this.#inner.write(watched(body), weight));
  }

  many<T>(body: WriteBody<T>, weight?: number, touches?: readonly string[]): Promise<T> {
    return this.#operation((watched) => this.#inner.many(watched(body), weight, touches));
  }

  together<I, O>(body: JointBody<I, O>, item: I, weight?: number, touches?: readonly string[]): Promise<O> {
    const { tracer, attributes } = this.#watch;
    const run = (span: Span | undefined) =>
      this.#inner.together(this.#watchedJoint(body), { item, span }, weight, touches);
    return tracer.current === undefined ? run(undefined) : tracer.within('write', { kind: 'client', attributes }, run);
  }

  settled(): Promise<void> {
    return this.#inner.settled();
  }

  reclaim(): void {
    this.#inner.reclaim();
  }

  get memory(): Memory {
    return this.#inner.memory;
  }

  get trouble(): string | undefined {
    return this.#inner.trouble;
  }

  get counts(): OpenSpace['store']['counts'] {
    return this.#inner.counts;
  }

  get keeper(): OpenSpace['store']['keeper'] {
    return this.#inner.keeper;
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  /** The same function for the same body. The statements for many calls are parts of the span of the first. */
  #watchedJoint<I, O>(body: JointBody<I, O>): JointBody<Watched<I>, O> {
    let watched = this.#joint.get(body) as JointBody<Watched<I>, O> | undefined;
    if (watched === undefined) {
      watched = (tx, calls) =>
        body(
          new WatchedTransaction(tx, this.#watch, calls[0]!.span),
          calls.map(({ item }) => item),
        );
      this.#joint.set(body, watched);
    }
    return watched;
  }

  /** A write operation as one span, from the call to its commit; its statements are parts of it. */
  #operation<T>(run: (watched: (body: WriteBody<T>) => WriteBody<T>) => Promise<T>): Promise<T> {
    const { tracer, attributes } = this.#watch;
    // The body runs in the turn of any caller that shares its transaction, so its span is handed over.
    const withSpan = (span: Span | undefined): Promise<T> =>
      run((body) => (tx) => body(new WatchedTransaction(tx, this.#watch, span)));
    // Outside of any request or job, of a sweep for instance, each would be a trace of its own: too many of them.
    if (tracer.current === undefined) return withSpan(undefined);
    return tracer.within('write', { kind: 'client', attributes }, withSpan);
  }
}

/** The transaction of a write operation, watched. */
class WatchedTransaction implements Transaction {
  readonly isFar?: true;
  readonly #inner: Transaction;
  readonly #watch: StoreWatch;
  readonly #span: Span | undefined;

  constructor(inner: Transaction, watch: StoreWatch, span: Span | undefined) {
    this.#inner = inner;
    this.#watch = watch;
    this.#span = span;
    if (inner.isFar) this.isFar = true;
  }

  read<R = Row>(sql: string, ...values: readonly Value[]): Awaitable<R[]> {
    return timed(this.#watch, sql, this.#span, () => this.#inner.read<R>(sql, ...values));
  }

  first<R = Row>(sql: string, ...values: readonly Value[]): Awaitable<R | undefined> {
    return timed(this.#watch, sql, this.#span, () => this.#inner.first<R>(sql, ...values));
  }

  run(sql: string, ...values: readonly Value[]): Awaitable<number> {
    return timed(this.#watch, sql, this.#span, () => this.#inner.run(sql, ...values));
  }

  insert(sql: string, column: string, ...values: readonly Value[]): Awaitable<number | undefined> {
    return timed(this.#watch, sql, this.#span, () => this.#inner.insert(sql, column, ...values));
  }

  readEach<R = Row>(sql: string, lists: readonly (readonly Value[])[]): Awaitable<R[]> {
    return timed(this.#watch, sql, this.#span, () => this.#inner.readEach<R>(sql, lists));
  }

  insertEach(sql: string, lists: readonly (readonly Value[])[]): Awaitable<void> {
    const done = timed(this.#watch, sql, this.#span, () => this.#inner.insertEach(sql, lists));
    // Its failure reaches the operation without it.
    if (done instanceof Promise) done.catch(() => {});
    return done;
  }

  numbers(table: string, column: string, count: number): Awaitable<number[]> {
    return this.#inner.numbers(table, column, count);
  }

  mark(kind: string): Awaitable<void> {
    return this.#inner.mark(kind);
  }

  range(): Awaitable<number | undefined> {
    return this.#inner.range();
  }
}

/** Times one statement, which an engine may answer at once or later. @param above the span that it is a part of */
function timed<T>(watch: StoreWatch, sql: string, above: Span | undefined, work: () => Awaitable<T>): Awaitable<T> {
  const { tracer, attributes, ended } = watch;
  const statement = statementClass(sql);
  const start = performance.now();
  const span =
    above &&
    tracer.start(statement.name, {
      kind: 'client',
      attributes: { ...attributes, 'db.operation.name': statement.verb, 'db.collection.name': statement.table },
      parent: above,
    });
  const end = (error?: unknown): void => {
    const failure = error === undefined ? undefined : databaseCode(error);
    span?.end(failure);
    ended?.(statement, (performance.now() - start) / 1000, failure);
  };
  let result: Awaitable<T>;
  try {
    result = work();
  } catch (error) {
    end(error);
    throw error;
  }
  if (!(result instanceof Promise)) {
    end();
    return result;
  }
  return result.then(
    (value) => {
      end();
      return value;
    },
    (error: unknown) => {
      end(error);
      throw error;
    },
  );
}

/** The code of the database behind an error of the store, such as PostgreSQL's 23505. */
function databaseCode(error: unknown): string {
  const { cause } = (error ?? {}) as { cause?: unknown };
  return failureCode((cause as { code?: unknown } | undefined)?.code === undefined ? error : cause);
}
