import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { TestClock } from '../testing/clock.ts';
import { NO_CONVERSION, startTestServer, stopFaultless, type TestServer } from '../testing/server.ts';
import { type Filter, type Json, type ModelTicket, merged, TicketModel } from '../testing/ticket-model.ts';
import { type Parts, type Step, steps } from '../testing/ticket-steps.ts';
import { type Answer, type Call, otherCaller, weighingCaller } from '../testing/weighing.ts';

// Random sequences of all operations on tickets, compared with a plain model: answers, lists, totals, streams and
// histories must match it.

const clock = new TestClock();
let server: TestServer;
before(async () => {
  server = await startTestServer({ ...NO_CONVERSION, logLevel: 'error' }, { clock });
});
after(() => stopFaultless(server));

/** A caller with two weigh bridges and the model of its operations. */
class Side {
  readonly call: Call;
  readonly bridges: readonly string[];
  readonly clientId: string;
  readonly model: TicketModel;

  constructor(caller: Awaited<ReturnType<typeof otherCaller>>) {
    this.call = weighingCaller(server.url, caller);
    this.clientId = caller.clientId;
    this.bridges = caller.locationIds;
    this.model = new TicketModel(
      new Map([
        [caller.locationIds[0]!, 'Europe/Berlin'],
        [caller.locationIds[1]!, 'America/New_York'],
      ]),
    );
  }

  textOf({ bridge, number, quantity, unit, time, project, product, customer, plate, space }: Parts): string {
    const rest = { project, product, customer, ...(plate === undefined ? {} : { vehicle: { licenseplate: plate } }) };
    const head = `"locationId":"${this.bridges[bridge]}",${space}"externalId":"N${number}"`;
    const weighed = time === undefined ? '' : `,"datetime":"${time}"`;
    const tail = JSON.stringify(rest).slice(1);
    return `{${head},"nettWeight":{"quantity":${quantity}${space},"unit":"${unit}"${weighed}}${tail === '}' ? '' : ','}${tail}`;
  }

  queryOf({ bridge, ...filter }: Filter & { bridge?: number }): { filter: Filter; query: string } {
    const whole: Filter = bridge === undefined ? filter : { ...filter, locationId: this.bridges[bridge]! };
    return { filter: whole, query: new URLSearchParams(whole as Record<string, string>).toString() };
  }

  /** A ticket created in this run, including deleted ones. */
  at(place: number): ModelTicket | undefined {
    return this.model.tickets[place % Math.max(1, this.model.tickets.length)];
  }

  async run(step: Step): Promise<void> {
    clock.pass(1000);
    switch (step.do) {
      case 'create':
        return this.create(step.parts);
      case 'batch':
        return this.batch(step.many, step.atomic);
      case 'replace':
      case 'patch':
      case 'delete': {
        const one = this.at(step.index);
        if (one !== undefined) await this.change(one, step);
        return;
      }
      case 'read': {
        const one = this.at(step.index);
        if (one !== undefined) await this.read(one);
        return;
      }
      case 'list':
        return this.list(step.filter, step.limit);
      case 'totals':
        return this.totals(step.filter, step.by);
      case 'stream':
        return this.stream(step.filter, step.csv);
    }
  }

  /** Updates the model for an accepted ticket. */
  taken(text: string, answered: string, uuid: string, etag: string): void {
    const now = new Date(clock.now()).toISOString();
    assert.equal(answered, `${text.slice(0, -1)},"uuid":"${uuid}","createdAt":"${now}","modifiedAt":"${now}"}`);
    const value = JSON.parse(text) as Json;
    const versions = [{ change: 'created', at: now, value }];
    this.model.tickets.push({ uuid, createdAt: now, modifiedAt: now, etag, value, text: answered, versions });
  }

  /** @param isNew whether a new ticket was refused, which may have arrived before, or a change */
  refused(problem: Json, value: Json, holder: ModelTicket, isNew = true): void {
    assert.deepEqual(
      [problem['status'], problem['code'], problem['uuid'], problem['identical']],
      [409, 'ticket-exists', holder.uuid, isNew ? this.model.identical(value, holder) : undefined],
    );
  }

