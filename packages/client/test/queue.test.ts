import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { smallDisk } from '@fieldbridge/server/testing/small-disk.ts';
import { type Outcome, TicketQueue } from '../src/queue/index.ts';
import { clientOf } from '../testing/client-of.ts';
import { type Fault, FaultServer, sendJson } from '../testing/fault-server.ts';

let folder: string;
let server: FaultServer;
/** Batches that arrived: numbers of tickets. */
let batches: string[][];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldbridge-queue-'));
  server = await FaultServer.start();
  batches = [];
  answer(() => ({ status: 201 }));
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

interface Sent {
  readonly externalId: string;
}
type Item = { readonly status: number; readonly problem?: object };
const ticket = (externalId: string, locationId = 'north') => ({
  ...{ locationId, externalId },
  nettWeight: { quantity: 1, unit: 't' },
});

/** Answers batches ticket by ticket; `first` may break the first requests. */
function answer(item: (sent: Sent, request: number) => Item, first: Fault = () => false): void {
  server.fault = async (arrived) => {
    if ((await first(arrived)) === true) return true;
    const sent = JSON.parse(await arrived.body()) as Sent[];
    batches.push(sent.map(({ externalId }) => externalId));
    sendJson(arrived.response, 207, { items: sent.map((one) => item(one, arrived.count)) });
    return true;
  };
}

/** Opens the queue, sends everything, closes it. @returns the outcomes */
async function forwardAll(
  add: readonly (ReturnType<typeof ticket> | string)[] = [],
  batch?: number,
): Promise<string[]> {
  const queue = await TicketQueue.open(folder);
  const outcomes: Outcome[] = [];
  try {
    await queue.add(add);
    const onDone = (some: readonly Outcome[]): void => void outcomes.push(...some);
    await queue.forward({ tickets: clientOf(server).tickets, untilEmpty: true, batch, onDone });
    assert.equal(queue.size, 0);
  } finally {
    await queue.close();
  }
  return outcomes.map(({ ticket: { text }, result, reason }) =>
    [(JSON.parse(text) as Sent).externalId, result, ...(reason === undefined ? [] : [reason])].join(' '),
  );
}

