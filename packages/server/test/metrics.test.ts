import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { startTestPostgres, type TestPostgres } from '../src/storage/postgres/testing/test-postgres.ts';
import { IN_FILES } from '../testing/database.ts';
import { NO_CONVERSION, settledLog, startTestServer } from '../testing/server.ts';

const ALERTS = join(import.meta.dirname, '../../../docs/prometheus/alerts.yml');
const DASHBOARD = join(import.meta.dirname, '../../../deploy/grafana/fieldbridge.json');
const backups = mkdtempSync(join(tmpdir(), 'metrics-backups-'));
after(() => rmSync(backups, { recursive: true }));
// On the embedded engine, whatever the tests run on: it has metrics of its own, and so has PostgreSQL below.
const server = await startTestServer({ backupFolder: backups, ...IN_FILES });
after(() => server[Symbol.asyncDispose]());
const postgres = await startTestPostgres();
await fetch(`${server.url}/health/live`);
await fetch(`${server.url}/weighing/v2/weighing`, { method: 'POST' });
const embedded = await (await fetch(`${server.url}/metrics`)).text();
const page = `${embedded}${typeof postgres === 'string' ? '' : await pageOnPostgres(postgres)}`;
/** Why a panel is not tested. */
const skippedOf = (title: string): string | false =>
  typeof postgres === 'string' && title.includes('PostgreSQL') && postgres;

/** The metrics of a server on PostgreSQL after a request and a statement that failed. */
async function pageOnPostgres(started: TestPostgres): Promise<string> {
  after(() => started.close());
  const other = await startTestServer({ ...NO_CONVERSION, database: await started.database() });
  await fetch(`${other.url}/weighing/v2/weighing`, { method: 'POST' });
  const { store } = other.context.space('desk');
  await assert.rejects(async () => store.read('SELECT noSuchColumn FROM organisations'), { code: '42703' });
  const text = await (await fetch(`${other.url}/metrics`)).text();
  await other[Symbol.asyncDispose]();
  return text;
}
const families = new Map([...page.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]));

describe('the metrics', () => {
  test('counters, and nothing else, end in _total', () => {
    for (const [name, type] of families) assert.equal(name.endsWith('_total'), type === 'counter', name);
  });

  for (const name of [
    ...['fieldbridge_imports_total', 'fieldbridge_webhook_attempts_total', 'fieldbridge_webhooks_waiting'],
    ...['fieldbridge_converters', 'fieldbridge_converters_running', 'fieldbridge_converters_waiting'],
    ...['fieldbridge_disk_free_bytes', 'fieldbridge_disk_reserve_bytes', 'fieldbridge_organisations'],
    ...['fieldbridge_imports_waiting', 'fieldbridge_reports_waiting'],
  ])
    test(`${name} is on the page from the start`, () => assert.ok(families.has(name)));

  test('conversions that may run at a time are as many as do, not the 0 of the setting', () => {
    assert.match(embedded, /^fieldbridge_converters [1-8]$/m);
  });
});

