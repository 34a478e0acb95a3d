import type { Memory } from './cluster.ts';

/** The value of a column. Times are milliseconds since 1970, JSON is text, bytes are bytes. */
export type Value = string | number | null | Uint8Array;

/** A row by the names of its columns. */
export type Row = Readonly<Record<string, Value>>;

/** A value that an in-process engine has at once and another delivers later; `await` handles both. */
export type Awaitable<T> = T | Promise<T>;

/**
 * Reads rows. Statements are constants in the SQL that every engine understands (`?` for values, names in camelCase),
 * never built from input. `R` states the caller's column types; it is not checked.
 */
export interface Reader {
  /** All rows that a statement finds. */
  read<R = Row>(sql: string, ...values: readonly Value[]): Awaitable<R[]>;
  /** The first row that a statement finds; undefined if there is no row. */
  first<R = Row>(sql: string, ...values: readonly Value[]): Awaitable<R | undefined>;
}

/**
 * A write operation's view of its space, which includes its own writes. It ends with the body; later statements are
 * refused. `read` and `first` also accept statements that write and return rows (`INSERT … RETURNING`).
 */
export interface Transaction extends Reader {
  /** Whether statements take a round trip each: those that do not depend on each other are then sent together. */
  readonly isFar?: true;
  /**
   * Runs a statement that writes.
   * @returns how many rows it inserted, changed or deleted
   * @throws ConstraintFailure if a UNIQUE, PRIMARY KEY, CHECK or FOREIGN KEY constraint refuses it. The body must stop
   * then: some engines accept no further statement in that transaction.
   */
  run(sql: string, ...values: readonly Value[]): Awaitable<number>;
  /**
   * Runs an INSERT … VALUES (…) of one row into a table whose key the engine draws.
   * @param column the table's INTEGER PRIMARY KEY
   * @returns the key of the row; undefined if ON CONFLICT DO NOTHING kept it out
   * @throws ConstraintFailure as `run` does
   */
  insert(sql: string, column: string, ...values: readonly Value[]): Awaitable<number | undefined>;
  /**
   * All rows that a statement finds or returns for each of many lists of values, in no certain order. It is a SELECT,
   * or an INSERT … VALUES (…) with or without ON CONFLICT and RETURNING, which inserts in the order of the lists. All
   * of them take one round trip.
   * @throws ConstraintFailure as `run` does
   */
  readEach<R = Row>(sql: string, lists: readonly (readonly Value[])[]): Awaitable<R[]>;
  /**
   * Runs an INSERT … VALUES (…) for each of many lists of values, like `readEach`; a list that becomes no row is a
   * failure. It need not be awaited: the commit waits for it, and its failure is then that of the operation.
   */
  insertEach(sql: string, lists: readonly (readonly Value[])[]): Awaitable<void>;
  /**
   * Numbers for rows that this transaction inserts into a table, in ascending order. No other row gets them.
   * @param column the table's INTEGER PRIMARY KEY
   */
  numbers(table: string, column: string, count: number): Awaitable<number[]>;
  /** Tells other servers, with the commit, that rows of a kind have changed that they may remember (`Memory`). */
  mark(kind: string): Awaitable<void>;
  /** A number that no other server draws; undefined if there can be no other. */
  range(): Awaitable<number | undefined>;
}

/**
 * The body of a write operation. It waits only for its transaction, because others wait for it, and uses it explicitly:
 * reads through the store itself do not show what the body has written.
 */
export type WriteBody<T> = (tx: Transaction) => Awaitable<T>;

/** The body of write operations that are done together: see `SpaceStore.together`. */
export type JointBody<I, O> = (tx: Transaction, items: readonly I[]) => Awaitable<readonly O[]>;

/** The rows of one tenant space. Reads from the store itself show committed data only. */
export interface SpaceStore extends Reader {
  /**
   * Runs a write operation: all of it is stored, or nothing. Operations of one space run one after another, in the
   * order of the calls.
   * @param weight how many ordinary operations it counts as: heavy ones share a transaction with few others, so that
   * nobody is held up
   * @returns the body's result, once it is committed and on the disk
   * @throws what the body threw; a ProblemError `disk-full` or `unavailable` if the store failed
   */
  write<T>(body: WriteBody<T>, weight?: number): Promise<T>;

  /**
   * Like `write`, for thousands of calls a second. The engine may run a body again after undoing it, so it must change
   * nothing but the database.
   * @param touches names for everything that the body reads to decide what it writes; all of the space if absent.
   * Operations that touch nothing in common may run at once, in any order, beginning in the same turn of the event
   * loop: an engine behind a network then sends the statements of many together.
   */
  many<T>(body: WriteBody<T>, weight?: number, touches?: readonly string[]): Promise<T>;

  /**
   * Like `many`, for calls of one kind that an engine behind a network answers with a few statements for all that wait
   * at the same time. They run in any order among each other.
   * @param body always the same function; its outcomes are in the order of the items. Where it throws, each item is
   * given to it alone.
   * @param touches as of `many`, for this item
   */
  together<I, O>(body: JointBody<I, O>, item: I, weight?: number, touches?: readonly string[]): Promise<O>;

  /** Resolves when every write operation that has begun is over: a read then sees everything with a time before now. */
  settled(): Promise<void>;

  /**
   * Called after rows were deleted whose content must be gone for good. Soon after, nothing of it is left in the files
   * of the store, and within minutes the room is given back, in slices that hold up nobody. Does not wait for that.
   */
  reclaim(): void;

  /** For what is remembered of rows that other servers may change. */
  readonly memory: Memory;

  /** Why nothing can be written until the server is restarted; undefined if all is well. */
  readonly trouble: string | undefined;
}
