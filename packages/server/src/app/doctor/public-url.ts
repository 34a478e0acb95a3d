import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { judgeValidity } from './certificate.ts';
import { type Finding, Findings } from './finding.ts';

const WAIT_MS = 10_000;
/** Longest answer that is read; ours has about a hundred bytes. */
const ANSWER_MAX = 10_000;

/** The expected values for the public address. */
export interface ExpectedServer {
  readonly publicUrl: string | undefined;
  /** Whether callers on other machines reach the server. */
  readonly isOpen: boolean;
  /** Whether a server runs on the data directory. */
  readonly isRunning: boolean;
  /** Its id; undefined if the data directory has no key yet. */
  readonly serverId: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Calls the public address, as callers do, and checks that the server of the data directory answers. */
export async function checkPublicUrl(expected: ExpectedServer): Promise<readonly Finding[]> {
  const findings = new Findings('public-url');
  const { publicUrl, isOpen, isRunning, serverId, now } = expected;
  if (publicUrl === undefined) {
    if (isOpen)
      findings.warning('none is set, so links in answers have the listening address', 'Set publicUrl (--public-url).');
    else findings.ok('none is set, and the server listens on this machine only');
    return findings.list;
  }
  if (!isRunning) {
    findings.skipped(`${publicUrl} was not called, because no server runs on the data directory`);
    return findings.list;
  }
  const address = `${publicUrl.replace(/\/+$/, '')}/health/live`;
  try {
    const { status, text, certificate } = await call(address);
    if (certificate !== undefined) judgeValidity(certificate, publicUrl, now, findings);
    const found = idIn(text);
    if (found === serverId && found !== undefined) findings.ok(`${publicUrl} leads to this server`);
    else if (found === undefined)
      findings.error(
        `${address} answers ${status}, and not as a Fieldbridge server does`,
        'Let the proxy pass requests on, and remove the path of publicUrl from them if it has one.',
      );
    else findings.error(`${publicUrl} leads to another Fieldbridge server`, 'Correct publicUrl, DNS or the proxy.');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    findings.error(
      `${address} cannot be reached: ${message || code}`,
      'Check DNS, the firewall, the proxy and its certificate; a private authority is named in NODE_EXTRA_CA_CERTS.',
    );
  }
  return findings.list;
}

interface Called {
  readonly status: number;
  readonly text: string;
  readonly certificate: { readonly validFrom: string; readonly validTo: string } | undefined;
}

async function call(address: string): Promise<Called> {
  const { get } = address.startsWith('https:') ? await import('node:https') : await import('node:http');
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address, { agent: false, signal: AbortSignal.timeout(WAIT_MS) }, resolve).on('error', reject);
  });
  const peer = (answer.socket as Partial<TLSSocket>).getPeerCertificate?.();
  let text = '';
  for await (const chunk of answer) {
    text += String(chunk);
    if (text.length > ANSWER_MAX) break;
  }
  const certificate = peer === undefined ? undefined : { validFrom: peer.valid_from, validTo: peer.valid_to };
  return { status: answer.statusCode ?? 0, text, certificate };
}

function idIn(text: string): string | undefined {
  try {
    const { server } = JSON.parse(text) as { server?: unknown };
    return typeof server === 'string' ? server : undefined;
  } catch {
    return undefined;
  }
}