describe('on PostgreSQL', { skip: typeof postgres === 'string' && postgres }, () => {
  test('statements are timed by class, and failures counted by the code of the database', () => {
    assert.match(page, /^fieldbridge_statement_duration_seconds_count\{statement="SELECT organisations"\} [1-9]/m);
    assert.match(page, /^fieldbridge_statement_failures_total\{code="42703"\} 1$/m);
    const classes = new Set([...page.matchAll(/statement="([^"]*)"/g)].map(([, name]) => name!));
    assert.ok(classes.size > 5);
    for (const name of classes) assert.match(name, /^(?:SELECT|INSERT|UPDATE|DELETE|other) \w+$/);
    assert.doesNotMatch(embedded, /fieldbridge_statement/, 'the embedded engine does not pay for it');
  });

  test('connections are counted by space and pool, and so is what waits', () => {
    for (const state of ['open', 'busy', 'waiting'])
      for (const pool of ['read', 'write'])
        assert.match(
          page,
          new RegExp(`^fieldbridge_database_connections_${state}\\{space="desk",pool="${pool}"\\} \\d`, 'm'),
        );
    assert.match(page, /^fieldbridge_writes_waiting\{space="weighing-production"\} 0$/m);
  });
});

test('answers with a problem are counted by its code', () => {
  assert.match(embedded, /^fieldbridge_problems_total\{code="[a-z-]+"\} 1$/m);
});

/** The words in braces that a text of queries has for a metric. */
const labelsOf = (family: string): Set<string> =>
  new Set(
    [...page.matchAll(new RegExp(`^${family}(?:_bucket)?\\{(.*)\\}`, 'gm'))].flatMap(([, labels]) =>
      [...labels!.matchAll(/(\w+)="/g)].map(([, name]) => name!),
    ),
  );

describe('the dashboard for Grafana', () => {
  const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as {
    panels: { id: number; title: string; gridPos: { x: number; y: number }; targets: { expr: string }[] }[];
  };
  for (const { title, targets } of panels)
    describe(`${title}: its metrics and labels exist`, { skip: skippedOf(title) }, () => {
      for (const { expr } of targets)
        test(expr, () => {
          const names = [...expr.matchAll(/\b(?:fieldbridge|process)_[a-z_]+/g)].map(([name]) => name);
          assert.ok(names.length > 0, expr);
          for (const name of names) {
            const family = name.replace(/_(?:bucket|count|sum)$/, '');
            assert.ok(families.has(family), name);
            for (const label of /\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(', ') ?? [])
              assert.ok(labelsOf(family).has(label), `${name} has no label ${label}`);
            // What only grows is shown as a rate.
            assert.equal(families.get(family) !== 'gauge', new RegExp(`rate\\(${name}`).test(expr), expr);
          }
        });
    });

  test('has each panel once, in a place of its own', () => {
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
    assert.equal(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size, panels.length);
  });
});

describe('the alert rules', () => {
  const rules = readFileSync(ALERTS, 'utf8');
  const named = new Set(rules.match(/\bfieldbridge_[a-z_]+/g));
  for (const name of named)
    test(`${name} exists`, () => assert.ok(families.has(name.replace(/_(?:bucket|count|sum)$/, ''))));
  const routes = [...page.matchAll(/[{,]route="([^"]*)"/g)].map(([, route]) => route!);
  for (const [, pattern] of rules.matchAll(/route=~"([^"]*)"/g))
    test(`a route matches ${pattern}`, () => {
      assert.ok(routes.some((route) => new RegExp(`^(?:${pattern})$`).test(route)));
    });
  test('promtool accepts them', {
    skip: hasPromtool() ? false : 'promtool (Debian: prometheus) is not installed',
  }, () => {
    execFileSync('promtool', ['check', 'rules', ALERTS]);
  });
});

describe('the log', () => {
  test('names client, organisation and address of a request, and start and stop of the server', async () => {
    const own = await startTestServer(NO_CONVERSION);
    const { clientId, clientSecret } = own.demo.weighing;
    await fetch(`${own.url}/weighing-sandbox/v2/locations`, {
      headers: { 'X-ClientId': clientId, 'X-ClientSecret': clientSecret },
    });
    await fetch(`${own.url}/health/live`);
    const lines = (await settledLog(own))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const ticket = lines.find(({ client }) => client !== undefined)!;
    assert.equal(ticket['client'], own.demo.weighing.clientId);
    assert.match(String(ticket['organisation']), /^[0-9a-f-]{36}$/);
    assert.equal(ticket['address'], '127.0.0.1');
    const live = lines.find(({ path }) => path === '/health/live')!;
    assert.deepEqual([live['client'], live['organisation']], [undefined, undefined]);
    const started = lines.find(({ msg }) => msg === 'started')!;
    assert.match(String(started['settings']), /^[0-9a-f]{12}$/);
    assert.match(String(started['version']), /^\d+\.\d+\.\d+/);
    await own[Symbol.asyncDispose]();
    const last = own
      .log()
      .trim()
      .split('\n')
      .slice(-2)
      .map((line) => (JSON.parse(line) as { msg: string }).msg);
    assert.deepEqual(last, ['draining', 'stopped']);
  });

  test('names no address if it must not', async () => {
    await using own = await startTestServer({ ...NO_CONVERSION, logAddresses: false });
    await fetch(`${own.url}/health/live`);
    assert.doesNotMatch(await settledLog(own), /"address"/);
  });
});

function hasPromtool(): boolean {
  return spawnSync('promtool', ['--version']).status === 0;
}
