import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type RunningServer, startServer } from '@fieldbridge/server';
import { type Ran, runWords } from '../../testing/run-words.ts';
import { operator } from '../commands/operator.ts';
import type { DeskClient } from './desk-client.ts';
import { readList } from './read-list.ts';

const folder = mkdtempSync(join(tmpdir(), 'operator-'));
after(() => rmSync(folder, { recursive: true }));

const run = (args: string[], env: Record<string, string> = {}): Promise<Ran> =>
  runWords(['operator', ...args], { env });
// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, checked by the assertions
const json = async (args: string[], env?: Record<string, string>): Promise<any> => {
  const { code, out, err } = await run([...args, '--json'], env);
  assert.deepEqual([code, err], [0, ''], `${args.join(' ')}: ${err}`);
  return JSON.parse(out);
};

/** The life of a client, on the desk that the environment names. */
async function story(env: Record<string, string>): Promise<void> {
  const acme = await json(['organisations', 'add', 'Acme', '--contact', 'Ada', '--note', 'by telephone'], env);
  assert.deepEqual([acme.contact, acme.note], ['Ada', 'by telephone']);
  assert.equal((await json(['organisations'], env)).items.at(-1).id, acme.id);
  await json(['divisions', 'add', 'acme', '--environment', 'sandbox', '--name', 'North', '--abbreviation', 'N'], env);
  assert.equal((await json(['divisions', acme.id, '--environment', 'sandbox'], env)).items.length, 1);
  const bridge = await json(
    ['weigh-bridges', 'add', 'Acme', '--environment', 'production', '--name', 'Gate', '--time-zone', 'Europe/Paris'],
    env,
  );
  assert.deepEqual((await json(['weigh-bridges', 'Acme', '--environment', 'production'], env)).items, [bridge]);
  const issued = await json(
    ['credentials', 'issue', 'Acme', '--interface', 'weighing', '--environment', 'production', '--label', 'gate'],
    env,
  );
  assert.equal(issued.credential.label, 'gate');
  assert.deepEqual(issued.locationIds, [bridge.id]);
  const { clientId } = issued.credential;
  const rotated = await json(['credentials', 'rotate', clientId], env);
  assert.notEqual(rotated.clientSecret, issued.clientSecret);
  await json(['credentials', 'revoke-secret', clientId, issued.credential.secrets[0].id], env);
  await json(['credentials', 'revoke', clientId], env);
  assert.match((await json(['credentials', 'Acme'], env)).items[0].revokedAt, /^\d{4}/);

  const entered = await json(
    ['requests', 'enter', '--organisation', 'Beta', '--email', 'it@beta.example', '--interface', 'conversion'],
    env,
  );
  const shown = await run(['requests', 'approve', entered.id], env);
  assert.match(shown.out, /Fetch it here; it is shown once:\s+http:\/\/\S+\/collections\//);
  assert.deepEqual((await json(['requests', '--state', 'pending'], env)).items, []);
  const second = await json(
    ['requests', 'enter', '--organisation', 'Gamma', '--email', 'it@gamma.example', '--interface', 'conversion'],
    env,
  );
  assert.equal(
    (await json(['requests', 'decline', second.id, '--reason', 'No.'], env)).accessRequest.state,
    'declined',
  );
  assert.equal((await json(['messages'], env)).items.length, 2);
  const weighing = ['--interface', 'weighing', '--environment', 'production'];
  const third = await json(
    ['requests', 'enter', '--organisation', 'Delta', '--email', 'it@delta.example', ...weighing],
    env,
  );
  const refused = await run(['requests', 'approve', third.id], env);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /no weigh bridge in production.*--weigh-bridge/);
  await json(['requests', 'approve', third.id, '--weigh-bridge', 'Pit=UTC', '--weigh-bridge', 'Gate=UTC'], env);
  const { items } = await json(['weigh-bridges', 'Delta', '--environment', 'production'], env);
  assert.deepEqual(items.map(({ name }: { name: string }) => name).sort(), ['Gate', 'Pit']);

  await json(['operators', 'add', 'Grace'], env);
  const ada = await json(['operators', 'add', 'Ada', '--role', 'desk', '--expires', '90d'], env);
  assert.match(ada.key, /^fbop_/);
  const changed = await json(['operators', 'change-role', ada.operator.id, '--role', 'auditor'], env);
  assert.deepEqual([ada.operator.role, changed.role], ['desk', 'auditor']);
  assert.ok(Math.abs(Date.parse(ada.operator.keyExpiresAt) - Date.now() - 90 * 86_400_000) < 600_000);
  const again = await json(['operators', 'replace-key', ada.operator.id], env);
  assert.notEqual(again.key, ada.key);
  assert.deepEqual(await json(['operators', 'remove', ada.operator.id], env), {});
  assert.ok((await json(['audit', '--limit', '5'], env)).items.length === 5);
}

