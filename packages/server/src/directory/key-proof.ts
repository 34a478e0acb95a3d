import { join } from 'node:path';
import { DataDirectoryDamaged } from '../storage/damaged.ts';
import type { SpaceDatabase } from '../storage/database.ts';
import type { ServerKey } from '../storage/server-key.ts';

/** The text hashed for the proof; any text works, as long as it never changes. */
const TEXT = 'fieldbridge';

/**
 * Checks whether `server.key` is the key under which the secrets of a data directory are stored: the desk's database
 * holds a hash made with it. Otherwise another server's key would only show by every secret being wrong.
 */
export class KeyProof {
  readonly #path: string;
  readonly #key: ServerKey;
  readonly #database: SpaceDatabase;
  #isKept = false;

  /** @param database of the desk */
  constructor(directory: string, key: ServerKey, database: SpaceDatabase) {
    this.#path = join(directory, 'server.key');
    this.#key = key.derive('proof');
    this.#database = database;
  }

  /**
   * Compares the key with the stored proof, if there is one: older data directories have none until a secret is
   * verified.
   * @throws DataDirectoryDamaged if the key is another one
   */
  check(): void {
    const kept = this.#database.sql('SELECT proof FROM serverKey').get()?.['proof'] as Uint8Array | undefined;
    if (kept !== undefined && !this.#key.matches(TEXT, kept))
      throw new DataDirectoryDamaged(
        `The server's own key, ${this.#path}, does not fit the databases beside it: they were made under another one. Put the file back from the backup that they belong to; without it no secret or operator key that was issued is valid.`,
      );
    this.#isKept = kept !== undefined;
  }

  /** Stores the proof of a correct key: it was just created, or a secret was verified with it. */
  async keep(): Promise<void> {
    if (this.#isKept) return;
    this.#isKept = true;
    try {
      await this.#database.writer.run(() =>
        this.#database.sql('INSERT OR REPLACE INTO serverKey (id, proof) VALUES (1, ?)').run(this.#key.hash(TEXT)),
      );
    } catch (error) {
      this.#isKept = false;
      throw error;
    }
  }

  /** Like `keep`, for callers that cannot wait. */
  readonly confirm = (): void => {
    // Optional: a full disk must not turn a correct secret away, so the next one tries again.
    this.keep().catch(() => {});
  };
}
