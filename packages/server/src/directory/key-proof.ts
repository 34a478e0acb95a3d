import { join } from 'node:path';
import { DataDirectoryDamaged } from '../storage/damaged.ts';
import type { SpaceDatabase } from '../storage/database.ts';
import type { ServerKey } from '../storage/server-key.ts';

/** What is hashed for the proof; any text does, as long as it stays the same. */
const TEXT = 'fieldbridge';

/**
 * Tells whether `server.key` is the key under which the secrets of a data directory are stored: the desk's database keeps a hash made with
 * it. Without that, another server's key would only show in every secret being wrong.
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
   * Compares the key with the proof that is kept, if one is: data directories that were made before there was one have none until a secret
   * proves right.
   * @throws DataDirectoryDamaged when the key is another one
   */
  check(): void {
    const kept = this.#database.sql('SELECT proof FROM serverKey').get()?.['proof'] as Uint8Array | undefined;
    if (kept !== undefined && !this.#key.matches(TEXT, kept))
      throw new DataDirectoryDamaged(
        `The server's own key, ${this.#path}, does not fit the databases beside it: they were made under another one. Put the file back from the backup that they belong to; without it no secret or operator key that was issued is valid.`,
      );
    this.#isKept = kept !== undefined;
  }

  /** Keeps the proof of a key that is the right one: it was made just now, or a secret was found to be stored under it. */
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

  /** As `keep`, where nobody can wait for it. */
  readonly confirm = (): void => {
    // Only a note: a full disk must not turn a right secret away, so the next one tries again.
    this.keep().catch(() => {});
  };
}
