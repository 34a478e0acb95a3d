import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { MigrationSeries } from '../port/migration.ts';
import type { Checkpointer } from './checkpointer.ts';
import { SqliteStore } from './sqlite-store.ts';

/** The statements of one connection: for what does not use the port yet, and only until it does. */
export interface Statements {
  /** A statement whose rows are objects. */
  sql(text: string): StatementSync;
  /** A statement whose rows are arrays of their columns. */
  tuples(text: string): StatementSync;
}

export class OldStatements implements Statements {
  readonly #connection: DatabaseSync;
  readonly #made = new Map<string, StatementSync>();

  constructor(connection: DatabaseSync) {
    this.#connection = connection;
  }

  sql(text: string): StatementSync {
    return this.#prepared(text, false);
  }

  tuples(text: string): StatementSync {
    return this.#prepared(text, true);
  }

  #prepared(text: string, arrays: boolean): StatementSync {
    const key = `${arrays ? 't' : 'o'}${text}`;
    let statement = this.#made.get(key);
    if (statement === undefined) {
      statement = this.#connection.prepare(text);
      statement.setReturnArrays(arrays);
      this.#made.set(key, statement);
    }
    return statement;
  }
}

/** A `SqliteStore` with the synchronous statements of before, for what does not use the port yet. */
export class SpaceDatabase extends SqliteStore implements Statements {
  readonly #reads: OldStatements;
  readonly #writes: OldStatements;

  constructor(path: string, migrations: readonly MigrationSeries[], checkpointer?: Checkpointer) {
    super(path, migrations, checkpointer);
    this.#reads = new OldStatements(this.reading);
    this.#writes = new OldStatements(this.connection);
  }

  sql(text: string): StatementSync {
    return (this.writer.isInside ? this.#writes : this.#reads).sql(text);
  }

  tuples(text: string): StatementSync {
    return (this.writer.isInside ? this.#writes : this.#reads).tuples(text);
  }
}
