import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { runWords } from '../testing/run-words.ts';
import { failureOf } from './failure.ts';

const folder = mkdtempSync(join(tmpdir(), 'failure-'));
after(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);
const POINTS = at('points.csv');
writeFileSync(POINTS, 'name,easting,northing\n1,1000.5,2000.25\n');
writeFileSync(
  at('noise.bin'),
  Uint8Array.from({ length: 4096 }, (_, i) => (i * 2654435761) >>> 13),
);
writeFileSync(at('empty.csv'), 'name,easting,northing\n');
writeFileSync(at('wrong.json'), '{"port":"ten"}');

/** The document that a failing command with --json prints, and its exit status. */
async function failed(words: readonly string[], env: Record<string, string> = {}) {
  const { code, out, err } = await runWords([...words, '--json'], { env });
  assert.match(err, /^fieldbridge/, 'also for people');
  const document = JSON.parse(out) as { result: string; code: string; detail: string };
  assert.equal(document.result, 'failed');
  assert.ok(err.includes(document.detail), `${document.detail} in ${err}`);
  return { ...document, exit: code };
}

describe('a command that fails with --json', () => {
  test('lists the issues of a file by which nothing came in, as the sentence promises', async () => {
    writeFileSync(
      at('nowhere.geojson'),
      '{"type":"Feature","geometry":{"type":"Point","coordinates":[]},"properties":{}}',
    );
    for (const command of ['inspect', 'check']) {
      const { out } = await runWords([command, at('nowhere.geojson'), '--json']);
      const { code, detail, issues } = JSON.parse(out);
      assert.equal(code, 'no-data');
      assert.match(detail, /see its other issues/);
      assert.ok(issues.length > 0 && issues.every((issue: { text: string }) => issue.text !== ''), command);
    }
  });

  test('prints one document with the code and the sentence of the failure', async () => {
    const without = ['--server', 'http://127.0.0.1:1', '--client-id', 'a', '--client-secret-file', POINTS];
    const cases: [words: string[], exit: number, code: string, detail: RegExp, env?: Record<string, string>][] = [
      [['inspect', at('none.dxf')], 1, 'ENOENT', /none\.dxf: there is no such file$/],
      [['inspect', at('noise.bin')], 1, 'format-unknown', /is in no format that can be read/],
      [['inspect', at('empty.csv')], 1, 'no-data', /nothing was imported from ".*empty\.csv": it holds no data$/],
      [['check', at('empty.csv')], 1, 'no-data', /it holds no data$/],
      [['convert', POINTS, at('a.dxf'), '--layers', 'NOPE'], 1, 'layer-unknown', /NOPE/],
      [['inspect', POINTS, '--limit', 'features=0'], 2, 'usage', /^the limit features needs/],
      [['convert', POINTS, at('a.dxf'), '--frm', 'csv'], 2, 'usage', /did you mean --from\?$/],
      [['formats', 'x'], 2, 'usage', /Unexpected argument 'x'/],
      [['convrt'], 2, 'usage', /^there is no command "convrt"; did you mean convert\?$/],
      [['config', '--port', 'ten'], 2, 'setting-wrong', /The setting port/],
      [['serve', '--config', at('wrong.json')], 2, 'setting-wrong', /The setting port/],
      [['backup', at('copy'), '--data', at('nothing')], 1, 'data-directory-damaged', /nothing/],
      [['backup', folder, '--data', at('nothing')], 1, 'backup-refused', /is not an empty folder/],
      [['operator', 'organisations', '--data', join(POINTS, 'x')], 2, 'setting-wrong', /points\.csv/],
      [['operator', 'organisations', '--server', 'http://127.0.0.1:1', '--key', 'k'], 1, 'unreachable', /127/],
      [['operator', 'divisions', 'Nobody', '--environment', 'sandbox'], 1, 'organisation-unknown', /"Nobody"/],
      [['tickets', 'import', at('none.csv'), ...without], 1, 'ENOENT', /none\.csv/],
    ];
    for (const [words, exit, code, detail] of cases) {
      const said = await failed(words, { FIELDBRIDGE_DATA: at('data') });
      assert.deepEqual([said.exit, said.code], [exit, code], words.join(' '));
      assert.match(said.detail, detail, words.join(' '));
    }
  });

  test('prints the problem document of the server with all its members', async () => {
    const problem = { type: '/docs/problems#x', title: 'T', status: 422, code: 'x', detail: 'Two faults.' };
    const errors = [{ pointer: '#/a', detail: 'One.' }];
    await using server = createServer((_request, response) =>
      response.writeHead(422).end(JSON.stringify({ ...problem, errors, requestId: 'r' })),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const said = await failed(['operator', 'organisations', '--server', `http://127.0.0.1:${port}`, '--key', 'k']);
    assert.deepEqual(said, { result: 'failed', ...problem, errors, requestId: 'r', exit: 1 });
    server.closeAllConnections();
  });

  test('says so if it was interrupted', async () => {
    const interrupt = new AbortController();
    interrupt.abort(new Error('interrupted'));
    const { code, out } = await runWords(['convert', POINTS, at('i.mjf'), '--json'], { signal: interrupt.signal });
    assert.deepEqual([code, JSON.parse(out)], [1, { result: 'failed', code: 'interrupted', detail: 'interrupted' }]);
  });
});

test('without --json, or with a file of that name, nothing is printed on standard output', async () => {
  for (const words of [
    ['inspect', at('none')],
    ['inspect', '--', '--json', 'x'],
  ])
    assert.equal((await runWords(words)).out, '', words.join(' '));
});

test('a defect is not a failure: its stack is shown', () => {
  const io = { signal: new AbortController().signal };
  for (const error of [new Error('x'), new TypeError('y'), Object.assign(new Error('z'), { code: 5 })])
    assert.equal(failureOf(error, io, 'usage'), undefined);
});