describe('sending', () => {
  test('in order per weigh bridge, in batches, as the texts were added', async () => {
    const texts = ['{"externalId":"1","locationId":"north","nettWeight":{"quantity":25.40,"unit":"t"}}'];
    let body = '';
    answer(
      () => ({ status: 201 }),
      async (arrived) => {
        body += await arrived.body();
        return false;
      },
    );
    await forwardAll([...texts, ticket('a', 'south'), ticket('2'), ticket('3'), ticket('b', 'south')], 2);
    assert.deepEqual(batches, [['1', '2'], ['a', 'b'], ['3']]);
    assert.match(body, /25\.40/);
  });

  test('what the server has already, and what it refuses', async () => {
    const items: Record<string, Item> = {
      same: { status: 409, problem: { code: 'ticket-exists', identical: true } },
      other: { status: 409, problem: { code: 'ticket-exists', identical: false, detail: 'another one' } },
      wrong: { status: 422, problem: { code: 'validation-failed', detail: 'no unit' } },
    };
    answer(({ externalId }) => items[externalId] ?? { status: 201 });
    assert.deepEqual(await forwardAll(['same', 'other', 'wrong', 'new'].map((id) => ticket(id))), [
      'same present',
      'other refused ticket-exists: another one',
      'wrong refused validation-failed: no unit',
      'new stored',
    ]);
    assert.match(readFileSync(join(folder, 'refused.log'), 'utf8'), /"reason":"validation-failed: no unit"/);
    assert.deepEqual(await forwardAll(), []);
  });

  test('a ticket that must be sent again keeps those behind it waiting', async () => {
    answer(({ externalId }, request) => ({ status: externalId === '2' && request === 1 ? 503 : 201 }));
    await forwardAll(['1', '2', '3'].map((id) => ticket(id)));
    assert.deepEqual(batches, [
      ['1', '2', '3'],
      ['2', '3'],
    ]);
  });

  test('a batch refused for one ticket is sent in halves', async () => {
    answer(
      () => ({ status: 201 }),
      async ({ body, response }) => {
        if (!(await body()).includes('bad')) return false;
        sendJson(response, 400, { code: 'malformed-json', detail: 'half a surrogate pair' });
        return true;
      },
    );
    assert.deepEqual(await forwardAll(['1', 'bad', '3'].map((id) => ticket(id))), [
      '1 stored',
      'bad refused malformed-json: the server answered 400: half a surrogate pair',
      '3 stored',
    ]);
  });

  test('one by one, to a server that only knows the document; a lost answer is not a refusal', async () => {
    server.fault = ({ count, response }) => {
      if (count === 1) response.destroy();
      else sendJson(response, count === 2 ? 409 : 201, {});
      return true;
    };
    assert.deepEqual(await forwardAll([ticket('1'), ticket('2')], 1), ['1 present', '2 stored']);
  });

  for (const status of [401, 404, 500])
    test(`a ${status} for all costs no ticket`, async () => {
      server.fault = ({ response }) => {
        sendJson(response, status, {});
        return true;
      };
      await assert.rejects(forwardAll([ticket('1')]), { status });
      answer(() => ({ status: 201 }));
      assert.deepEqual(await forwardAll(), ['1 stored']);
    });

  test('goes on after trouble, and with tickets that come in later, until it is stopped', async () => {
    const queue = await TicketQueue.open(folder);
    const stop = new AbortController();
    const troubles: unknown[] = [];
    server.fault = ({ count, response }) => {
      if (count > 4) return false;
      response.destroy();
      return true;
    };
    const done = Promise.withResolvers<void>();
    const running = queue.forward({
      tickets: clientOf(server).tickets,
      signal: stop.signal,
      timing: { monotonic: () => 0, random: () => 0, sleep: async () => {} },
      onTrouble: (error) => {
        troubles.push(error);
        answer(() => ({ status: 201 }));
      },
      onDone: () => done.resolve(),
    });
    await queue.add([ticket('1')]);
    await done.promise;
    assert.equal(troubles.length, 1);
    stop.abort();
    await running;
    await queue.close();
  });
});

describe('the folder', () => {
  test('belongs to one at a time; the second is refused by name', async () => {
    const queue = await TicketQueue.open(folder);
    await assert.rejects(TicketQueue.open(folder), {
      name: 'HeldError',
      message: new RegExp(`queue\\.lock is held by process ${process.pid} on `),
    });
    await queue.close();
    await (await TicketQueue.open(folder)).close();
  });

  test('keeps tickets through a restart, without a line that was torn', async () => {
    const queue = await TicketQueue.open(folder);
    await queue.add([ticket('1')]);
    await queue.close();
    appendFileSync(join(folder, 'queue.log'), '0123456789ab {"add":2,"bri');
    assert.deepEqual(await forwardAll([ticket('3')]), ['1 stored', '3 stored']);
  });

  test('with a damaged line is refused, naming it', async () => {
    const queue = await TicketQueue.open(folder);
    await queue.add([ticket('1'), ticket('2')]);
    await queue.close();
    const path = join(folder, 'queue.log');
    writeFileSync(path, readFileSync(path, 'utf8').replace('north', 'south'));
    await assert.rejects(TicketQueue.open(folder), { code: 'queue-damaged', message: /queue\.log, line 1 is damaged/ });
  });

  test('on a full disk refuses new tickets, keeps the others, and goes on when there is room', async (context) => {
    await using disk = smallDisk(1);
    if (disk === undefined) return context.skip('this user may not mount a small disk');
    folder = join(disk.directory, 'queue');
    const queue = await TicketQueue.open(folder);
    await queue.add([ticket('1')]);
    disk.fill(0);
    await assert.rejects(queue.add([ticket('x'.repeat(9000))]), { code: 'ENOSPC' });
    disk.empty();
    await queue.add([ticket('2')]);
    await queue.close();
    assert.deepEqual(await forwardAll(), ['1 stored', '2 stored']);
    return undefined;
  });
});
