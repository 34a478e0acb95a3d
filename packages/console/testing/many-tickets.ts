import type { TestServer } from '@fieldbridge/server/testing/server.ts';

/** Tickets of one request. */
const BATCH = 1000;
const STEP_MS = 5_000;

/** Stores tickets `T-0`, `T-1`, … of the demonstration, five seconds apart, the first one the newest. */
export async function storeTickets(server: Pick<TestServer, 'url' | 'demo'>, count: number): Promise<void> {
  const { clientId, clientSecret, locationIds } = server.demo.weighing;
  const headers = { 'content-type': 'application/json', 'x-clientid': clientId, 'x-clientsecret': clientSecret };
  const now = Date.now() - STEP_MS;
  for (let first = 0; first < count; first += BATCH) {
    const tickets = Array.from({ length: Math.min(BATCH, count - first) }, (_, i) => {
      const k = first + i;
      const datetime = new Date(now - k * STEP_MS).toISOString();
      return {
        ...{ locationId: locationIds[k % locationIds.length], externalId: `T-${k}`, type: 'outgoing' },
        ...{ nettWeight: { quantity: 25.4, unit: 't', datetime }, customer: { name: `Customer ${k % 37}` } },
        ...{ product: { identifier: `P${k % 9}`, name: `Product ${k % 9}` } },
        ...{ project: { identifier: `J${k % 50}`, description: `Project number ${k % 50}` } },
        vehicle: { licenseplate: `AB-${k % 200}-CD` },
      };
    });
    const address = `${server.url}/weighing-sandbox/v2/weighing?atomic=true`;
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(tickets) });
    if (answer.status !== 201) throw new Error(await answer.text());
    await answer.arrayBuffer();
  }
}
