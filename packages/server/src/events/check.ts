import { isIP } from 'node:net';
import { nearest } from '../core/nearest.ts';
import { ProblemError } from '../core/problem.ts';
import { isPublicAddress } from './addresses.ts';
import type { PostRules } from './post.ts';
import { unlessAborted } from './unless-aborted.ts';

/**
 * @throws ProblemError validation-failed for an address that is not http(s), has credentials, or leads to a private
 * network
 */
export async function checkUrl(url: string, { allowPrivate, resolve, answerMs }: PostRules): Promise<void> {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (!target || !['http:', 'https:'].includes(target.protocol)) throw refusal('An http or https address is needed.');
  if (target.username || target.password) throw refusal('An address with a user name or password in it is refused.');
  if (allowPrivate) return;
  const host = target.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) {
    if (!isPublicAddress(host)) throw refusal(`${host} is not an address on the public internet.`);
    return;
  }
  // A name that cannot be resolved now may resolve later; every attempt resolves it again and connects only to checked
  // addresses.
  const found = await unlessAborted(resolve(host), AbortSignal.timeout(answerMs)).catch(() => []);
  // The address itself is not reported, or callers could look up names of the private network here.
  if (!found.every(({ address }) => isPublicAddress(address)))
    throw refusal(`${host} resolves to an address that is not on the public internet.`);
}

/** @throws ProblemError validation-failed for an unknown type, with the nearest one */
export function checkTypes(types: readonly string[], known: readonly string[]): void {
  for (const [index, type] of types.entries()) {
    const kind = type.endsWith('.*') ? type.slice(0, -1) : undefined;
    if (kind ? known.some((one) => one.startsWith(kind)) : known.includes(type)) continue;
    const close = nearest(type, known);
    const hint = close ? `Did you mean ${close}?` : `Known: ${known.join(', ')}.`;
    const detail = `There is no event type ${JSON.stringify(type)}. ${hint}`;
    throw new ProblemError('validation-failed', detail, { errors: [{ pointer: `#/types/${index}`, detail }] });
  }
}

function refusal(detail: string): ProblemError {
  return new ProblemError('validation-failed', detail, { errors: [{ pointer: '#/url', detail }] });
}
