import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** A secret as receivers configure it: `whsec_` and base64 (Standard Webhooks 1.0.0, "signature scheme"). */
export function writeSecret(bytes: Uint8Array): string {
  return PREFIX + Buffer.from(bytes).toString('base64');
}

/** The bytes of a secret. */
export function readSecret(secret: string): Buffer {
  return Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
}

/**
 * The three headers of a webhook. Every secret adds its own signature, so that one can be rotated without a gap.
 * @param id the event's id
 * @param seconds since 1970, of this attempt
 */
export function signedHeaders(
  id: string,
  seconds: number,
  body: string,
  secrets: readonly Uint8Array[],
): Record<string, string> {
  const content = `${id}.${seconds}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets
      .map((secret) => `v1,${createHmac('sha256', secret).update(content).digest('base64')}`)
      .join(' '),
  };
}