  async create(sent: Parts): Promise<void> {
    const text = this.textOf(sent);
    const value = JSON.parse(text) as Json;
    const holder = this.model.holder(value);
    const answer = await this.call('POST', '/weighing', text);
    if (holder !== undefined) return this.refused(answer.json, value, holder);
    assert.equal(answer.status, 201, answer.text);
    this.taken(text, answer.text, answer.json.uuid, answer.headers.get('etag')!);
  }

  async batch(many: readonly Parts[], atomic: boolean): Promise<void> {
    const texts = many.map((one) => this.textOf(one));
    const answer = await this.call('POST', `/weighing?atomic=${atomic}`, `[${texts.join(', ')}]`);
    const values = texts.map((text) => JSON.parse(text) as Json);
    const key = (value: Json): string => `${value['locationId']} ${value['externalId']}`;
    if (atomic) {
      const bad = values.flatMap((value, i) => {
        const earlier = values.slice(0, i).some((other) => key(other) === key(value));
        return earlier || this.model.holder(value) !== undefined ? [`#/${i}`] : [];
      });
      if (bad.length > 0) {
        assert.deepEqual([answer.status, answer.json.code], [422, 'batch-refused']);
        assert.deepEqual(
          answer.json.errors.map(({ pointer }: { pointer: string }) => pointer),
          bad,
        );
        return;
      }
      assert.equal(answer.status, 201, answer.text);
    } else assert.equal(answer.status, 207, answer.text);
    // The tickets of the answer as they are in it, because their text is promised.
    let rest = answer.text;
    for (const [i, text] of texts.entries()) {
      const item = atomic ? { status: 201, ticket: answer.json.items[i] } : answer.json.items[i];
      const holder = this.model.holder(values[i]!);
      if (holder !== undefined) {
        this.refused(item.problem, values[i]!, holder);
        continue;
      }
      assert.equal(item.status, 201, JSON.stringify(item));
      const start = rest.indexOf(text.slice(0, -1));
      assert.ok(start >= 0, `the ticket of item ${i} is not in the answer as sent`);
      const end = rest.indexOf('Z"}', start + text.length) + 3;
      this.taken(text, rest.slice(start, end), item.ticket.uuid, '');
      rest = rest.slice(end);
    }
  }

  async change(one: ModelTicket, step: Step & { do: 'replace' | 'patch' | 'delete' }): Promise<void> {
    // Answers to batches have no ETag; a read returns it.
    if (one.etag === '' && one.value !== null)
      one.etag = (await this.call('GET', `/weighing/${one.uuid}`)).headers.get('etag')!;
    const etags = { none: undefined, present: one.etag, stale: '"stale"', any: '*' } as const;
    const etag = etags[step.tag as keyof typeof etags];
    const headers: Record<string, string> = etag === undefined ? {} : { 'if-match': etag };
    const method = { replace: 'PUT', patch: 'PATCH', delete: 'DELETE' }[step.do];
    const body =
      step.do === 'replace' ? this.textOf(step.parts) : step.do === 'patch' ? JSON.stringify(step.patch) : undefined;
    const answer = await this.call(method, `/weighing/${one.uuid}`, body, headers);
    if (one.value === null) return void assert.equal(answer.status, 404, answer.text);
    if (step.tag === 'stale') return void assert.equal(answer.status, 412, answer.text);
    const now = new Date(clock.now()).toISOString();
    if (step.do === 'delete') {
      assert.deepEqual([answer.status, answer.text], [204, '']);
      one.value = null;
      one.versions.push({ change: 'deleted', at: now, value: null });
      return;
    }
    const value = (step.do === 'replace' ? JSON.parse(body!) : merged(one.value, step.patch)) as Json;
    const holder = this.model.holder(value, one);
    if (holder !== undefined) return this.refused(answer.json, value, holder, false);
    assert.equal(answer.status, 200, answer.text);
    const tail = `,"uuid":"${one.uuid}","createdAt":"${one.createdAt}","modifiedAt":"${now}"}`;
    if (step.do === 'replace') assert.equal(answer.text, `${body!.slice(0, -1)}${tail}`);
    assert.ok(answer.text.endsWith(tail), answer.text);
    assert.deepEqual(JSON.parse(`${answer.text.slice(0, -tail.length)}}`), value);
    one.value = value;
    one.text = answer.text;
    one.modifiedAt = now;
    assert.notEqual(answer.headers.get('etag'), one.etag);
    one.etag = answer.headers.get('etag')!;
    one.versions.push({ change: 'updated', at: now, value });
  }

