import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type ProblemCode, problemTable } from '@fieldbridge/contract';
import { startTestServer } from '../testing/server.ts';
import { ticket, weighingCaller } from '../testing/weighing.ts';

const PACKAGES = join(import.meta.dirname, '../..');
const read = (pattern: string, isMine: (path: string) => boolean): string =>
  globSync(pattern, { cwd: PACKAGES })
    .filter((path) => !path.includes('node_modules') && isMine(path))
    .map((path) => readFileSync(join(PACKAGES, path), 'utf8'))
    .join('\n');
const isTest = (path: string): boolean => path.endsWith('.test.ts') || path.includes('/test/');
const codes = Object.keys(problemTable) as ProblemCode[];
const without = (text: string): ProblemCode[] =>
  codes.filter((code) => !text.includes(`'${code}'`) && !text.includes(`"${code}"`));

describe('the table of problems', () => {
  test('has no code that no test expects', () => {
    const tests = read('{server,cli}/**/*.test.ts', () => true);
    assert.deepEqual(without(tests), []);
  });

  test('has no code that nothing answers with', () => {
    const sources = read('server/src/**/*.ts', (path) => !isTest(path));
    assert.deepEqual(without(sources), []);
  });

  test('has statuses of refusals, unique titles, and messages that name the cure', () => {
    const titles = new Set<string>();
    for (const [code, { status, title, doc }] of Object.entries(problemTable)) {
      assert.match(code, /^[a-z]+(-[a-z]+)*$/);
      assert.ok(status >= 400 && status < 600 && Number.isInteger(status), code);
      assert.match(title, /^[A-Z][^.]{5,80}$/, `${code}: ${title}`);
      assert.match(doc, /^[\w`].*\.$/s, code);
      assert.ok(!titles.has(title), `${code} has the title of another`);
      titles.add(title);
    }
  });

  test('is shown by the server, each code at the address of its `type`', async () => {
    await using server = await startTestServer();
    const answer = await fetch(`${server.url}/docs/problems`);
    const page = await answer.text();
    for (const code of codes) assert.equal(page.split(`id="${code}"`).length, 2, code);
    const { type } = (await (await fetch(`${server.url}/nowhere`)).json()) as { type: string };
    assert.equal(type, '/docs/problems#not-found');
    assert.match(answer.headers.get('content-security-policy')!, /default-src 'none'/);
    assert.doesNotMatch(page, /<script/);
  });
});

test('totals of more than 50 000 lines are refused, those of exactly 50 000 are not', async () => {
  await using server = await startTestServer({ requestsPerMinute: 0, logLevel: 'error' });
  const weigh = weighingCaller(server.url, server.demo.weighing);
  const north = server.demo.weighing.locationIds[0]!;
  const send = async (first: number, count: number): Promise<void> => {
    const batch = Array.from({ length: count }, (_, i) =>
      ticket(north, `T${first + i}`, { project: { identifier: `P${first + i}` } }),
    );
    assert.equal((await weigh('POST', '/weighing?atomic=true', batch)).status, 201);
  };
  for (let first = 0; first < 50_000; first += 1000) await send(first, 1000);
  const totals = () => weigh('GET', '/weighing/totals?by=project');
  const most = await totals();
  assert.equal(most.status, 200, most.text.slice(0, 300));
  await send(50_000, 1);
  const { status, json } = await totals();
  assert.deepEqual([status, json.code], [422, 'too-many-groups']);
});
