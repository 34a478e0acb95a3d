import { FieldbridgeError } from './transport/errors.ts';

/** A webhook that is not from the server, is too old, or was changed in transit. */
export class WebhookError extends FieldbridgeError {
  override readonly name = 'WebhookError';
}

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** How far the time of a webhook may be from ours, in seconds, as Standard Webhooks advises. */
const TOLERANCE_SECONDS = 300;
/** Most signatures of one webhook that are tried. */
const MAX_SIGNATURES = 16;

/**
 * Verifies a webhook (Standard Webhooks 1.0.0). Keep its `webhook-id` to recognise repeats.
 * @param body the body as it arrived, before any parsing
 * @param secret `whsec_…`, or several while one is being replaced
 * @param now milliseconds since 1970; the clock of this machine by default
 * @returns the event
 * @throws {WebhookError} `webhook-headers`, `webhook-time`, `webhook-signature`, `webhook-body`
 */
export async function verifyWebhook<T = Readonly<Record<string, unknown>>>(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  now = Date.now(),
): Promise<T> {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) => header(headers, `webhook-${name}`));
  if (!id || !time || !signatures || !/^\d{1,12}$/.test(time))
    throw new WebhookError(
      'webhook-headers',
      'webhook-id, webhook-timestamp or webhook-signature is missing or damaged',
    );
  if (Math.abs(now / 1000 - Number(time)) > TOLERANCE_SECONDS)
    throw new WebhookError(
      'webhook-time',
      'the time of the webhook differs from the clock here by more than five minutes: check the clock',
    );
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${time}.${text}`);
  const offered = signatures.split(' ').slice(0, MAX_SIGNATURES);
  for (const one of [secret].flat()) {
    const key = await keyOf(one, 'verify');
    for (const signature of offered) {
      const bytes = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : undefined;
      if (bytes !== undefined && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return parsed<T>(text);
    }
  }
  throw new WebhookError(
    'webhook-signature',
    'no signature was made with this secret: does it belong to this endpoint?',
  );
}

/**
 * For tests of a receiver: the headers a server sends with a body.
 * @param at milliseconds since 1970
 */
export async function signWebhook(
  body: string,
  secret: string,
  { id = 'test', at = Date.now() }: { readonly id?: string; readonly at?: number } = {},
): Promise<Record<string, string>> {
  const time = String(Math.floor(at / 1000));
  const key = await keyOf(secret, 'sign');
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${id}.${time}.${body}`));
  const signature = `v1,${btoa(String.fromCharCode(...new Uint8Array(mac)))}`;
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature };
}

function keyOf(secret: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (bytes === undefined || bytes.length === 0) throw new TypeError('the secret of a webhook is whsec_ and base64');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use]);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function header(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : undefined;
}

function parsed<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new WebhookError('webhook-body', 'the webhook is signed, but is not JSON', error);
  }
}
