// Requests across the expiry of a token, under faults of the token endpoint: this library beside openid-client, which
// sends grants and leaves to the program when. `npm run campaign:tokens [-- REQUESTS]` prints a table.
import * as openid from 'openid-client';
import { clientOf } from '../testing/client-of.ts';
import { type Fault, FaultServer, sendJson } from '../testing/fault-server.ts';

const REQUESTS = Number(process.argv[2] ?? 200);
const ROUNDS = 5;
/** Both libraries give a request up after that long. */
const TIMEOUT_MS = 2000;
const DELAY_MS = 500;

/** Sends a request with whatever token there is or can be had. */
type Send = () => Promise<unknown>;

async function ours(server: FaultServer): Promise<Send> {
  const { divisions } = clientOf(server, { timeoutMs: TIMEOUT_MS }).project;
  return () => divisions.list();
}

/** openid-client, with a refresh on 401 as its program writes it. @param isShared whether requests share a refresh */
async function other(server: FaultServer, isShared: boolean, hasFallback: boolean): Promise<Send> {
  const issuer = { issuer: server.url, token_endpoint: `${server.url}/v1/sandbox/token` };
  const configuration = new openid.Configuration(issuer, 'id', 'secret');
  openid.allowInsecureRequests(configuration);
  configuration.timeout = TIMEOUT_MS / 1000;
  let tokens = await openid.clientCredentialsGrant(configuration);
  let running: Promise<void> | undefined;
  const refresh = async (): Promise<void> => {
    const renewed = openid.refreshTokenGrant(configuration, tokens.refresh_token!);
    tokens = await (hasFallback ? renewed.catch(() => openid.clientCredentialsGrant(configuration)) : renewed);
  };
  const renew = (): Promise<void> => {
    if (!isShared) return refresh();
    running ??= refresh().finally(() => (running = undefined));
    return running;
  };
  const url = new URL(`${server.url}/v1/sandbox/divisions`);
  const get = (): Promise<Response> => openid.fetchProtectedResource(configuration, tokens.access_token, url, 'GET');
  return async () => {
    try {
      return await (await get()).json();
    } catch (error) {
      if ((error as { status?: number }).status !== 401) throw error;
      await renew();
      return (await get()).json();
    }
  };
}

const PROGRAMS: Readonly<Record<string, (server: FaultServer) => Promise<Send>>> = {
  '@fieldbridge/client': ours,
  'openid-client, refresh on 401': (server) => other(server, false, false),
  'the same, else client credentials': (server) => other(server, false, true),
  'the same, one refresh shared': (server) => other(server, true, true),
};

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const FAULTS: Readonly<Record<string, Fault>> = {
  'no fault': () => false,
  [`answer ${DELAY_MS} ms late`]: async () => {
    await pause(DELAY_MS);
    return false;
  },
  'answer lost': ({ response }) => {
    response.destroy();
    return true;
  },
  refused: ({ response }) => {
    sendJson(response, 400, { error: 'invalid_grant' });
    return true;
  },
  'never answered': () => true,
};

/** The middle value. */
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

console.log(`${REQUESTS} requests at once after the expiry of their token, medians of ${ROUNDS} rounds\n`);
console.log('| the refresh | program | failed | token requests | ms |');
console.log('|---|---|---|---|---|');
for (const [what, fault] of Object.entries(FAULTS))
  for (const [program, make] of Object.entries(PROGRAMS)) {
    const rounds: { readonly failed: number; readonly asked: number; readonly milliseconds: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await using server = await FaultServer.start();
      const send = await make(server);
      await send();
      server.expire();
      const before = server.counts.get('/token')!;
      server.fault = async (arrived) => {
        const isRefresh = arrived.path === '/token' && (await arrived.body()).includes('grant_type=refresh_token');
        return isRefresh ? fault(arrived) : false;
      };
      const began = performance.now();
      const outcomes = await Promise.allSettled(Array.from({ length: REQUESTS }, send));
      rounds.push({
        failed: outcomes.filter(({ status }) => status === 'rejected').length,
        asked: server.counts.get('/token')! - before,
        milliseconds: performance.now() - began,
      });
    }
    const [failed, asked, ms] = [
      median(rounds.map((one) => one.failed)),
      median(rounds.map((one) => one.asked)),
      median(rounds.map((one) => one.milliseconds)),
    ];
    console.log(`| ${what} | ${program} | ${failed} | ${asked} | ${ms.toFixed(0)} |`);
  }
