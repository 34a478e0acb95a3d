import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Cluster } from '../../storage/port/cluster.ts';
import type { ServerKey } from '../../storage/server-key.ts';

/** Time for finding and touching the security key. */
export const CHALLENGE_MS = 5 * 60_000;
const NONCE_BYTES = 16;
const TIME_BYTES = 8;

/**
 * Challenges that passkeys sign: each states its expiry and is signed for its purpose, so that nothing has to be stored
 * for the many that are never answered. Answered ones are remembered until they expire.
 */
export class PasskeyChallenges {
  readonly #key: ServerKey;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #cluster: Pick<Cluster, 'claim' | 'release'>;
  readonly #used = new Map<string, number>();

  /** @param cluster the servers, only one of which may use up a challenge */
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

  /** Uses up a challenge. @param challenge base64url @returns whether it is valid and was not used before */
  async take(purpose: string, challenge: string): Promise<boolean> {
    const bytes = Buffer.from(challenge, 'base64url');
    const head = bytes.subarray(0, TIME_BYTES + NONCE_BYTES);
    const now = this.#clock.now();
    if (!this.#key.matches(textOf(purpose, head), bytes.subarray(head.length))) return false;
    const end = head.readDoubleBE();
    const name = head.toString('hex');
    if (end <= now || this.#used.has(name)) return false;
    // In the order of use, so that expired ones are at the front.
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
