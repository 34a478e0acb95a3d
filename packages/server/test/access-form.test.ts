import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { TestClock } from '../testing/clock.ts';
import { callDesk, type Json, refused } from '../testing/desk.ts';
import { NO_CONVERSION, startTestServer, type TestServer } from '../testing/server.ts';

// The form of the desk as a browser without JavaScript sees and sends it.

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const clock = new TestClock();
const server = await startTestServer({ supportEmail: 'desk@bridge.example' }, { clock });
after(() => server[Symbol.asyncDispose]());

interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly stamp: string;
}

async function pageOf(answer: Response): Promise<Page> {
  const text = await answer.text();
  const stamp = /name="stamp" value="([^"]*)"/.exec(text)?.[1] ?? '';
  return { status: answer.status, headers: answer.headers, text, stamp };
}

const addressOf = (at: TestServer): string => `${at.url}/operator/v1/access-requests/form`;
const open = async (at = server) => pageOf(await fetch(addressOf(at), { headers: { accept: BROWSER } }));

/** Sends the form as a browser does; a list is a field that is there several times. */
async function send(fields: Readonly<Record<string, string | readonly string[]>>, at = server): Promise<Page> {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one);
  const headers = { accept: BROWSER, origin: 'null' };
  return pageOf(await fetch(addressOf(at), { method: 'POST', headers, body, redirect: 'manual' }));
}

let people = 0;
const typed = () => ({
  access: 'weighing-sandbox',
  organisationName: `Gravel & "Sand" <${++people}>`,
  contactName: '',
  email: 'it@gravel.example',
  note: 'First line\r\nSecond line',
  bridgeName: ['Pit', '', 'Gate', ''],
  bridgeTimeZone: ['Europe/Berlin', '', 'UTC', ''],
  website: '',
});
/** A page that was opened by a person who then typed for a while. */
async function opened(): Promise<string> {
  const { stamp } = await open();
  clock.pass(30_000);
  return stamp;
}
const requestsOf = async (name: string): Promise<Json[]> => {
  const { body } = await callDesk(server, 'GET', '/access-requests?limit=500');
  return body.items.filter((item: Json) => item.organisationName === name);
};

