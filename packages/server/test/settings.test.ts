import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { startServer } from '../src/app/server.ts';
import { openDesk, SettingError } from '../src/index.ts';
import { IN_FILES } from '../testing/database.ts';
import { startTestServer } from '../testing/server.ts';

// The effect of settings on a start: contradictions, and the key of the first operator.

const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-starts-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let starts = 0;
const place = () => join(folder, `data-${++starts}`);
const refused = (flags: Record<string, unknown>, sentence: RegExp, data = place()) =>
  assert.rejects(
    startServer({ flags: { data, port: 0, ...flags }, env: {}, log: { write: () => {} }, print: () => {} }),
    (error) => error instanceof SettingError && sentence.test(error.message),
    JSON.stringify(flags),
  );

describe('contradictory settings', () => {
  test('two interfaces at one path are refused with the address they would share', async () => {
    for (const [flags, shared] of [
      [{ operatorPath: '/project' }, '/project/v1/openapi.json'],
      [{ weighingPath: '/weighing-sandbox' }, '/weighing-sandbox/openapi.json'],
      [{ projectPath: '/conversion' }, '/conversion/openapi.json'],
      [{ conversionPath: '', projectPath: '' }, '/openapi.json'],
    ] as const)
      await refused(flags, new RegExp(`^Two interfaces would answer at ${shared}: give projectPath, weighingPath`));
  });

  test('a path may be the parent of another', async () => {
    await using server = await startTestServer({ projectPath: '/api', operatorPath: '/api/desk' });
    for (const path of ['/api/openapi.json', '/api/desk/openapi.json'])
      assert.equal((await fetch(server.url + path)).status, 200, path);
  });

  test('TLS files that are missing, not PEM, or of two pairs are reported before anything is created', async (t) => {
    const data = place();
    const [missing, nonsense] = [join(folder, 'missing.pem'), join(folder, 'nonsense.pem')];
    writeFileSync(nonsense, 'no PEM');
    await refused({ tlsCert: missing, tlsKey: nonsense }, /file of the setting tlsCert cannot be read: ENOENT/, data);
    await refused({ tlsCert: nonsense, tlsKey: missing }, /file of the setting tlsKey cannot be read: ENOENT/, data);
    await refused({ tlsCert: nonsense, tlsKey: nonsense }, /nonsense\.pem \(tlsKey\) cannot be used: /, data);
    assert.ok(!existsSync(data), 'a refused start leaves no data directory');
    const pair = (name: string, kind = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']) => {
      const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.cert`)];
      const words = ['req', '-x509', '-keyout', key, '-out', cert, '-days', '2', '-subj', `/CN=${name}`];
      const made = spawnSync('openssl', [...words, '-newkey', ...kind]);
      return { key, cert, error: made.error };
    };
    const [one, other, rsa] = [pair('one'), pair('other'), pair('rsa', ['rsa:2048', '-nodes'])];
    const locked = pair('locked', ['rsa:2048', '-passout', 'pass:xyz123']);
    if (one.error !== undefined) return t.skip('openssl is not installed: there are no two pairs to mix up');
    await refused({ tlsCert: one.cert, tlsKey: other.key }, /cannot be used: .*mismatch/, data);
    await refused({ tlsCert: one.cert, tlsKey: rsa.key }, /cannot be used: .*mismatch/, data);
    await refused({ tlsCert: locked.cert, tlsKey: locked.key }, /cannot be used: the key is encrypted/, data);
    assert.ok(!existsSync(data));
  });
});

describe("the first operator's key", () => {
  const script = join(import.meta.dirname, '../testing/first-start.ts');
  /** Starts a server in a separate process that is killed as soon as its key is printed. @returns the output */
  async function killedAtItsKey(data: string): Promise<string> {
    const child = spawn(process.execPath, [script, data], { stdio: ['ignore', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    const [, signal] = (await once(child, 'close')) as [number | null, string | null];
    assert.equal(signal, 'SIGKILL', out);
    return out;
  }
  const keyIn = (text: string): string => /fbop_[\w-]{43}/.exec(text)?.[0] ?? assert.fail(`no key in ${text}`);
  const status = async (url: string, key: string): Promise<number> =>
    (await fetch(`${url}/operator/v1/operators`, { headers: { authorization: `Bearer ${key}` } })).status;

  test('is never lost by a kill while it is printed: the next start shows a working one', async () => {
    const data = place();
    const keys = [keyIn(await killedAtItsKey(data)), keyIn(await killedAtItsKey(data))];
    const printed: string[] = [];
    const options = { demo: false, isTerminal: true, print: (line: string) => printed.push(line) };
    const server = await startTestServer({ data, ...IN_FILES }, options);
    const shown = keyIn(printed.join('\n'));
    assert.equal(await status(server.url, shown), 200);
    for (const key of keys)
      assert.equal(await status(server.url, key), 401, 'a key that never became valid is refused');
    await server.stop();
    await using again = await startTestServer({ data, ...IN_FILES }, options);
    assert.equal(printed.length, 1, 'once valid it is no longer shown');
    assert.equal(await status(again.url, shown), 200);
  });

  test('that was lost nevertheless is replaced on the data directory, and the audit trail names the user', async () => {
    const data = place();
    const options = { demo: false, print: () => {} };
    await (await startTestServer({ data, ...IN_FILES }, options)).stop();
    const desk = await openDesk({ flags: { data } });
    const { items } = (await desk.request('GET', '/operators')).body as { items: { id: string; name: string }[] };
    assert.deepEqual(
      items.map(({ name }) => name),
      ['operator'],
    );
    const replaced = await desk.request('POST', `/operators/${items[0]!.id}/key`);
    assert.equal(replaced.status, 201);
    const { key } = replaced.body as { key: string };
    const trail = (await desk.request('GET', '/audit?limit=1')).body as { items: { actor: string; action: string }[] };
    assert.match(trail.items[0]!.actor, / \(command line\)$/);
    assert.equal(trail.items[0]!.action, 'operator.key-replaced');
    await desk.close();
    await using server = await startTestServer({ data, ...IN_FILES }, options);
    assert.equal(await status(server.url, key), 200);
  });
});
