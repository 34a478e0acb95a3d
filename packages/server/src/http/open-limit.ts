import type { FastifyReply } from 'fastify';
import { ProblemError } from '../core/problem.ts';

const RETRY_SECONDS = '10';

/** Limits how many requests of a kind a caller may have open at once. */
export class OpenLimit {
  readonly #name: string;
  readonly #most: number;
  readonly #open = new Map<string, number>();

  /** @param name of the setting, for the refusal @param most 0 for no limit */
  constructor(name: string, most: number) {
    this.#name = name;
    this.#most = most;
  }

  /**
   * Counts a request as open until its answer is complete or its caller has left.
   * @throws ProblemError too-many-requests
   */
  take(key: string, reply: FastifyReply): void {
    if (this.#most === 0) return;
    const open = this.#open.get(key) ?? 0;
    if (open >= this.#most) throw tooManyOpen(this.#name, this.#most);
    this.#open.set(key, open + 1);
    reply.raw.once('close', () => {
      const left = this.#open.get(key)! - 1;
      if (left === 0) this.#open.delete(key);
      else this.#open.set(key, left);
    });
  }
}

/** The refusal of one more than a limit allows. */
export function tooManyOpen(name: string, most: number): ProblemError {
  const text = `As many as the limit ${name} allows are open: ${most}. End some of them first.`;
  return new ProblemError('too-many-requests', text, { headers: { 'retry-after': RETRY_SECONDS } });
}
