import type { AccessRequestView } from '@fieldbridge/contract';
import type { WeighBridge } from '../directory/weigh-bridges.ts';

/** Subject and text of a message. */
export interface Letter {
  readonly subject: string;
  readonly body: string;
}

/**
 * Replaces the address of the page with the secret in the stored message. The address opens the page, so it appears
 * only in the message that is sent and shown once, and nowhere in clear text on the disk.
 */
export const COLLECT_PLACE = '(the address was in the message as sent)';
/** The lines of a stored message that mention the page, and when the first page closed. */
const KEPT_LINES = /^ {2}\(the address was in the message as sent\)\nThe page closes at .*$/m;

/** The page that shows a secret once. */
export interface CollectPage {
  readonly url: string;
  /** When it closes, ISO 8601. */
  readonly closesAt: string;
}

/** A stored message with its newly opened page: a message that is sent again gets its own page, which closes later. */
export function withCollectPage<T extends { readonly body: string }>(message: T, page: CollectPage): T {
  return { ...message, body: message.body.replace(KEPT_LINES, () => linesOf(page)) };
}

/** The lines of a message that mention the page. */
function linesOf({ url, closesAt }: CollectPage): string {
  return `  ${url}\nThe page closes at ${closesAt}.`;
}

/** The facts of an approval. */
export interface ApprovalFacts {
  readonly clientId: string;
  /** When that page closes, ISO 8601. */
  readonly collectUntil: string;
  /** Address of the interface. */
  readonly interfaceUrl: string;
  readonly weighBridges: readonly WeighBridge[];
  readonly referenceUrl: string;
  readonly supportEmail: string;
}

/** The message for an approved request: client id, where to collect the secret once, weigh bridge UUIDs. */
export function approvalLetter(request: AccessRequestView, facts: ApprovalFacts): Letter {
  const bridges = facts.weighBridges.map(({ id, name }) => `  ${id}  ${name}`);
  const body = [
    `Dear ${request.contactName ?? request.organisationName},`,
    '',
    `Your request for access to the ${nameOf(request)} is approved.`,
    '',
    `Client ID:  ${facts.clientId}`,
    `Address:    ${facts.interfaceUrl}`,
    `Reference:  ${facts.referenceUrl}`,
    '',
    'The client secret is not in this message. Fetch it here; it is shown once:',
    linesOf({ url: COLLECT_PLACE, closesAt: facts.collectUntil }),
    ...(bridges.length === 0
      ? []
      : ['', 'Your weigh bridges; give one of these as locationId on every ticket:', ...bridges]),
    '',
    'The credentials give full read and write permission. Keep the secret out of emails and repositories.',
    `Questions: ${facts.supportEmail}`,
  ];
  return { subject: `Access to the ${nameOf(request)}`, body: `${body.join('\n')}\n` };
}

/** The message for a declined request. */
export function declineLetter(request: AccessRequestView, reason: string, supportEmail: string): Letter {
  const body = [
    `Dear ${request.contactName ?? request.organisationName},`,
    '',
    `Your request for access to the ${nameOf(request)} was declined:`,
    '',
    `  ${reason}`,
    '',
    `Reply to ${supportEmail} if you have questions.`,
  ];
  return { subject: `Your request for access to the ${nameOf(request)}`, body: `${body.join('\n')}\n` };
}

function nameOf(request: AccessRequestView): string {
  return `${request.interface} interface${request.environment === null ? '' : ` (${request.environment})`}`;
}
