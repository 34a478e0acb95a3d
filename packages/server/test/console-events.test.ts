import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Browser, enterAs, signInAtDesk } from '../testing/browser.ts';
import { ConversionClient } from '../testing/conversion-client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

// What pages hear of changes: only what they may read, again after a broken connection, and nothing after the end.

interface Heard {
  readonly type: string;
  readonly [name: string]: unknown;
}

/** A stream of changes, read as a browser reads it. */
class Stream implements AsyncDisposable {
  lastId = '';
  readonly changes: Heard[] = [];
  readonly #abort = new AbortController();
  #reader!: ReadableStreamDefaultReader<string>;
  #text = '';

  static async open(server: TestServer, browser: Browser, lastId?: string): Promise<Stream> {
    const stream = new Stream();
    const headers = { cookie: browser.cookie, ...(lastId === undefined ? {} : { 'last-event-id': lastId }) };
    const answer = await fetch(`${server.url}/console/v1/events`, { headers, signal: stream.#abort.signal });
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type')!, /^text\/event-stream/);
    stream.#reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    await stream.#more();
    return stream;
  }

  /** Waits for a change; the ones before it are in `changes`. */
  async hear(isIt: (change: Heard) => boolean): Promise<Heard> {
    for (;;) {
      const found = this.changes.find(isIt);
      if (found !== undefined) return found;
      assert.ok(await this.#more(), 'the stream ended');
    }
  }

  /** Reads until the server ends the stream. */
  async end(): Promise<void> {
    while (await this.#more());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort();
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#reader.read();
    if (done) return false;
    this.#text += value;
    const blocks = this.#text.split('\n\n');
    this.#text = blocks.pop()!;
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
      this.lastId = fields.get('id') ?? this.lastId;
      const data = fields.get('data');
      if (data !== undefined) this.changes.push(JSON.parse(data) as Heard);
    }
    return true;
  }
}

describe('changes', () => {
  let server: TestServer;
  let desk: Browser;
  let organisationId: string;
  let conversion: ConversionClient;
  let count = 0;
  before(async () => {
    server = await startTestServer();
    desk = await signInAtDesk(server);
    organisationId = (await desk.ask('GET', '/operator/v1/organisations')).body.items[0].id;
    conversion = ConversionClient.of(server);
  });
  after(() => server[Symbol.asyncDispose]());

  const send = async (locationId: string): Promise<string> => {
    const { clientId, clientSecret } = server.demo.weighing;
    const answer = await fetch(`${server.url}/weighing-sandbox/v2/weighing`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-clientid': clientId, 'x-clientsecret': clientSecret },
      body: JSON.stringify({ locationId, externalId: `E-${++count}`, nettWeight: { quantity: 1, unit: 't' } }),
    });
    assert.equal(answer.status, 201);
    return ((await answer.json()) as { uuid: string }).uuid;
  };
  const isTicket = (uuid: string) => (change: Heard) => change['uuid'] === uuid;
  const isJob = (jobId: string) => (change: Heard) => change['jobId'] === jobId;

  test('of tickets are heard by those who may read them, for the own weigh bridges only', async () => {
    const [own, foreign] = server.demo.weighing.locationIds as [string, string];
    const roles = { 'weighing-sandbox': ['bridge'] };
    const bridge = await enterAs(server, desk, { organisationId, roles, weighBridges: [own] });
    const manager = await enterAs(server, desk, { organisationId, roles: { 'weighing-sandbox': ['manager'] } });
    const surveyor = await enterAs(server, desk, { organisationId, roles: { conversion: ['surveyor'] } });
    await using one = await Stream.open(server, bridge.browser);
    await using all = await Stream.open(server, manager.browser);
    await using none = await Stream.open(server, surveyor.browser);
    const [notMine, mine] = [await send(foreign), await send(own)];
    assert.deepEqual(await all.hear(isTicket(mine)), {
      ...{ type: 'ticket.changed', organisationId, uuid: mine, version: 1, environment: 'sandbox' },
    });
    assert.ok(all.changes.some(isTicket(notMine)));
    await one.hear(isTicket(mine));
    assert.deepEqual(one.changes.length, 1);
    const { jobId } = await conversion.createJob();
    await none.hear(isJob(jobId));
    assert.ok(none.changes.every(({ type }) => type === 'job.changed'));
  });

  test('of jobs: made, imported, deleted; those of others are not heard', async () => {
    const { body: other } = await desk.ask('POST', '/operator/v1/organisations', { name: 'Elsewhere' });
    const roles = { conversion: ['manager'] };
    const { browser } = await enterAs(server, desk, { organisationId, roles });
    const { browser: stranger } = await enterAs(server, desk, { organisationId: other.id, roles });
    await using stream = await Stream.open(server, browser);
    await using foreign = await Stream.open(server, stranger);
    const { jobId } = await conversion.createJob();
    await stream.hear(isJob(jobId));
    stream.changes.length = 0;
    await conversion.send('DELETE', `/job/${jobId}`);
    assert.deepEqual(await stream.hear(isJob(jobId)), { type: 'job.changed', organisationId, jobId });
    const own = { 'x-organisation-id': other.id };
    const { body } = await desk.ask('POST', '/conversion/job/mjf', {}, own);
    await foreign.hear(isJob(body.jobId));
    assert.equal(foreign.changes.length, 1);
  });

  test('of projects: made, changed, archived; those of others are not heard, nor by others', async () => {
    const { body: other } = await desk.ask('POST', '/operator/v1/organisations', { name: 'Builders elsewhere' });
    const roles = { 'project-sandbox': ['manager'] };
    const { browser } = await enterAs(server, desk, { organisationId, roles });
    const { browser: stranger } = await enterAs(server, desk, { organisationId: other.id, roles });
    const surveyor = await enterAs(server, desk, { organisationId, roles: { conversion: ['surveyor'] } });
    await using stream = await Stream.open(server, browser);
    await using foreign = await Stream.open(server, stranger);
    await using unable = await Stream.open(server, surveyor.browser);
    const at = '/project/v1/sandbox';
    const [division] = (await browser.ask('GET', `${at}/divisions`)).body;
    const project = { divisionId: division.id, number: 'P-900', name: 'Lock gate' };
    const { body: made, status } = await browser.ask('POST', `${at}/projects`, project);
    assert.equal(status, 201, JSON.stringify(made));
    const heard = { type: 'project.changed', organisationId, id: made.id, environment: 'sandbox' };
    const merge = { 'content-type': 'application/merge-patch+json' };
    for (const change of [
      async () => undefined,
      () => browser.ask('PATCH', `${at}/projects/${made.id}`, { name: 'Lock gate 2' }, merge),
      () => browser.ask('DELETE', `${at}/projects/${made.id}`),
    ]) {
      await change();
      assert.deepEqual(await stream.hear(({ id }) => id === made.id), heard);
      stream.changes.length = 0;
    }
    const { jobId } = await conversion.createJob();
    await unable.hear(isJob(jobId));
    assert.deepEqual([unable.changes.length, foreign.changes.length], [1, 0]);
  });

  test('of requests are heard at the desk', async () => {
    await using stream = await Stream.open(server, desk);
    const request = { organisationName: 'Gravel & Co', email: 'a@example.org', interface: 'conversion' };
    const { status, body } = await desk.ask('POST', '/operator/v1/access-requests', request);
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(await stream.hear(({ type }) => type === 'request.changed'), {
      ...{ type: 'request.changed', id: body.id },
    });
  });

  test('that were missed follow after Last-Event-ID; far too many, or those of an earlier process, are one', async () => {
    const [own] = server.demo.weighing.locationIds as [string];
    const roles = { 'weighing-sandbox': ['manager'], conversion: ['manager'] };
    const { browser } = await enterAs(server, desk, { organisationId, roles });
    let last: string;
    {
      await using stream = await Stream.open(server, browser);
      const uuid = await send(own);
      await stream.hear(isTicket(uuid));
      last = stream.lastId;
    }
    const missed = [await send(own), await send(own)];
    const { jobId } = await conversion.createJob();
    await using again = await Stream.open(server, browser, last);
    await again.hear(isJob(jobId));
    for (const uuid of missed) await again.hear(isTicket(uuid));
    assert.equal(again.changes.length, 3);
    for (const strange of [
      last.replace(/conversion=\w+/, 'conversion=other'),
      last.replace(/weighing-sandbox=\d+/, 'weighing-sandbox=999999'),
      'weighing-sandbox=x,conversion=\u00e9',
    ]) {
      await using stream = await Stream.open(server, browser, strange);
      await stream.hear(({ organisationId: of }) => of === undefined);
    }
  });

  test('end with the session, and change with its roles', async () => {
    const roles = { conversion: ['surveyor'] };
    const { browser, id } = await enterAs(server, desk, { organisationId, roles });
    await using stream = await Stream.open(server, browser);
    const first = await conversion.createJob();
    await stream.hear(isJob(first.jobId));
    await desk.ask('PATCH', `/console/v1/people/${id}`, { roles: { 'weighing-sandbox': ['manager'] } });
    await conversion.createJob();
    const uuid = await send(server.demo.weighing.locationIds[0]!);
    await stream.hear(isTicket(uuid));
    assert.equal(stream.changes.length, 2);
    assert.equal((await browser.ask('DELETE', '/console/v1/session')).status, 204);
    await stream.end();
    const refused = await browser.ask('GET', '/console/v1/events');
    assert.equal(refused.status, 401);
  });
});
