import { createHash } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import type { ServerKey } from '../storage/server-key.ts';

/** Nobody fills in the form that fast. */
const SOONEST_MS = 2_000;
/** A page that was open for longer may be of an earlier version. */
const LATEST_MS = 24 * 3_600_000;
const STAMP_FORM = /^(\d{1,16})\.([\w-]{43})$/;

/** Why a form with this stamp is not accepted. */
export type StampFault = 'forged' | 'early' | 'late';

/**
 * Signed times at which forms were shown, so that a robot can neither send a form that it did not fetch nor fill one in
 * at once; and the forms that were sent, so that a second click on the button sends nothing twice.
 */
export class FormStamps {
  readonly #key: ServerKey;
  readonly #clock: Clock;
  readonly #sent = new Map<string, { readonly at: number; readonly done: Promise<void> }>();

  constructor(key: ServerKey, clock: Clock) {
    this.#key = key.derive('form stamps');
    this.#clock = clock;
  }

  /** A stamp of now. */
  issue(): string {
    const at = String(this.#clock.now());
    return `${at}.${this.#key.hash(at).toString('base64url')}`;
  }

  /** Why the stamp is not accepted now; undefined if it is. */
  faultOf(stamp: string): StampFault | undefined {
    const [, at = '', signature = ''] = STAMP_FORM.exec(stamp) ?? [];
    if (at === '' || !this.#key.matches(at, Buffer.from(signature, 'base64url'))) return 'forged';
    const age = this.#clock.now() - Number(at);
    if (age > LATEST_MS) return 'late';
    return age < SOONEST_MS ? 'early' : undefined;
  }

  /**
   * Does the work of a form once: the same form sent again, changed in nothing, waits for the first one.
   * @param form as it was sent, with its stamp
   * @param work may be repeated if it throws
   */
  once(form: string, work: () => Promise<void>): Promise<void> {
    const now = this.#clock.monotonic();
    for (const [name, { at }] of this.#sent) {
      if (now - at < LATEST_MS) break;
      this.#sent.delete(name);
    }
    const name = createHash('sha256').update(form).digest('base64');
    const known = this.#sent.get(name);
    if (known !== undefined) return known.done;
    const done = work();
    this.#sent.set(name, { at: now, done });
    done.catch(() => this.#sent.delete(name));
    return done;
  }
}
