import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { TestClock } from '@fieldbridge/server/testing/clock.ts';
import { NO_CONVERSION, startTestServer, type TestServer } from '@fieldbridge/server/testing/server.ts';
import {
  Fieldbridge,
  PreconditionFailedError,
  type Ticket,
  TicketExistsError,
  type TicketInput,
} from '../src/index.ts';

let server: TestServer;
let fieldbridge: Fieldbridge;
let locationId: string;
before(async () => {
  server = await startTestServer(NO_CONVERSION);
  const { project, weighing } = server.demo;
  fieldbridge = new Fieldbridge({ baseUrl: server.url, environment: 'sandbox', ...project, weighing });
  locationId = weighing.locationIds[0]!;
});
after(() => server[Symbol.asyncDispose]());

const ticket = (externalId: string, more: Partial<TicketInput> = {}): TicketInput => ({
  locationId,
  externalId,
  nettWeight: { quantity: 25.4, unit: 't' },
  ...more,
});

describe('projects', () => {
  test('divisions are listed', async () => {
    const divisions = await fieldbridge.project.divisions.list();
    assert.deepEqual(
      divisions.map(({ abbreviation }) => abbreviation),
      ['GW', 'RP'],
    );
    assert.deepEqual(await fieldbridge.project.divisions.get(divisions[0]!.id), divisions[0]);
  });

  test('a project is created, read, changed, found, archived and removed', async () => {
    const [division] = await fieldbridge.project.divisions.list();
    const created = await fieldbridge.projects.create({ divisionId: division!.id, number: '1', name: 'Ring road' });
    const { value, etag } = await fieldbridge.projects.get(created.id);
    assert.deepEqual(value, created);
    await fieldbridge.projects.update(created.id, { name: 'Ring road north' }, { ifMatch: etag });
    await assert.rejects(
      fieldbridge.projects.update(created.id, { name: 'South' }, { ifMatch: etag }),
      PreconditionFailedError,
    );
    await fieldbridge.projects.create({ divisionId: division!.id, number: '2', name: 'Bridge' });
    const names: string[] = [];
    for await (const { name } of fieldbridge.projects.iterate({ limit: 1 })) names.push(name);
    assert.deepEqual(names, ['Ring road north', 'Bridge']);
    await fieldbridge.projects.archive(created.id);
    const archived = await fieldbridge.projects.get(created.id);
    assert.equal(archived.value.status, 'archived');
    await fieldbridge.projects.remove(created.id, archived.etag);
    await assert.rejects(fieldbridge.projects.get(created.id), { name: 'NotFoundError', code: 'not-found' });
  });
});

test('200 requests after an hour: one refresh, none fails', async () => {
  const clock = new TestClock();
  await using own = await startTestServer({ interfaces: 'project' }, { clock });
  const grants: string[] = [];
  const { divisions } = new Fieldbridge({
    baseUrl: own.url,
    environment: 'sandbox',
    ...own.demo.project,
    hooks: { token: ({ grant, error }) => void grants.push(error === undefined ? grant : `${grant} failed`) },
  }).project;
  await divisions.list();
  clock.pass(3_600_000);
  const answers = await Promise.all(Array.from({ length: 200 }, () => divisions.list()));
  assert.ok(answers.every(({ length }) => length === 2));
  assert.deepEqual(grants, ['client', 'refresh']);
});

