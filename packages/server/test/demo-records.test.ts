import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Browser, signInAtDesk } from '../testing/browser.ts';
import { ConversionClient } from '../testing/conversion-client.ts';
import { until } from '../testing/receiver.ts';
import { startTestServer } from '../testing/server.ts';

test('a demonstration has projects, tickets of a month until yesterday, findings, a correction and requests', async () => {
  await using server = await startTestServer({}, { demoRecords: true });
  const desk = await signInAtDesk(server);
  const requests = async () => (await desk.ask('GET', '/operator/v1/access-requests?state=pending')).body.items.length;
  await until(async () => (await requests()) >= 2, 'the requests, which are made last');
  const demo = new Browser(server);
  const token = server.demo.console.signInUrl.split('#token=')[1];
  assert.equal((await demo.ask('POST', '/console/v1/session', { method: 'link', token })).status, 201);
  const projects = (await demo.ask('GET', '/project/v1/sandbox/projects')).body.items;
  assert.deepEqual(
    projects.map(({ number, location }: { number: string; location: unknown }) => [number, location !== null]),
    [
      ['2026-014', true],
      ['2026-021', true],
      ['2026-030', true],
    ],
  );
  const B = '/weighing-sandbox/v2/weighing';
  const { items } = (await demo.ask('GET', `${B}?limit=1000`)).body;
  assert.ok(items.length > 300, String(items.length));
  const days = new Set(items.map((one: { nettWeight: { datetime: string } }) => one.nettWeight.datetime.slice(0, 10)));
  assert.ok(days.size >= 25, String(days.size));
  assert.ok(!days.has(new Date(server.context.clock.now()).toISOString().slice(0, 10)), 'none of today');
  const findings = (await demo.ask('GET', `${B}/findings`)).body.items;
  assert.ok(findings.length >= 3 && findings.length < 20, String(findings.length));
  const corrected = items.find((one: { createdAt: string; modifiedAt: string }) => one.createdAt !== one.modifiedAt);
  const history = (await demo.ask('GET', `${B}/${corrected.uuid}/history`)).body.items;
  assert.deepEqual([history.length, history[1].person], [2, 'Demo']);
});

test('a demonstration that is stopped before its records are made leaves none half done', async () => {
  const server = await startTestServer({}, { demoRecords: true });
  await server[Symbol.asyncDispose]();
  assert.doesNotMatch(server.log(), /records of the demonstration/);
});

test('the sample job has points, and a road whose stations and sections can be seen', async () => {
  await using server = await startTestServer({}, { sample: true });
  const client = ConversionClient.of(server);
  const { sampleJobId } = server.demo.conversion;
  const { state, imports } = await client.status(sampleJobId!);
  assert.equal(state, 'idle');
  assert.deepEqual(
    imports.map(({ name, result, issues }) => [name, result, issues.warnings + issues.errors]),
    [
      ['sample.csv', 'success', 0],
      ['road.xml', 'success', 0],
    ],
  );
  const { text } = await client.send('GET', `/job/${sampleJobId}/aslandxml`);
  const counts = ['CgPoint ', 'Alignment ', 'ProfAlign ', 'ParaCurve ', 'Surface '].map(
    (tag) => text.split(`<${tag}`).length - 1,
  );
  assert.deepEqual(counts, [7, 1, 1, 1, 2]);
});