describe('the form for people', () => {
  test('is a page that may be sent here only and runs nothing', async () => {
    const { status, headers, text } = await open();
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8']);
    assert.match(headers.get('content-security-policy')!, /default-src 'none'.*form-action 'self'/);
    assert.doesNotMatch(text, /<script/);
    assert.match(text, /desk@bridge\.example/);
  });

  test('has a label for each field that people see', async () => {
    const { text } = await open();
    const ids = [...text.matchAll(/<(?:input|select|textarea)[^>]*\sid="([^"]+)"/g)].map(([, id]) => id!);
    assert.ok(ids.length >= 5);
    for (const id of ids) assert.ok(text.includes(`<label for="${id}">`), id);
  });

  test('offers the interfaces of this server only', async () => {
    await using other = await startTestServer(NO_CONVERSION);
    assert.match((await open()).text, /value="conversion"/);
    assert.doesNotMatch((await open(other)).text, /value="conversion"/);
  });

  test('becomes a request at the desk, with what was typed', async () => {
    const stamp = await opened();
    const fields = typed();
    const sent = await send({ ...fields, stamp });
    assert.deepEqual([sent.status, sent.headers.get('location')], [303, '/operator/v1/access-requests/form/received']);
    const [request, ...others] = await requestsOf(fields.organisationName);
    assert.equal(others.length, 0);
    const { interface: name, environment, contactName, note, weighBridges, origin } = request!;
    assert.deepEqual([name, environment, contactName, origin], ['weighing', 'sandbox', null, 'form']);
    assert.equal(note, 'First line\nSecond line');
    assert.deepEqual(weighBridges, [
      { name: 'Pit', timeZone: 'Europe/Berlin' },
      { name: 'Gate', timeZone: 'UTC' },
    ]);
    const end = await fetch(new URL(sent.headers.get('location')!, server.url), { headers: { accept: BROWSER } });
    assert.match(await end.text(), /Request received/);
  });

  test('sent twice by a second click is one request', async () => {
    const stamp = await opened();
    const fields = typed();
    const sent = await Promise.all([1, 2].map(() => send({ ...fields, stamp })));
    assert.deepEqual(
      [...sent, await send({ ...fields, stamp })].map(({ status }) => status),
      [303, 303, 303],
    );
    assert.equal((await requestsOf(fields.organisationName)).length, 1);
  });

  test('sent again with a change is another request', async () => {
    const stamp = await opened();
    const fields = typed();
    for (const note of ['a', 'b']) assert.equal((await send({ ...fields, note, stamp })).status, 303);
    assert.equal((await requestsOf(fields.organisationName)).length, 2);
  });

  const MISTAKES: readonly [what: string, change: object, field: string, sentence: RegExp][] = [
    ['no interface', { access: '' }, 'access', /required/],
    ['an unknown interface', { access: 'moon' }, 'access', /must be one of/i],
    ['no organisation', { organisationName: '' }, 'organisationName', /required/],
    ['a line break in the organisation', { organisationName: 'a\nb' }, 'organisationName', /one line/],
    ['a control character in the name', { contactName: 'a\u001b[2J' }, 'contactName', /one line/],
    ['reversed writing in the name', { contactName: 'a\u202eb' }, 'contactName', /one line/],
    ['no address', { email: 'nobody' }, 'email', /email address/],
    ['a line break in a bridge', { bridgeName: ['a\nb'], bridgeTimeZone: ['UTC'] }, 'bridgeName', /one line/],
    ['an unknown time zone', { bridgeName: ['a'], bridgeTimeZone: ['Mars/North'] }, 'bridgeTimeZone', /IANA/],
  ];
  for (const [what, change, field, sentence] of MISTAKES)
    test(`with ${what} says so beside the field, and keeps the rest`, async () => {
      await using fresh = await startTestServer({}, { clock });
      const { stamp } = await open(fresh);
      clock.pass(30_000);
      const fields = { ...typed(), ...change };
      const { status, text } = await send({ ...fields, stamp }, fresh);
      assert.equal(status, 422);
      const [, id, fault] = new RegExp(`id="(${field}\\d+)"[^>]*aria-describedby="(\\1-fault)"`).exec(text) ?? [];
      assert.match(new RegExp(`id="${fault}">([^<]*)<`).exec(text)?.[1] ?? '', sentence);
      assert.ok(text.includes(`href="#${id}"`), 'the summary links the field');
      assert.match(text, /role="alert"/);
      assert.ok(text.includes('First line\nSecond line</textarea>'));
      if (field !== 'email') assert.ok(text.includes('value="it@gravel.example"'));
      assert.equal(
        (await send({ ...typed(), stamp: /name="stamp" value="([^"]*)/.exec(text)![1]! }, fresh)).status,
        303,
      );
    });

  test('shows what was typed as text, whatever it is', async () => {
    const hostile = '"><script>alert(1)</script>';
    const { text } = await send({ ...typed(), organisationName: hostile, note: `</textarea>${hostile}`, stamp: 'x' });
    assert.doesNotMatch(text, /<script|<\/textarea>"/);
    assert.ok(text.includes('value="&quot;>&lt;script>'));
  });

  test('below a path of a proxy sends people to the end page below it', async () => {
    await using fresh = await startTestServer({ publicUrl: 'https://example.org/bridge' }, { clock });
    const { stamp } = await open(fresh);
    clock.pass(30_000);
    const { headers } = await send({ ...typed(), stamp }, fresh);
    assert.equal(headers.get('location'), '/bridge/operator/v1/access-requests/form/received');
  });

  test('is linked on the front page, below a path of a proxy, too', async () => {
    await using fresh = await startTestServer({ publicUrl: 'https://example.org/bridge' }, { clock });
    const answer = await fetch(fresh.url, { headers: { accept: BROWSER } });
    assert.match(await answer.text(), /href="\/bridge\/operator\/v1\/access-requests\/form"/);
  });
});