describe('tickets', () => {
  test('a ticket is created, found identical, changed, listed and deleted', async () => {
    const input = ticket('T-1', { customer: { name: 'Groen', countryCode: 'NL' } });
    const created = await fieldbridge.tickets.create(input);
    await assert.rejects(
      fieldbridge.tickets.create(input),
      (error) => error instanceof TicketExistsError && error.identical === true && error.uuid === created.uuid,
    );
    await assert.rejects(
      fieldbridge.tickets.create(ticket('T-1', { tripNumber: 2 })),
      (error) => error instanceof TicketExistsError && error.identical === false,
    );
    const changed = await fieldbridge.tickets.update(created.uuid, { tripNumber: 3, customer: null });
    assert.equal(changed.value.tripNumber, 3);
    const replaced = await fieldbridge.tickets.replace(created.uuid, ticket('T-1'), { ifMatch: changed.etag });
    assert.equal(replaced.value.tripNumber, undefined);
    assert.deepEqual((await fieldbridge.tickets.get(created.uuid)).value, replaced.value);
    assert.deepEqual((await fieldbridge.tickets.list({ externalId: 'T-1' })).items, [replaced.value]);
    const versions = await Array.fromAsync(fieldbridge.tickets.history(created.uuid));
    assert.equal(versions.length, 3);
    await fieldbridge.tickets.delete(created.uuid);
    await assert.rejects(fieldbridge.tickets.delete(created.uuid), { name: 'NotFoundError' });
  });

  test('several at once: a bad one does not stop the others, or none is stored', async () => {
    const many = [ticket('M-1'), ticket('M-2', { tripNumber: 1.5 }), ticket('M-3')];
    const results = await fieldbridge.tickets.createMany(many);
    assert.deepEqual(
      results.map(({ status }) => status),
      [201, 422, 201],
    );
    await assert.rejects(fieldbridge.tickets.createAllOrNone([ticket('M-4'), ticket('M-1')]), {
      code: 'batch-refused',
    });
    const both = await fieldbridge.tickets.createAllOrNone([ticket('M-4'), ticket('M-5')]);
    assert.deepEqual(
      both.map(({ externalId }) => externalId),
      ['M-4', 'M-5'],
    );
  });

  test('more than fit into one request are sent in several', async () => {
    const many = Array.from({ length: 1003 }, (_, i) => ticket(`B-${i}`));
    const results = await fieldbridge.tickets.createMany(many);
    assert.equal(results.filter(({ status }) => status === 201).length, 1003);
    let count = 0;
    for await (const { externalId } of fieldbridge.tickets.iterate({ locationId }))
      if (externalId.startsWith('B-')) count++;
    assert.equal(count, 1003);
  });

  test('weigh bridges, findings and totals are read', async () => {
    const bridges = await Array.fromAsync(fieldbridge.tickets.locations());
    assert.deepEqual(bridges.map((one) => one.locationId).sort(), [...server.demo.weighing.locationIds].sort());
    await fieldbridge.tickets.create(ticket('F-1', { nettWeight: { quantity: -1, unit: 't' } }));
    const findings = await Array.fromAsync(fieldbridge.tickets.findings({ code: 'weight-negative' }));
    assert.equal(findings.length, 1);
    const totals = await fieldbridge.tickets.totals(['day'], { externalId: 'F-1' });
    assert.deepEqual(
      totals.map(({ count, quantity, unit }) => ({ count, quantity, unit })),
      [{ count: 1, quantity: -1, unit: 't' }],
    );
  });
});

describe('following tickets', () => {
  test('gives every new and changed one, once, while they arrive, and goes on from a position', async () => {
    const bridge = server.demo.weighing.locationIds[1]!;
    const begin = new Date(Date.now() - 1).toISOString();
    const seen = new Map<string, number>();
    const expected = new Set<string>();
    const write = async (from: number): Promise<void> => {
      for (let i = from; i < from + 40; i += 4) {
        const some = [0, 1, 2, 3].map((n) => ticket(`W-${i + n}`, { locationId: bridge }));
        for (const { ticket: one } of await fieldbridge.tickets.createMany(some)) expected.add(key(one!));
        const { items } = await fieldbridge.tickets.list({ externalId: `W-${i}` });
        expected.add(key((await fieldbridge.tickets.update(items[0]!.uuid, { tripNumber: i })).value));
      }
    };
    const key = ({ externalId, tripNumber }: Ticket): string => `${externalId} ${tripNumber ?? ''}`;
    const follow = async (since: string, until: string): Promise<string> => {
      const stop = new AbortController();
      let position = since;
      const onPosition = (next: string): void => void (position = next);
      const options = { signal: stop.signal, everyMs: 1, onPosition };
      for await (const one of fieldbridge.tickets.follow(since, options)) {
        if (one.locationId !== bridge) continue;
        seen.set(key(one), (seen.get(key(one)) ?? 0) + 1);
        if (one.externalId === until) stop.abort();
      }
      return position;
    };
    const last = (name: string) => fieldbridge.tickets.create(ticket(name, { locationId: bridge }));
    const first = follow(begin, 'last-1');
    await write(0);
    await last('last-1');
    const position = await first;
    assert.equal(Math.max(...seen.values()), 1);
    const second = follow(position, 'last-2');
    await write(100);
    await last('last-2');
    await second;
    // A version that was changed at once may have been replaced before a look.
    const latest = [...expected].filter((one) => !one.endsWith(' ') || !expected.has(`${one}${one.slice(2, -1)}`));
    assert.deepEqual(
      latest.filter((one) => !seen.has(one)),
      [],
    );
  });
});
