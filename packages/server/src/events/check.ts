import { isIP } from 'node:net';
import { asWritten, type Detail, detailOf } from '../core/detail.ts';
import { nearest } from '../core/nearest.ts';
import { ProblemError } from '../core/problem.ts';
import { isPublicAddress } from './addresses.ts';
import { noPublicAddress, type PostRules } from './post.ts';
import { unlessAborted } from './unless-aborted.ts';

/**
 * @throws ProblemError validation-failed for an address that is not https (or http, if that is allowed), has
 * credentials, or leads to no public address
 */
export async function checkUrl(url: string, { allowPrivate, allowPlain, resolve, answerMs }: PostRules): Promise<void> {
  // The parser removes them silently (URL Standard, 4.4), so what is stored would not be what is called.
  if (/\p{Cc}/u.test(url))
    throw refusal(detailOf('An address with line breaks or other control characters is refused.'));
  const target = URL.canParse(url) ? new URL(url) : undefined;
  const schemes = allowPlain ? ['https:', 'http:'] : ['https:'];
  if (!target || !schemes.includes(target.protocol))
    throw refusal(
      allowPlain ? detailOf('An http or https address is needed.') : detailOf('An https address is needed.'),
    );
  if (target.username || target.password)
    throw refusal(detailOf('An address with a user name or password in it is refused.'));
  if (allowPrivate) return;
  const host = target.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) {
    if (!isPublicAddress(host)) throw refusal(detailOf('{host} is not an address on the public internet.', { host }));
    return;
  }
  // Every attempt resolves it again and connects only to checked addresses.
  const found = await unlessAborted(resolve(host), AbortSignal.timeout(answerMs)).catch(() => []);
  if (found.length > 0 && found.every(({ address }) => isPublicAddress(address))) return;
  const sentence = noPublicAddress(host);
  throw refusal(asWritten(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`));
}

/** @throws ProblemError validation-failed for an unknown type, with the nearest one */
export function checkTypes(types: readonly string[], known: readonly string[]): void {
  for (const [index, type] of types.entries()) {
    const kind = type.endsWith('.*') ? type.slice(0, -1) : undefined;
    if (kind ? known.some((one) => one.startsWith(kind)) : known.includes(type)) continue;
    const close = nearest(type, known);
    const quoted = JSON.stringify(type);
    const detail = close
      ? detailOf('There is no event type {type}. Did you mean {close}?', { type: quoted, close })
      : detailOf('There is no event type {type}. Known: {known}.', { type: quoted, known: known.join(', ') });
    throw new ProblemError('validation-failed', detail, { errors: [{ pointer: `#/types/${index}`, detail }] });
  }
}

function refusal(detail: Detail): ProblemError {
  return new ProblemError('validation-failed', detail, { errors: [{ pointer: '#/url', detail }] });
}
