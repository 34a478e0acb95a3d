import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Browser as Caller, signInAtDesk } from '@fieldbridge/server/testing/browser.ts';
import { startTestServer, type TestServer } from '@fieldbridge/server/testing/server.ts';
import { missingChromium, PATIENCE_MS, startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import type { Browser, CDPSession, Page } from 'playwright-core';

// Passkeys of a real browser with a virtual authenticator, through the interface that the pages use.

const skip = missingChromium();

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, looked into by the tests
  readonly body: any;
}

// Of a browser, as far as it is needed; these tests are checked with the types of Node.
declare const PublicKeyCredential: Record<
  'parseCreationOptionsFromJSON' | 'parseRequestOptionsFromJSON',
  (options: unknown) => object
>;
type Credentials = Record<'create' | 'get', (options: object) => Promise<{ toJSON(): unknown }>>;

/** Calls the console's interface from a page of the console. */
function ask(page: Page, method: string, path: string, body?: unknown, csrf = ''): Promise<Answer> {
  const given = [method, path, body, csrf] as const;
  return page.evaluate(async ([method, path, body, csrf]) => {
    const response = await fetch(`/console/v1${path}`, {
      method,
      headers: { 'x-csrf-token': csrf, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }, given);
}

/** Lets the browser make a passkey, or sign with one. @returns its JSON */
function credential(page: Page, how: 'create' | 'get', options: unknown): Promise<unknown> {
  return page.evaluate(
    async ([how, options]) => {
      const publicKey =
        how === 'create'
          ? PublicKeyCredential.parseCreationOptionsFromJSON(options)
          : PublicKeyCredential.parseRequestOptionsFromJSON(options);
      const { credentials } = navigator as unknown as { credentials: Credentials };
      return (await credentials[how]({ publicKey })).toJSON();
    },
    [how, options] as const,
  );
}

describe('a passkey', { skip }, () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  let devtools: CDPSession;
  let desk: Caller;
  let authenticatorId: string;
  before(async () => {
    server = await startTestServer();
    desk = await signInAtDesk(server);
    browser = await startBrowser();
  });
  after(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
  });

  /** Another browser profile with an authenticator of its own. */
  const open = async (): Promise<void> => {
    page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${server.url.replace('127.0.0.1', 'localhost')}/sign-in`);
    devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const kind = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const;
    const options = { ...kind, isUserVerified: true, automaticPresenceSimulation: true };
    ({ authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options }));
  };
  const invite = async (name: string): Promise<{ id: string; token: string }> => {
    const { body: person } = await desk.ask('POST', '/console/v1/people', { name });
    const { body } = await desk.ask('POST', `/console/v1/people/${person.id}/invitation`);
    return { id: person.id, token: body.url.split('#token=')[1] };
  };
  /** Accepts an invitation with a new passkey. */
  const accept = async (token: string): Promise<Answer> => {
    const { body: options } = await ask(page, 'POST', '/passkeys/options', { for: 'invitation', token });
    const passkey = await credential(page, 'create', options);
    return ask(page, 'POST', '/invitations/accept', { token, passkey });
  };
  const signed = async (): Promise<unknown> => {
    const { body } = await ask(page, 'POST', '/passkeys/options', { for: 'sign-in' });
    return credential(page, 'get', body);
  };

  test('is made by an invitation, signs in, and is listed with its use', async () => {
    await open();
    const { id, token } = await invite('Ada');
    const look = await ask(page, 'POST', '/invitations/look', { token });
    assert.deepEqual(look.body.ways, ['passkey', 'password']);
    const session = await accept(token);
    assert.equal(session.status, 201, JSON.stringify(session.body));
    assert.deepEqual((await desk.ask('GET', `/console/v1/people/${id}`)).body.ways, ['passkey']);
    await ask(page, 'DELETE', '/session', undefined, session.body.csrfToken);
    assert.equal((await ask(page, 'GET', '/session')).status, 401);
    const again = await ask(page, 'POST', '/session', { method: 'passkey', credential: await signed() });
    assert.deepEqual([again.status, again.body.person.name], [201, 'Ada']);
    const { items } = (await ask(page, 'GET', '/passkeys')).body;
    assert.match(items[0].name, /^Chrome, /);
    assert.ok(items[0].lastUsedAt >= items[0].createdAt);
  });

  test('signs each challenge once, and only those of this server', async () => {
    await open();
    await accept((await invite('Once')).token);
    const credential = await signed();
    const signIn = (one: unknown) => ask(page, 'POST', '/session', { method: 'passkey', credential: one });
    assert.equal((await signIn(credential)).status, 201);
    assert.equal((await signIn(credential)).body.code, 'not-authenticated');
    const other = (await signed()) as { response: { signature: string } };
    const forged = {
      ...other,
      response: { ...other.response, signature: other.response.signature.replace(/.{6}$/, 'AAAAAA') },
    };
    assert.equal((await signIn(forged)).body.code, 'not-authenticated');
  });

  test('is one of several, and the last way in stays', async () => {
    await open();
    const { body: session } = await accept((await invite('Several')).token);
    const csrf = session.csrfToken;
    await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
    const { body: options } = await ask(page, 'POST', '/passkeys/options', { for: 'registration' }, csrf);
    const made = { name: 'Tablet at the gate', credential: await credential(page, 'create', options) };
    const added = await ask(page, 'POST', '/passkeys', made, csrf);
    assert.deepEqual([added.status, added.body.name], [201, made.name]);
    assert.equal((await ask(page, 'POST', '/passkeys', made, csrf)).body.code, 'passkey-refused');
    const { items } = (await ask(page, 'GET', '/passkeys')).body;
    assert.equal(items.length, 2);
    const statuses = [];
    for (const { id } of items) statuses.push((await ask(page, 'DELETE', `/passkeys/${id}`, undefined, csrf)).status);
    assert.deepEqual(statuses, [204, 409]);
  });

  test('made for somebody else is refused, and a new invitation ends the old one', async () => {
    await open();
    const [one, two] = [await invite('One'), await invite('Two')];
    const { body: options } = await ask(page, 'POST', '/passkeys/options', { for: 'invitation', token: one.token });
    const passkey = await credential(page, 'create', options);
    const taken = await ask(page, 'POST', '/invitations/accept', { token: two.token, passkey });
    assert.deepEqual([taken.status, taken.body.code], [422, 'passkey-refused']);
    assert.equal((await accept(one.token)).status, 201);
    const { body } = await desk.ask('POST', `/console/v1/people/${one.id}/invitation`);
    const password = 'gravel under the moon';
    const token = body.url.split('#token=')[1];
    assert.equal((await ask(page, 'POST', '/invitations/accept', { token, password })).status, 201);
    const credential2 = await signed();
    const late = await ask(page, 'POST', '/session', { method: 'passkey', credential: credential2 });
    assert.equal(late.body.code, 'not-authenticated');
  });
});

describe('where browsers have no passkeys', () => {
  for (const publicUrl of ['http://192.168.1.20:8080', 'https://192.168.1.20', 'http://bridge.lan'])
    test(`at ${publicUrl} a password is the only way`, async () => {
      await using server = await startTestServer({ publicUrl });
      const desk = await signInAtDesk(server);
      const { body: person } = await desk.ask('POST', '/console/v1/people', { name: 'Ada' });
      const { url } = (await desk.ask('POST', `/console/v1/people/${person.id}/invitation`)).body;
      const token = url.split('#token=')[1];
      const anyone = new Caller(server);
      assert.deepEqual((await anyone.ask('POST', '/console/v1/invitations/look', { token })).body.ways, ['password']);
      const options = await anyone.ask('POST', '/console/v1/passkeys/options', { for: 'sign-in' });
      assert.deepEqual([options.status, options.body.code], [409, 'passkeys-impossible']);
    });
});
