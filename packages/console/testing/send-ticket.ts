import type { TestServer } from '@fieldbridge/server/testing/server.ts';

/**
 * Sends a ticket of the demonstration to the sandbox.
 * @param more further fields @param tons nett, as text: a number would lose its last zero
 * @returns its uuid
 */
export async function sendTicket(
  server: Pick<TestServer, 'url' | 'demo'>,
  externalId: string,
  more: Readonly<Record<string, unknown>> = {},
  tons = '25.4',
): Promise<string> {
  const { clientId, clientSecret, locationIds } = server.demo.weighing;
  const headers = { 'content-type': 'application/json', 'x-clientid': clientId, 'x-clientsecret': clientSecret };
  const rest = JSON.stringify({ locationId: locationIds[0], externalId, ...more }).slice(1);
  const body = `{"nettWeight":{"quantity":${tons},"unit":"t"},${rest}`;
  const answer = await fetch(`${server.url}/weighing-sandbox/v2/weighing`, { method: 'POST', headers, body });
  if (answer.status !== 201) throw new Error(await answer.text());
  return ((await answer.json()) as { uuid: string }).uuid;
}