  async read(one: ModelTicket): Promise<void> {
    const { uuid, value } = one;
    const answer = await this.call('GET', `/weighing/${uuid}`);
    if (value === null) assert.equal(answer.status, 404, answer.text);
    else {
      assert.deepEqual([answer.status, answer.text], [200, one.text]);
      const again = { 'if-none-match': answer.headers.get('etag')! };
      assert.equal((await this.call('GET', `/weighing/${uuid}`, undefined, again)).status, 304);
    }
    const { json } = await this.call('GET', `/weighing/${uuid}/history`);
    const seen = json.items.map(({ version, change, at, by, ticket }: Json) => {
      const { uuid: _u, createdAt: _c, modifiedAt: _m, ...body } = (ticket ?? {}) as Json;
      return { version, change, at, by, value: ticket === undefined ? null : body };
    });
    assert.deepEqual(
      seen,
      one.versions.map(({ change, at, value }, i) => ({ version: i + 1, change, at, by: this.clientId, value })),
    );
  }

  async list(given: Filter & { bridge?: number }, limit: number): Promise<void> {
    const { filter, query } = this.queryOf(given);
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { status, json, text } = await this.call('GET', `/weighing?limit=${limit}&${query}${cursor}`);
      assert.equal(status, 200, text);
      assert.ok(json.items.length <= limit);
      seen.push(...json.items.map(({ uuid }: { uuid: string }) => uuid));
      if (json.next === undefined) break;
      cursor = `&cursor=${json.next}`;
    }
    assert.deepEqual(seen, this.model.list(filter), query);
  }

  async totals(given: Filter & { bridge?: number }, by: readonly string[]): Promise<void> {
    const { filter, query } = this.queryOf(given);
    const { json } = await this.call('GET', `/weighing/totals?by=${by.join(',')}&${query}`);
    const names = by.map((grouping) => (grouping === 'location' ? 'locationId' : grouping));
    const lines = json.items.map(
      (line: Json) =>
        `${JSON.stringify([...names.map((name) => line[name]), line['unit']])} ${line['count']} ${line['quantity']}`,
    );
    assert.deepEqual(lines.sort(), this.model.totals(filter, by), query);
  }

  async stream(given: Filter & { bridge?: number }, csv: boolean): Promise<void> {
    const { filter, query } = this.queryOf(given);
    const accept = csv ? 'text/csv' : 'application/x-ndjson';
    const answer: Answer = await this.call('GET', `/weighing?${query}`, undefined, { accept });
    assert.equal(answer.status, 200, answer.text);
    const texts = this.model
      .list(filter)
      .map((uuid) => this.model.tickets.find((one) => one.uuid === uuid)!)
      .map(({ uuid, createdAt, modifiedAt, text }) =>
        csv ? `${uuid},${createdAt},${modifiedAt}` : text.replaceAll('\n', ' '),
      );
    const lines = answer.text
      .split(csv ? '\r\n' : '\n')
      .filter((line) => line !== '')
      .slice(csv ? 1 : 0);
    assert.deepEqual(csv ? lines.map((line) => line.split(',').slice(-3).join(',')) : lines, texts, query);
  }
}

test('after any creations, replacements, patches and deletions, all reads match a plain model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 60, size: 'max' }), async (sequence) => {
      const side = new Side(await otherCaller(server));
      for (const step of sequence) await side.run(step);
      for (const one of side.model.tickets) await side.read(one);
      await side.list({}, 1000);
      await side.totals({}, ['location', 'day']);
    }),
    // Limits the time for shrinking a counterexample.
    { numRuns: 15, interruptAfterTimeLimit: 90_000 },
  );
});