describe('robots', () => {
  const ROBOTS: readonly [what: string, change: object, wait: number][] = [
    ['a form answered in under two seconds', {}, 1_900],
    ['a form answered after a day', {}, 86_400_001],
    ['a form without a stamp', { stamp: '' }, 30_000],
    ['a stamp with another time', { stamp: `${clock.now()}.${'A'.repeat(43)}` }, 30_000],
    ['a filled trap', { website: 'https://spam.example' }, 30_000],
  ];
  for (const [what, change, wait] of ROBOTS)
    test(`are refused: ${what}`, async () => {
      await using fresh = await startTestServer({}, { clock });
      const { stamp } = await open(fresh);
      clock.pass(wait);
      const refusal = await send({ ...typed(), stamp, ...change }, fresh);
      assert.equal(refusal.status, 422);
      assert.deepEqual((await callDesk(fresh, 'GET', '/access-requests')).body.items, []);
      clock.pass(3_000);
      assert.equal((await send({ ...typed(), stamp: refusal.stamp }, fresh)).status, 303, 'a person sends it again');
    });

  test('of a stamp of another server are refused', async () => {
    await using other = await startTestServer(NO_CONVERSION, { clock });
    const { stamp } = await open(other);
    clock.pass(30_000);
    assert.equal((await send({ ...typed(), stamp })).status, 422);
  });

  test('from one address reach a limit, with a page that says when to go on', async () => {
    await using fresh = await startTestServer({}, { clock });
    const statuses: number[] = [];
    let last: Page | undefined;
    for (let i = 0; i < 11; i++) statuses.push((last = await send({ ...typed(), stamp: 'x' }, fresh)).status);
    assert.deepEqual(statuses, [...Array(10).fill(422), 429]);
    assert.match(last!.headers.get('retry-after')!, /^\d+$/);
    assert.match(last!.text, /role="alert".*limit/);
  });

  test('from many addresses reach a limit in total, by page and by JSON', async () => {
    await using fresh = await startTestServer({ trustedProxies: '127.0.0.1' }, { clock });
    const form = { organisationName: 'Many', email: 'it@many.example', interface: 'conversion' };
    const ask = (i: number) =>
      callDesk(fresh, 'POST', '/access-requests/form', form, { 'x-forwarded-for': `198.51.100.${i}` });
    const statuses: number[] = [];
    for (let i = 0; i < 100; i++) statuses.push((await ask(i)).status);
    assert.deepEqual(new Set(statuses), new Set([202]));
    const over = await ask(200);
    refused(over, 429, 'too-many-requests');
    const { stamp } = await open(fresh);
    clock.pass(30_000);
    const page = await send({ ...typed(), stamp }, fresh);
    assert.equal(page.status, 429);
    assert.ok(page.text.includes('First line'), 'what was typed is kept');
  });

  test('with bytes that are not UTF-8, or with too many, are refused', async () => {
    await using fresh = await startTestServer();
    for (const [body, status] of [
      ['organisationName=%FF', 400],
      [`note=${'x'.repeat(100_001)}`, 413],
    ] as const) {
      const headers = { accept: BROWSER, 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await fetch(addressOf(fresh), { method: 'POST', headers, body });
      assert.equal(answer.status, status);
      assert.match(answer.headers.get('content-type')!, /^text\/html/);
    }
  });
});

test('programs still get JSON, and a problem for a name of two lines', async () => {
  await using fresh = await startTestServer();
  const form = { organisationName: 'Programs', email: 'it@programs.example', interface: 'conversion' };
  assert.equal((await callDesk(fresh, 'POST', '/access-requests/form', form, {})).status, 202);
  const answer = await callDesk(fresh, 'POST', '/access-requests/form', { ...form, organisationName: 'a\nb' }, {});
  refused(answer, 422, 'validation-failed');
  assert.deepEqual(answer.body.errors[0].pointer, '#/organisationName');
});