test('the desk of a data directory can do everything', () => story({ FIELDBRIDGE_DATA: join(folder, 'offline') }));

test('the desk of a server can do everything too, with an operator key', async () => {
  const lines: string[] = [];
  const data = join(folder, 'server');
  const server: RunningServer = await startServer({
    flags: { data, port: 0, logLevel: 'silent' },
    env: {},
    print: (line) => lines.push(line),
    isTerminal: true,
  });
  try {
    const key = /fbop_[\w-]+/.exec(lines.join(''))![0];
    const env = { FIELDBRIDGE_SERVER: server.url, FIELDBRIDGE_OPERATOR_KEY: key };
    await story(env);
    const inUse = await run(['organisations', '--data', data]);
    assert.deepEqual(
      [inUse.code, /in use by another server.*--server URL --key KEY/.test(inUse.err)],
      [1, true],
      inUse.err,
    );
    const wrong = await run(['organisations', '--server', server.url, '--key', 'wrong']);
    assert.deepEqual([wrong.code, /not-authenticated/.test(wrong.err)], [1, true], wrong.err);
    const human = await run(['organisations'], env);
    assert.match(human.out, /^id=\S+ {2}name=Acme {2}contact=Ada/m);
  } finally {
    await server.stop();
  }
});

test('a list of many pages is read whole, and anything else unchanged', async () => {
  const asked: string[] = [];
  const desk: DeskClient = {
    call: async (_method, path) => {
      asked.push(path);
      const from = Number(/cursor=(\d+)/.exec(path)?.[1] ?? 0);
      return { items: [from, from + 1], ...(from < 4 ? { next: String(from + 2) } : {}) };
    },
    close: async () => {},
  };
  assert.deepEqual(await readList(desk, '/things?state=open'), { items: [0, 1, 2, 3, 4, 5] });
  assert.deepEqual(asked, [
    '/things?state=open&limit=1000',
    '/things?state=open&limit=1000&cursor=2',
    '/things?state=open&limit=1000&cursor=4',
  ]);
  assert.deepEqual(await readList({ ...desk, call: async () => ({ id: 1 }) }, '/thing'), { id: 1 });
});

test('refusals end with 1 and say what is wrong and where', async () => {
  const env = { FIELDBRIDGE_DATA: join(folder, 'refusals') };
  const none = await run(['divisions', 'Nobody', '--environment', 'sandbox'], env);
  assert.deepEqual([none.code, none.out], [1, '']);
  assert.match(none.err, /no organisation named "Nobody"/);
  await json(['organisations', 'add', 'Acme'], env);
  const zone = await run(
    ['weigh-bridges', 'add', 'Acme', '--environment', 'sandbox', '--name', 'x', '--time-zone', 'Mars'],
    env,
  );
  assert.match(zone.err, /validation-failed[\s\S]*#\/timeZone/);
  const gone = await run(['organisations', '--server', 'http://127.0.0.1:1', '--key', 'x']);
  assert.match(gone.err, /cannot be reached/);
});

test('wrong usage differs from a refusal', async () => {
  for (const words of [
    [],
    ['nonsense'],
    ['organisations', 'add'],
    ['organisations', 'extra'],
    ['divisions', 'Acme'],
    ['requests', 'decline', 'x'],
    ['operators', 'add', 'x', '--expires', 'soon', '--data', join(folder, 'usage')],
    ['organisations', '--server', 'x', '--data', 'y'],
    ['organisations', '--server', 'http://x'],
  ]) {
    const { code, out, err } = await run(words);
    assert.deepEqual([code, out], [2, ''], words.join(' '));
    assert.match(err, /^fieldbridge operator: .*\nSee "fieldbridge operator --help"\.\n$/);
  }
  assert.match((await run(['organisations', '--bogus'])).err, /^fieldbridge operator: there is no option --bogus\n/);
  for (const { words } of (await import('./actions.ts')).ACTIONS)
    assert.ok(operator.usage.includes(`  ${words}`), words);
});
