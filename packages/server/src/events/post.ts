import { isIP } from 'node:net';
import type { Resolve } from '../core/resolve.ts';
import { isPublicAddress } from './addresses.ts';
import { unlessAborted } from './unless-aborted.ts';

/** Most bytes read of an answer's body; a receiver that sends more is cut off, but its status counts. */
const ANSWER_BYTES = 64 * 1024;

/** Where a webhook may go, and how long it may take. */
export interface PostRules {
  /** Private addresses are refused unless the operator allows them. */
  readonly allowPrivate: boolean;
  /** Plain http is refused unless the operator allows it. */
  readonly allowPlain: boolean;
  readonly resolve: Resolve;
  /** Time for a receiver, from the lookup of its name to the end of its answer. */
  readonly answerMs: number;
}

/**
 * Sends a body to a receiver and returns the status. The name is resolved here, once; every address is checked, and the
 * connection goes to a checked address, so a second lookup cannot lead elsewhere (DNS rebinding). Redirects are not
 * followed.
 * @param stop gives the attempt up
 * @throws Error with a sentence if the receiver is refused, cannot be reached or does not answer in time
 */
export async function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  rules: PostRules,
  stop: AbortSignal = new AbortController().signal,
): Promise<number> {
  const late = AbortSignal.timeout(rules.answerMs);
  const signal = AbortSignal.any([late, stop]);
  const target = new URL(url);
  if (target.protocol !== 'https:' && !rules.allowPlain) throw new Error('only https addresses are allowed');
  try {
    const host = target.hostname.replace(/^\[|\]$/g, '');
    const address = await unlessAborted(vettedAddress(host, rules), signal);
    return await send(target, address, headers, body, signal);
  } catch (error) {
    throw late.aborted ? new Error(`no answer within ${rules.answerMs / 1000} s`) : error;
  }
}

interface Address {
  readonly address: string;
  readonly family: number;
}

async function send(
  target: URL,
  { address, family }: Address,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<number> {
  // Loaded here: imported at the start, node:http would also load WebSocket, which takes a twentieth of a second.
  const { request: open } = await (target.protocol === 'https:' ? import('node:https') : import('node:http'));
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = open(target, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'fieldbridge-webhooks',
      ...headers,
    },
    agent: false,
    signal,
    lookup: (_host, options, done) => (options.all ? done(null, [{ address, family }]) : done(null, address, family)),
  });
  request.on('error', reject);
  request.on('response', (response) => {
    let bytes = 0;
    const finish = (): void => resolve(response.statusCode!);
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= ANSWER_BYTES) return;
      finish();
      response.destroy();
    });
    response.on('end', finish);
    response.on('error', reject);
  });
  request.end(body);
  return promise;
}

async function vettedAddress(host: string, { allowPrivate, resolve }: PostRules): Promise<Address> {
  const version = isIP(host);
  if (version > 0) {
    if (allowPrivate || isPublicAddress(host)) return { address: host, family: version };
    throw new Error(`the address ${host} is not public, so nothing is sent there`);
  }
  const found = await resolve(host).catch(() => []);
  if (found.length > 0 && (allowPrivate || found.every(({ address }) => isPublicAddress(address)))) return found[0]!;
  throw new Error(noPublicAddress(host));
}

/**
 * The sentence about a name that nothing is sent to. Callers read it, so it is the same for a name that does not exist
 * and for one of the private network: they must not learn which names there are.
 */
export function noPublicAddress(host: string): string {
  return `the name ${host} leads to no address on the public internet`;
}
