/** What a column holds. Times are milliseconds since 1970, JSON is text, bytes are bytes. */
export type Value = string | number | null | Uint8Array;

/** A row by the names of its columns. */
export type Row = Readonly<Record<string, Value>>;

/** A value that an engine inside this process has at once and another brings later; `await` takes either. */
export type Awaitable<T> = T | Promise<T>;

/**
 * Reads rows. Texts are constants in the SQL that every engine understands (`?` for values, names in camelCase), never built from
 * input. `R` is the caller's word for what the columns hold; it is not checked.
 */
export interface Reader {
  /** All rows that a statement finds. */
  read<R = Row>(sql: string, ...values: readonly Value[]): Awaitable<R[]>;
  /** The first row that a statement finds; undefined when there is none. */
  first<R = Row>(sql: string, ...values: readonly Value[]): Awaitable<R | undefined>;
}

/**
 * A write operation's view of its space: it reads what it has written. It ends with its body; a statement asked for later is refused.
 * `read` and `first` also take statements that write and give rows back (`INSERT … RETURNING`).
 */
export interface Transaction extends Reader {
  /**
   * Runs a statement that writes.
   * @returns how many rows it inserted, changed or deleted
   * @throws ConstraintFailure when a UNIQUE, PRIMARY KEY, CHECK or FOREIGN KEY constraint refuses it. The body must not go on then:
   * some engines take no further statement in that transaction.
   */
  run(sql: string, ...values: readonly Value[]): Awaitable<number>;
}

/**
 * What a write operation does. It waits for nothing but its transaction, which others wait for, and takes it by hand: what is read
 * through the store itself does not show what the body has written.
 */
export type WriteBody<T> = (tx: Transaction) => Awaitable<T>;

/** The rows of one tenant space. What is read from the store itself is committed. */
export interface SpaceStore extends Reader {
  /**
   * Runs a write operation: all of it is stored, or nothing. Operations of one space run one after another, in the order in which they
   * were asked for.
   * @param weight how many ordinary operations it is worth: a few heavy ones share no transaction, so that others are not held up
   * @returns what the body returned, once it is committed and on the disk
   * @throws what the body threw; a ProblemError `disk-full` or `unavailable` when the store failed
   */
  write<T>(body: WriteBody<T>, weight?: number): Promise<T>;

  /**
   * `write` for what comes in thousands a second. The engine may run a body again after undoing it, so it changes nothing but the
   * database.
   */
  many<T>(body: WriteBody<T>, weight?: number): Promise<T>;

  /** Resolves when every write operation that has begun is over: a read then sees everything whose time is before now. */
  settled(): Promise<void>;

  /** Why nothing can be written until the server is started again; undefined while all is well. */
  readonly trouble: string | undefined;
}
