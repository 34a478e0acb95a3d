import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const hashed = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
const keyed = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * Verifies a request as "Authenticating Requests (AWS Signature Version 4)" of the Amazon S3 API Reference has it.
 * @returns the code of the refusal; undefined if the signature is right and the body is the signed one
 */
export function signatureFault(
  request: IncomingMessage,
  body: Buffer,
  { accessKey, secretKey, region }: { accessKey: string; secretKey: string; region: string },
): string | undefined {
  const form = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const match = form.exec(request.headers.authorization ?? '');
  if (match === null) return 'AccessDenied';
  const [, credential, signedNames, signature] = match;
  const [key, day, where, service, end] = credential!.split('/');
  if (key !== accessKey) return 'InvalidAccessKeyId';
  if (where !== region || service !== 's3' || end !== 'aws4_request') return 'AuthorizationHeaderMalformed';
  const time = String(request.headers['x-amz-date']);
  const at = Date.parse(time.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(at - Date.now()) < 15 * 60_000) || !time.startsWith(day!)) return 'RequestTimeTooSkewed';
  const names = signedNames!.split(';');
  const needed = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))];
  if (needed.some((name) => !names.includes(name))) return 'AccessDenied';
  const digest = String(request.headers['x-amz-content-sha256']);
  if (digest !== hashed(body)) return 'XAmzContentSHA256Mismatch';
  const [path, query = ''] = request.url!.split('?');
  const canonical = [
    request.method,
    // Already encoded once, as S3 wants it.
    path,
    query
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name]).trim().replace(/\s+/g, ' ')}`),
    '',
    signedNames,
    digest,
  ].join('\n');
  const scope = `${day}/${where}/s3/aws4_request`;
  const signingKey = [where!, 's3', 'aws4_request'].reduce<Buffer>(keyed, keyed(`AWS4${secretKey}`, day!));
  const expected = keyed(signingKey, ['AWS4-HMAC-SHA256', time, scope, hashed(canonical)].join('\n'));
  return timingSafeEqual(expected, Buffer.from(signature!, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}
