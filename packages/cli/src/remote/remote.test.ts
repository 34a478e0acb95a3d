import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startTestServer, type TestServer } from '@fieldbridge/server/testing/server.ts';
import { type Ran, runWords } from '../../testing/run-words.ts';

// What the commands do on a running server.

const POINTS = 'name,northing,easting,elevation\nA,1,2,3\nB,2,3,4\n';
const folder = mkdtempSync(join(tmpdir(), 'remote-'));
const at = (name: string): string => join(folder, name);
let server: TestServer;
before(async () => {
  server = await startTestServer();
  writeFileSync(at('points.csv'), POINTS);
  writeFileSync(at('more.csv'), POINTS.replace('A,', 'C,').replace('B,', 'D,'));
});
after(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

type Interface = 'jobs' | 'tickets' | 'projects' | 'divisions';
const CREDENTIALS = { jobs: 'conversion', tickets: 'weighing', projects: 'project', divisions: 'project' } as const;

/** Runs a command as a caller with credentials in the environment. */
function run(words: readonly [Interface, ...string[]], more: Parameters<typeof runWords>[1] = {}): Promise<Ran> {
  const { clientId, clientSecret } = server.demo[CREDENTIALS[words[0]]];
  const env = {
    FIELDBRIDGE_SERVER: server.url,
    FIELDBRIDGE_ENVIRONMENT: 'sandbox',
    FIELDBRIDGE_CLIENT_ID: clientId,
    FIELDBRIDGE_CLIENT_SECRET: clientSecret,
  };
  return runWords(words, { env, ...more });
}

/** The document of a command that must succeed. */
async function json<T>(...words: [Interface, ...string[]]): Promise<T> {
  const { code, out, err } = await run([...words, '--json']);
  assert.equal(code, 0, err);
  return JSON.parse(out) as T;
}

describe('jobs', () => {
  test('a job is made of files, shown, listed, exported and deleted', async () => {
    const made = await json<{ jobId: string; result: string; imports: object[] }>(
      ...(['jobs', 'create', at('points.csv'), at('more.csv'), '--name', 'Site 12', '--unit', 'm'] as const),
    );
    assert.deepEqual([made.result, made.imports.length], ['success', 2]);
    const list = await run(['jobs', 'list']);
    assert.match(list.out, new RegExp(`^job +name +unit[\\s\\S]*^${made.jobId} +Site 12 +metres `, 'm'));
    assert.match((await run(['jobs', 'show', made.jobId])).out, /^points\.csv +csv +success +2 +2 +0/m);
    assert.equal((await run(['jobs', 'wait', made.jobId])).code, 0);
    const file = at('site.csv');
    assert.equal((await run(['jobs', 'export', made.jobId, '--to', 'csv', '-o', file])).code, 0);
    assert.equal(readFileSync(file, 'utf8').trim().split('\n').length, 5);
    const again = await run(['jobs', 'export', made.jobId, '--to', 'csv', '-o', file, '--json']);
    assert.deepEqual([again.code, JSON.parse(again.out).code], [1, 'EEXIST']);
    await json('jobs', 'export', made.jobId, '-o', file, '--force');
    assert.equal(readFileSync(file).subarray(0, 2).toString(), 'PK');
    await json('jobs', 'delete', made.jobId);
    const gone = await run(['jobs', 'show', made.jobId, '--json']);
    assert.deepEqual([gone.code, JSON.parse(gone.out).code], [1, 'not-found']);
  });

  test('files are added by a report from which something is chosen', async () => {
    const { jobId } = await json<{ jobId: string }>('jobs', 'create', '--unit', 'm');
    writeFileSync(at('report.json'), (await run(['jobs', 'report', jobId, at('points.csv')])).out);
    const chosen = await run(['jobs', 'import', at('report.json'), '--json']);
    assert.equal(JSON.parse(chosen.out).result, 'success', chosen.err);
    const added = await json<{ imports: object[] }>('jobs', 'add', jobId, at('more.csv'));
    assert.equal(added.imports.length, 2);
    const { code, err } = await run(['jobs', 'import', at('points.csv')]);
    assert.deepEqual([code, /is not a report/.test(err)], [2, true]);
  });

  for (const files of [['points.csv'], ['points.csv', 'more.csv']])
    test(`${files.length} converted: nothing stays on the server`, async () => {
      const count = async () => (await json<{ items: object[] }>('jobs', 'list')).items.length;
      const before = await count();
      const out = at(`${files.length}.geojson`);
      const { code, err } = await run(['jobs', 'convert', ...files.map(at), '--to', 'geojson', '-o', out]);
      assert.equal(code, 0, err);
      assert.equal(JSON.parse(readFileSync(out, 'utf8')).features.length, 2 * files.length);
      assert.equal(await count(), before);
    });

  test('an import that fails is exit status 1, and a failed conversion leaves no file', async () => {
    writeFileSync(at('bad.xml'), '<LandXML');
    assert.equal((await run(['jobs', 'create', at('bad.xml'), '--from', 'landxml'])).code, 1);
    const out = at('bad.dxf');
    for (const files of [['bad.xml'], ['points.csv', 'bad.xml']]) {
      const { code, err } = await run(['jobs', 'convert', ...files.map(at), '--to', 'dxf', '-o', out]);
      assert.deepEqual([code, existsSync(out)], [1, false], err);
    }
  });
});

describe('projects', () => {
  test('a project is created, found, changed, archived and deleted', async () => {
    const { items } = await json<{ items: { id: string; abbreviation: string }[] }>('divisions', 'list');
    const [division] = items;
    assert.equal((await json<{ id: string }>('divisions', 'show', division!.id)).id, division!.id);
    assert.match((await run(['divisions', 'list'])).out, /^id +abbreviation +name\n/);
    const made = await json<{ id: string; location: object }>(
      ...(['projects', 'create', '--division', division!.id, '--number', '7', '--name', 'Ring road'] as const),
      ...['--location', '6.5,51.2', '--epsg', '25832', '--start', '2026-01-01'],
    );
    assert.deepEqual(made.location, { longitude: 6.5, latitude: 51.2 });
    const changed = await json<{ name: string; startDate: null }>(
      ...(['projects', 'update', made.id, '--name', 'Ring road north', '--start', ''] as const),
    );
    assert.deepEqual([changed.name, changed.startDate], ['Ring road north', null]);
    assert.match((await run(['projects', 'list', '--text', 'NORTH'])).out, /^\S+ +7 +Ring road north +\w+/m);
    assert.equal((await run(['projects', 'list', '--text', 'nowhere'])).out, 'None.\n');
    assert.match((await run(['projects', 'show', made.id])).out, /^location +6\.5, 51\.2$/m);
    await json('projects', 'archive', made.id);
    await json('projects', 'delete', made.id);
    assert.equal((await run(['projects', 'show', made.id])).code, 1);
  });
});

describe('tickets', () => {
  const ticket = (externalId: string, quantity = 25.4) => ({
    locationId: server.demo.weighing.locationIds[0]!,
    externalId,
    nettWeight: { quantity, unit: 't', datetime: `2026-11-20T10:00:00Z` },
    product: { name: 'Gravel' },
  });

  test('are sent, listed by filter, shown, corrected and deleted', async () => {
    writeFileSync(at('tickets.json'), JSON.stringify([ticket('S-1'), ticket('S-2')]));
    const sent = await run(['tickets', 'send', at('tickets.json')]);
    assert.deepEqual([sent.code, sent.out], [0, '2 tickets: 2 stored, 0 stored before, 0 refused\n']);
    writeFileSync(at('ticket.json'), JSON.stringify([ticket('S-2')]));
    assert.match((await run(['tickets', 'send', at('ticket.json')])).out, /^1 ticket: 0 stored, 1 stored before,/);
    const repeated = await json<{ present: number }>('tickets', 'send', at('tickets.json'));
    assert.equal(repeated.present, 2);
    const found = await json<{ items: { uuid: string }[] }>('tickets', 'list', '--external-id', 'S-2');
    assert.equal(found.items.length, 1);
    const cut = await run(['tickets', 'list', '--product', 'Gravel', '--limit', '1']);
    assert.match(cut.out, /^ticket +weighed +nett +unit[^\n]*\nS-1 +2026-11-20T10:00:00\S+ +25\.4 +t +Gravel[^\n]*\n$/);
    assert.match(cut.err, /There are more/);
    const { uuid } = found.items[0]!;
    const set = ['--set', 'nettWeight.quantity=26.10', '--set', 'product.name='];
    assert.equal((await run(['tickets', 'correct', uuid, ...set])).code, 0);
    const shown = (await run(['tickets', 'show', uuid])).out;
    assert.match(shown, /^nettWeight\.quantity +26\.10$/m);
    for (const words of [
      ['list', '--external-id', 'S-2'],
      ['show', uuid],
      ['show', uuid, '--history'],
    ])
      assert.match((await run(['tickets', ...words, '--json'])).out, /"quantity": 26\.10,/);
    assert.match((await run(['tickets', 'list', '--external-id', 'S-2'])).out, / +26\.10 +t/);
    assert.doesNotMatch(shown, /product/);
    const { items } = await json<{ items: object[] }>('tickets', 'show', uuid, '--history');
    assert.equal(items.length, 2);
    await json('tickets', 'delete', uuid);
    assert.equal((await run(['tickets', 'show', uuid])).code, 1);
  });

  test('some of a CSV refused: exit status 3, with the reasons', async () => {
    const { locationId } = ticket('x');
    const rows = ['externalId,nettWeight.quantity,nettWeight.unit', 'C-1,1.5,t', 'C-2,heavy,t'];
    writeFileSync(at('tickets.csv'), rows.join('\n'));
    const { code, err } = await run(['tickets', 'send', at('tickets.csv'), '--set', `locationId=${locationId}`]);
    assert.deepEqual([code, /C-2: .*heavy/.test(err)], [3, true], err);
  });

  test('are followed as lines of JSON, and again from the position that was kept', async () => {
    const position = at('position');
    const since = new Date(Date.now() - 1000).toISOString();
    const followed = async (count: number, words: readonly string[]): Promise<string[]> => {
      const interrupt = new AbortController();
      const following = run(['tickets', 'follow', '--every', '0.1', '--position', position, '--json', ...words], {
        signal: interrupt.signal,
      });
      for (let left = 100; left > 0; left--) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        if (count === 0 ? left < 80 : existsSync(position) && readFileSync(position, 'utf8') > kept) break;
      }
      interrupt.abort(new Error('interrupted'));
      const { code, out } = await following;
      assert.equal(code, 0);
      assert.match(out, /"quantity":25\.40,/);
      return out.trim() === ''
        ? []
        : out
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line).externalId as string);
    };
    let kept = `${since}\n`;
    for (const [name, words] of [
      ['F-1', ['--since', since]],
      ['F-2', []],
    ] as const) {
      writeFileSync(at('one.json'), JSON.stringify(ticket(name)).replace('25.4', '25.40'));
      assert.equal((await run(['tickets', 'send', at('one.json')])).code, 0);
      assert.ok((await followed(1, words)).includes(name));
      kept = readFileSync(position, 'utf8');
    }
  });

  test('the address of the weighing environment needs no --environment', async () => {
    const { clientId, clientSecret } = server.demo.weighing;
    const words = ['tickets', 'list', '--server', `${server.url}/weighing-sandbox/v2`, '--json'] as const;
    const env = { FIELDBRIDGE_CLIENT_ID: clientId, FIELDBRIDGE_CLIENT_SECRET: clientSecret };
    const { code, err } = await runWords(words, { env });
    assert.equal(code, 0, err);
  });
});

