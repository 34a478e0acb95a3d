import { isUuid } from '../core/uuid.ts';

/**
 * A client id for the log. A caller that swaps the two headers or fields sends a secret instead, so only text in the
 * form of a client id is shown.
 * @param sent the value received
 */
export function shownClientId(sent: unknown): string | undefined {
  if (sent === undefined) return undefined;
  return typeof sent === 'string' && isUuid(sent) ? sent : '(no client id)';
}
