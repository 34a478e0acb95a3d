import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { runWords } from '../../testing/run-words.ts';
import { type CommandIo, UsageError } from '../command.ts';
import { ACTIONS } from './actions.ts';
import { type DeskClient, DeskRefusal, reachDesk } from './desk-client.ts';

// The calls the command line makes, and how it handles answers that no desk gives.

const folder = mkdtempSync(join(tmpdir(), 'desk-client-'));
after(() => rmSync(folder, { recursive: true }));

const io = (): CommandIo => ({
  ...{ out: assert.fail, err: assert.fail, rewrite: assert.fail, terminal: false, env: {} },
  signal: new AbortController().signal,
});
const run = (args: string[], env: Record<string, string> = {}) => runWords(['operator', ...args], { env });

/** A server that answers as the test says. */
async function pretend(answer: (request: IncomingMessage, response: ServerResponse, body: string) => void) {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => answer(request, response, body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Each action with values for its operands and options, and the call it makes. */
const HOSTILE = "../a b?x=1&y#z'é/";
const sure = encodeURIComponent(HOSTILE);
const ID = '01980000-0000-7000-8000-000000000000';
const CALLS: readonly (readonly [
  words: string,
  operands: string[],
  options: Record<string, string>,
  call: string,
  body?: unknown,
])[] = [
  ['organisations', [], {}, 'GET /organisations'],
  [
    'organisations add',
    ['A'],
    { contact: 'c', note: 'n' },
    'POST /organisations',
    { name: 'A', contact: 'c', note: 'n' },
  ],
  ['divisions', [ID], { environment: HOSTILE }, `GET /organisations/${ID}/divisions?environment=${sure}`],
  [
    'divisions add',
    [ID],
    { environment: 'sandbox', name: 'N', abbreviation: 'n' },
    `POST /organisations/${ID}/divisions`,
    { environment: 'sandbox', name: 'N', abbreviation: 'n' },
  ],
  ['weigh-bridges', [ID], { environment: HOSTILE }, `GET /organisations/${ID}/weigh-bridges?environment=${sure}`],
  [
    'weigh-bridges add',
    [ID],
    { environment: 'sandbox', name: 'G', 'time-zone': 'UTC' },
    `POST /organisations/${ID}/weigh-bridges`,
    { environment: 'sandbox', name: 'G', timeZone: 'UTC' },
  ],
  ['credentials', [ID], {}, `GET /organisations/${ID}/credentials`],
  [
    'credentials issue',
    [ID],
    { interface: 'conversion' },
    `POST /organisations/${ID}/credentials`,
    { interface: 'conversion' },
  ],
  [
    'credentials rotate',
    [HOSTILE],
    { expires: '2027-01-31' },
    `POST /credentials/${sure}/secrets`,
    { expiresAt: '2027-01-31T00:00:00.000Z' },
  ],
  ['credentials revoke-secret', [HOSTILE, HOSTILE], {}, `DELETE /credentials/${sure}/secrets/${sure}`],
  ['credentials revoke', [HOSTILE], {}, `DELETE /credentials/${sure}`],
  ['requests', [], { state: HOSTILE }, `GET /access-requests?state=${sure}`],
  [
    'requests enter',
    [],
    {
      ...{ organisation: 'O', email: 'a@b', interface: 'weighing', environment: 'sandbox', contact: 'c', note: 'n' },
      'weigh-bridge': 'A=B=UTC\nPit 1=Europe/Oslo',
    },
    'POST /access-requests',
    {
      ...{ organisationName: 'O', email: 'a@b', interface: 'weighing', environment: 'sandbox' },
      ...{ contactName: 'c', note: 'n' },
      weighBridges: [
        { name: 'A=B', timeZone: 'UTC' },
        { name: 'Pit 1', timeZone: 'Europe/Oslo' },
      ],
    },
  ],
  [
    'requests approve',
    [HOSTILE],
    { organisation: ID, 'weigh-bridge': 'Gate=UTC' },
    `POST /access-requests/${sure}/approve`,
    { organisationId: ID, weighBridges: [{ name: 'Gate', timeZone: 'UTC' }] },
  ],
  ['requests decline', [HOSTILE], { reason: 'r' }, `POST /access-requests/${sure}/decline`, { reason: 'r' }],
  [
    'erase',
    [ID],
    { environment: 'production', person: HOSTILE, 'dry-run': 'yes' },
    `POST /organisations/${ID}/erasures`,
    { environment: 'production', person: HOSTILE, dryRun: true },
  ],
  ['messages', [], {}, 'GET /messages'],
  ['messages send', [HOSTILE], {}, `POST /messages/${sure}/send`],
  ['quotas', [ID], {}, `GET /organisations/${ID}/quotas`],
  ['usage', [ID], {}, `GET /organisations/${ID}/usage`],
  [
    'quotas set',
    [ID],
    { jobs: '0', bytes: 'default', 'requests-per-minute': '600' },
    `PATCH /organisations/${ID}/quotas`,
    { jobs: 0, bytes: null, requestsPerMinute: 600 },
  ],
  ['operators', [], {}, 'GET /operators'],
  [
    'operators add',
    ['Ada'],
    { role: 'desk', expires: '2027-01-31' },
    'POST /operators',
    { name: 'Ada', role: 'desk', expiresAt: '2027-01-31T00:00:00.000Z' },
  ],
  ['operators change-role', [HOSTILE], { role: 'auditor' }, `PATCH /operators/${sure}`, { role: 'auditor' }],
  [
    'operators replace-key',
    [HOSTILE],
    { expires: '2027-01-31T08:00+01:00' },
    `POST /operators/${sure}/key`,
    { expiresAt: '2027-01-31T07:00:00.000Z' },
  ],
  ['operators remove', [HOSTILE], {}, `DELETE /operators/${sure}`],
  ['audit', [], { limit: HOSTILE }, `GET /audit?limit=${sure}`],
];

describe('an action', () => {
  const never: DeskClient = { call: () => assert.fail('no lookup is needed'), close: async () => {} };
  describe('makes one call of the desk; no argument breaks out of its place in the address', () => {
    for (const [words, operands, options, expected, body] of CALLS)
      test(words, async () => {
        const action = ACTIONS.find((one) => one.words === words) ?? assert.fail(`there is no action ${words}`);
        const call = await action.call(operands, options, never);
        assert.equal(`${call.method} ${call.path}`, expected);
        assert.deepEqual(JSON.parse(JSON.stringify({ body: call.body })), body === undefined ? {} : { body }, words);
      });
  });

  test('has a row in the table of this test', () => {
    assert.deepEqual(ACTIONS.map(({ words }) => words).sort(), CALLS.map(([words]) => words).sort());
  });

  test('finds an organisation by its name in any case, on any page of the list', async () => {
    const asked: string[] = [];
    const pages: DeskClient = {
      ...never,
      call: async (_method, path) => {
        asked.push(path);
        if (!path.includes('cursor')) return { items: [{ id: 'a', name: 'Other' }], next: 'c&limit=1' };
        return { items: [{ id: ID, name: 'Müller' }] };
      },
    };
    const { call } = ACTIONS.find(({ words }) => words === 'credentials')!;
    assert.equal((await call(['MÜLLER'], {}, pages)).path, `/organisations/${ID}/credentials`);
    assert.deepEqual(asked, ['/organisations?limit=1000', '/organisations?limit=1000&cursor=c%26limit%3D1']);
    await assert.rejects(async () => call(['Mueller'], {}, pages), {
      name: 'DeskRefusal',
      message: 'There is no organisation named "Mueller"; "fieldbridge operator organisations" lists them.',
    });
    // A name that looks like an id is still a name.
    await assert.rejects(async () => call(['-'.repeat(36)], {}, pages), DeskRefusal);
  });
});

describe('a remote desk', () => {
  test('gets the key as a bearer token, and a media type only with a body', async () => {
    const heard: unknown[] = [];
    await using server = await pretend(({ method, url, headers }, response, body) => {
      heard.push([method, url, headers.authorization, headers['content-type'], body]);
      response.end('{}');
    });
    const desk = await reachDesk({ server: `${server.url}//`, key: 'k' }, io());
    await desk.call('GET', '/a');
    await desk.call('POST', '/b', { c: 1 });
    await desk.close();
    assert.deepEqual(heard, [
      ['GET', '/operator/v1/a', 'Bearer k', undefined, ''],
      ['POST', '/operator/v1/b', 'Bearer k', 'application/json', '{"c":1}'],
    ]);
  });

  test('is found by the address of its server, its own, or that of its interface, also below a path', async () => {
    const seen: string[] = [];
    await using server = await pretend(({ url }, response) => {
      seen.push(url!);
      response.end('{"items":[]}');
    });
    for (const [given, path] of [
      ['', '/operator/v1'],
      ['/', '/operator/v1'],
      ['/operator', '/operator/v1'],
      ['/operator/', '/operator/v1'],
      ['/operator/v1', '/operator/v1'],
      ['/operator/v1//', '/operator/v1'],
      ['/field', '/field/operator/v1'],
      ['/field/operator/v1', '/field/operator/v1'],
      ['/desk/v1', '/desk/v1'],
      ['/my-operators', '/my-operators/operator/v1'],
      ['/operator?x=1#y', '/operator/v1'],
    ]) {
      const env = { FIELDBRIDGE_SERVER: `${server.url.replace(/\/+$/, '')}${given}`, FIELDBRIDGE_OPERATOR_KEY: 'k' };
      assert.equal((await run(['operators'], env)).code, 0, given);
      assert.equal(seen.at(-1)!.replace(/\/operators\?.*$/, ''), path, given);
    }
    for (const wrong of ['localhost:8080', '127.0.0.1', 'ftp://x', 'http://', 'desk'])
      await assert.rejects(reachDesk({ server: wrong, key: 'k' }, io()), UsageError, wrong);
  });

  test('is questioned if it does not answer JSON; a refusal is quoted with its code', async () => {
    let next: [status: number, body: string] = [200, ''];
    await using server = await pretend((_request, response) => response.writeHead(next[0]).end(next[1]));
    const desk = await reachDesk({ server: server.url, key: 'k' }, io());
    for (const [status, body, message, code] of [
      [200, '<html>', 'The answer (status 200) is not JSON: is this the address of a Fieldbridge server?', 'http-200'],
      [
        502,
        'Bad Gateway',
        'The answer (status 502) is not JSON: is this the address of a Fieldbridge server?',
        'http-502',
      ],
      [409, '{"detail":"Taken.","title":"t","code":"name-taken"}', 'Taken.', 'name-taken'],
      [409, '{"title":"Taken","code":"name-taken"}', 'Taken', 'name-taken'],
      [400, '{"code":"invalid-cursor"}', 'The desk refused.', 'invalid-cursor'],
      [500, '', 'The desk refused.', 'http-500'],
      [500, 'null', 'The desk refused.', 'http-500'],
    ] as const) {
      next = [status, body];
      await assert.rejects(desk.call('GET', '/a'), { name: 'DeskRefusal', message, code });
    }
    next = [204, ''];
    assert.equal(await desk.call('DELETE', '/a'), undefined);
    next = [
      422,
      '{"detail":"Two faults.","code":"validation-failed","errors":[{"pointer":"#/a","detail":"One."},{"parameter":"b","detail":"Two."}]}',
    ];
    const env = { FIELDBRIDGE_SERVER: server.url, FIELDBRIDGE_OPERATOR_KEY: 'k' };
    const result = await run(['organisations'], env);
    assert.deepEqual(
      [result.code, result.out, result.err],
      [1, '', 'fieldbridge operator: Two faults. (validation-failed)\n  #/a  One.\n  b  Two.\n'],
    );
  });

  test('that hangs is given up when the user interrupts', async () => {
    await using server = await pretend(() => {});
    const interrupt = new AbortController();
    const desk = await reachDesk({ server: server.url, key: 'k' }, { ...io(), signal: interrupt.signal });
    const asked = desk.call('GET', '/a');
    interrupt.abort();
    await assert.rejects(asked, /cannot be reached/);
  });

  test('needs a key, and excludes a data directory; an empty variable counts as not set', async () => {
    await assert.rejects(reachDesk({ server: 'http://x' }, io()), UsageError);
    await assert.rejects(reachDesk({ server: 'http://x', data: '.', key: 'k' }, io()), UsageError);
    const keyless = { FIELDBRIDGE_SERVER: 'http://x', FIELDBRIDGE_OPERATOR_KEY: '' };
    assert.equal((await run(['organisations'], keyless)).code, 2);
    const env = { FIELDBRIDGE_SERVER: '', FIELDBRIDGE_OPERATOR_KEY: '', FIELDBRIDGE_DATA: join(folder, 'own') };
    assert.deepEqual(await run(['organisations'], env), { code: 0, out: 'None.\n', err: '' });
  });

  test('loses against a data directory given on the command line', async () => {
    const env = { FIELDBRIDGE_SERVER: 'http://127.0.0.1:1', FIELDBRIDGE_OPERATOR_KEY: 'k' };
    assert.equal((await run(['organisations', '--data', join(folder, 'named')], env)).code, 0);
  });
});

test('an impossible data directory or a wrong setting is reported in a sentence', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const none = await run(['organisations', '--data', join(file, 'below')]);
  assert.deepEqual([none.code, none.out], [2, ''], 'as for "serve"');
  assert.match(none.err, /^fieldbridge operator: .*\.\n$/);
  const wrong = await run(['organisations', '--data', join(folder, 'x')], { FIELDBRIDGE_PORT: 'ten' });
  assert.match(wrong.err, /The setting port \(from environment FIELDBRIDGE_PORT\) is "ten"/);
});
