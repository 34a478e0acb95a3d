import type { TestServer } from './server.ts';

/** A credential of the weighing interface with its weigh bridges. */
export interface WeighingCaller {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly locationIds: readonly string[];
}

/** An answer, with the text as received. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text parsed as JSON; tests inspect it freely. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the test is about
  readonly json: any;
}

export type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/**
 * A caller of one environment over HTTP.
 * @param url of the server
 * @returns a function that sends a request; bodies that are not texts are written as JSON
 */
export function weighingCaller(
  url: string,
  caller: Pick<WeighingCaller, 'clientId' | 'clientSecret'>,
  environment: 'sandbox' | 'production' = 'sandbox',
): Call {
  const base = `${url}/weighing${environment === 'sandbox' ? '-sandbox' : ''}/v2`;
  return async (method, path, body, headers = {}) => {
    const response = await fetch(base + path, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-clientid': caller.clientId,
        'x-clientsecret': caller.clientSecret,
        ...headers,
      },
      body: body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    } as RequestInit);
    const text = await response.text();
    const json: unknown = /json/.test(response.headers.get('content-type') ?? '') ? parse(text) : undefined;
    return { status: response.status, headers: response.headers, text, json };
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // NDJSON is not JSON; the test reads the text.
    return undefined;
  }
}

/** Credentials and two weigh bridges of another organisation. */
export async function otherCaller(
  server: TestServer,
  space: 'weighing-sandbox' | 'weighing-production' = 'weighing-sandbox',
): Promise<WeighingCaller> {
  const { organisationId, clientId, clientSecret } = await server.otherOrganisation(space);
  const bridges = server.context.weighBridges(space);
  const north = await bridges.add(organisationId, 'Other', 'Europe/Berlin');
  const south = await bridges.add(organisationId, 'Another', 'America/New_York');
  return { clientId, clientSecret, locationIds: [north.id, south.id] };
}

/** The smallest ticket, with more fields if a test needs them. */
export function ticket(locationId: string, externalId: string, more: Record<string, unknown> = {}) {
  return { locationId, externalId, nettWeight: { quantity: 25.4, unit: 't' }, ...more };
}
