import { DataDirectoryDamaged } from '../storage/damaged.ts';
import type { SpaceStore } from '../storage/port/space-store.ts';
import type { ServerKey } from '../storage/server-key.ts';

/** The text hashed for the proof; any text works, as long as it never changes. */
const TEXT = 'fieldbridge';

/**
 * Checks whether `server.key` is the key under which the secrets of a data directory are stored: the desk's database
 * holds a hash made with it. Otherwise another server's key would only be noticed because every secret is wrong.
 */
export class KeyProof {
  readonly #path: string;
  readonly #key: ServerKey;
  readonly #store: SpaceStore;
  readonly #isShared: boolean;
  #isKept = false;

  /** @param path of the key @param store the desk's @param isShared whether other servers work on the rows */
  constructor(path: string, key: ServerKey, store: SpaceStore, isShared = false) {
    this.#path = path;
    this.#isShared = isShared;
    this.#key = key.derive('proof');
    this.#store = store;
  }

  /**
   * Compares the key with the stored proof, if there is one: older data directories have none until a secret is
   * verified.
   * @throws DataDirectoryDamaged if the key is another one
   */
  async check(): Promise<void> {
    const kept = (await this.#store.first<{ proof: Uint8Array }>('SELECT proof FROM serverKey'))?.proof;
    if (kept === undefined && this.#isShared && !(await this.#isFirst())) return this.check();
    if (kept !== undefined && !this.#key.matches(TEXT, kept))
      throw new DataDirectoryDamaged(
        this.#isShared
          ? 'The key of this server is not the one that the database was created with. All servers of a database have the same: give this one the server.key of the first, with --key or FIELDBRIDGE_KEY.'
          : `The server's own key, ${this.#path}, does not match the databases next to it: they were created with another key. Restore the file from the same backup; without it no issued secret or operator key is valid.`,
      );
    this.#isKept = kept !== undefined;
  }

  /** Stores the proof for all servers of the database. @returns whether no proof was stored before */
  async #isFirst(): Promise<boolean> {
    const text = 'INSERT INTO serverKey (id, proof) VALUES (1, ?) ON CONFLICT (id) DO NOTHING';
    return (await this.#store.write((tx) => tx.run(text, this.#key.hash(TEXT)))) === 1;
  }

  /** Stores the proof of a correct key: it was just created, or a secret was verified with it. */
  async keep(): Promise<void> {
    if (this.#isKept) return;
    this.#isKept = true;
    try {
      const text =
        'INSERT INTO serverKey (id, proof) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET proof = excluded.proof';
      await this.#store.write((tx) => tx.run(text, this.#key.hash(TEXT)));
    } catch (error) {
      this.#isKept = false;
      throw error;
    }
  }

  /** Like `keep`, for callers that cannot wait. */
  readonly confirm = (): void => {
    // Optional: a full disk must not cause a correct secret to be refused, so the next one tries again.
    this.keep().catch(() => {});
  };
}
