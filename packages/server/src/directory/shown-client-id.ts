import { isUuid } from '../core/uuid.ts';

/**
 * A client id as the log may show it. Who swaps the two headers or fields sends a secret in its place, so only what has the form of a client
 * id is shown.
 * @param sent whatever stood there
 */
export function shownClientId(sent: unknown): string | undefined {
  if (sent === undefined) return undefined;
  return typeof sent === 'string' && isUuid(sent) ? sent : '(no client id)';
}