describe('wrong usage and wrong servers', () => {
  const credentials = { FIELDBRIDGE_CLIENT_ID: 'id', FIELDBRIDGE_CLIENT_SECRET: 'secret' };
  const all = { ...credentials, FIELDBRIDGE_SERVER: 'http://127.0.0.1:1', FIELDBRIDGE_ENVIRONMENT: 'sandbox' };
  for (const [words, env, says] of [
    [['jobs'], all, /an action is needed: list, convert/],
    [['jobs', 'lst'], all, /there is no action "lst"; did you mean "?list/i],
    [['jobs', 'show'], all, /"jobs show" takes JOB/],
    [['jobs', 'list', 'x'], all, /takes no further words/],
    [['jobs', 'convert', 'a.dxf', '-o', 'b.tp3'], all, /needs --to FORMAT/],
    [['jobs', 'list'], credentials, /--server needs/],
    [['jobs', 'list'], { ...all, FIELDBRIDGE_SERVER: 'ftp://x' }, /--server needs/],
    [['jobs', 'list'], { ...all, FIELDBRIDGE_CLIENT_SECRET: '' }, /credentials are missing/],
    [['jobs', 'list', '--client-secret', 'x'], all, /there is no option/],
    [['projects', 'list'], { ...all, FIELDBRIDGE_ENVIRONMENT: '' }, /--environment needs sandbox or production/],
    [['projects', 'list', '--environment', 'test'], all, /--environment needs/],
    [['projects', 'list', '--limit', '0'], all, /--limit needs/],
    [['projects', 'update', 'x'], all, /name what to change/],
    [['projects', 'update', 'x', '--epsg', 'RD'], all, /"RD" is not a number/],
    [['projects', 'update', 'x', '--location', '5'], all, /needs LONGITUDE,LATITUDE/],
    [['tickets', 'correct', 'x'], all, /name what to change/],
    [['tickets', 'correct', 'x', '--set', 'weight=1'], all, /no field "weight"/],
    [['tickets', 'correct', 'x', '--set', 'nettWeight.quantity=1,5'], all, /is not a number/],
    [['tickets', 'send', 'x.json', '--decimal-comma'], all, /are for \.csv/],
    [['tickets', 'follow', '--since', 'today'], all, /is not a time/],
    [['tickets', 'follow', '--every', '0'], all, /--every/],
  ] as const)
    test(`${words.join(' ')}: exit status 2, ${says.source}`, async () => {
      const { code, err } = await runWords(words, { env });
      assert.deepEqual([code, says.test(err)], [2, true], err);
    });

  test('a file of the secret that others can read is refused', async (t) => {
    if (process.platform === 'win32') return t.skip('Windows has no file modes');
    const file = at('secret');
    const { clientId, clientSecret } = server.demo.conversion;
    writeFileSync(file, `${clientSecret}\n`);
    const list = [
      'jobs',
      'list',
      '--server',
      server.url,
      '--client-id',
      clientId,
      '--client-secret-file',
      file,
    ] as const;
    chmodSync(file, 0o644);
    const refused = await runWords(list);
    assert.deepEqual([refused.code, /other users can read the secret/.test(refused.err)], [2, true]);
    chmodSync(file, 0o600);
    assert.equal((await runWords(list)).code, 0);
  });

  test('wrong credentials: exit status 1, one code, and no secret in any text', async () => {
    const env = { ...all, FIELDBRIDGE_SERVER: server.url, FIELDBRIDGE_CLIENT_SECRET: 'hush-hush' };
    const { code, out, err } = await runWords(['jobs', 'list', '--json'], { env });
    assert.equal(code, 1);
    assert.match(JSON.parse(out).code, /^[a-z-]+$/);
    assert.doesNotMatch(out + err, /hush/);
  });
});
