import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readTls, type TlsFiles } from '../../config/tls.ts';
import { type Finding, Findings } from './finding.ts';

const DAY_MS = 86_400_000;
/** Most renewals happen at a third of ninety days, so fewer days than this mean that one was missed. */
const NOTICE_DAYS = 21;

/** Checks that the certificate of TLS can be used, and for how long. @param now milliseconds since 1970 */
export async function checkCertificate(files: TlsFiles, now: number): Promise<readonly Finding[]> {
  const findings = new Findings('certificate');
  if (files.tlsCert === undefined) {
    findings.skipped('the server itself has none (tlsCert)');
    return findings.list;
  }
  try {
    await readTls(files);
    judgeValidity(new X509Certificate(readFileSync(files.tlsCert)), files.tlsCert, now, findings);
  } catch (error) {
    findings.error((error as Error).message.replace(/\.$/, ''), 'Name a matching pair in tlsCert and tlsKey.');
  }
  return findings.list;
}

/** Adds how long a certificate is valid. @param where it is: a file or an address */
export function judgeValidity(
  { validFrom, validTo }: Pick<X509Certificate, 'validFrom' | 'validTo'>,
  where: string,
  now: number,
  findings: Findings,
): void {
  const days = Math.floor((Date.parse(validTo) - now) / DAY_MS);
  const cure = 'Renew it, and restart whatever serves it.';
  if (Date.parse(validFrom) > now)
    findings.error(`the certificate of ${where} is valid from ${validFrom} on, not yet`, 'Check the clock, or wait.');
  else if (days < 0) findings.error(`the certificate of ${where} expired on ${validTo}`, cure);
  else if (days < NOTICE_DAYS) findings.warning(`the certificate of ${where} expires in ${days} days`, cure);
  else findings.ok(`the certificate of ${where} is valid for ${days} days`);
}
