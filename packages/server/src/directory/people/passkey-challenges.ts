import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Cluster } from '../../storage/port/cluster.ts';
import type { ServerKey } from '../../storage/server-key.ts';

/** Time for finding the key and touching it. */
export const CHALLENGE_MS = 5 * 60_000;
const NONCE_BYTES = 16;
const TIME_BYTES = 8;

/**
 * Challenges that passkeys sign: each states its end and is signed for its purpose, so that nothing has to be stored
 * for the many that are never answered. Those that were answered are remembered until their end.
 */
export class PasskeyChallenges {
  readonly #key: ServerKey;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #cluster: Pick<Cluster, 'claim' | 'release'>;
  readonly #used = new Map<string, number>();

  /** @param cluster the servers of which only one may use a challenge up */
  constructor(key: ServerKey, clock: Pick<Clock, 'now'>, cluster: Pick<Cluster, 'claim' | 'release'>) {
    this.#cluster = cluster;
    this.#key = key.derive('passkey challenges');
    this.#clock = clock;
  }

  /** @param purpose for instance the person for whom a passkey is made */
  issue(purpose: string): Uint8Array<ArrayBuffer> {
    const head = Buffer.concat([Buffer.alloc(TIME_BYTES), randomBytes(NONCE_BYTES)]);
    head.writeDoubleBE(this.#clock.now() + CHALLENGE_MS);
    return new Uint8Array(Buffer.concat([head, this.#key.hash(textOf(purpose, head))]));
  }

  /** Uses a challenge up. @param challenge base64url @returns whether it was one of these and not used before */
  async take(purpose: string, challenge: string): Promise<boolean> {
    const bytes = Buffer.from(challenge, 'base64url');
    const head = bytes.subarray(0, TIME_BYTES + NONCE_BYTES);
    const now = this.#clock.now();
    if (!this.#key.matches(textOf(purpose, head), bytes.subarray(head.length))) return false;
    const end = head.readDoubleBE();
    const name = head.toString('hex');
    if (end <= now || this.#used.has(name)) return false;
    // In the order of use, so that those that have ended are at the front.
    for (const [old, oldEnd] of this.#used) {
      if (oldEnd > now) break;
      this.#used.delete(old);
    }
    this.#used.set(name, end);
    const lease = `passkey challenge ${name}`;
    if (!(await this.#cluster.claim(lease))) return false;
    setTimeout(() => void this.#cluster.release(lease), CHALLENGE_MS).unref();
    return true;
  }
}

const textOf = (purpose: string, head: Buffer): string => `${purpose} ${head.toString('hex')}`;
