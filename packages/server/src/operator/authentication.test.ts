import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openDeskParts } from '../../testing/desk-parts.ts';
import { ExpiryNotice } from '../directory/expiry-notice.ts';
import { KeyExpiry } from '../directory/people/key-expiry.ts';
import { SessionAuthentication } from '../directory/people/session-authentication.ts';
import { cookieName } from '../directory/people/session-cookie.ts';
import { newSecret } from '../directory/secret.ts';
import { type Actor, OperatorAuthentication } from './authentication.ts';

// Identifying the person at the desk from the headers of a request.

const desk = openDeskParts();
after(() => desk[Symbol.asyncDispose]());
const local = { key: newSecret('op'), name: 'ada (command line)' };
const validity = { now: () => desk.clock.now(), keep: () => {} };
const expiry = new KeyExpiry(validity, new ExpiryNotice(validity, 14));
const PUBLIC_URL = 'http://127.0.0.1:8080';
const SESSION_COOKIE = cookieName(PUBLIC_URL);
const sessions = new SessionAuthentication(desk.sessions, expiry, desk.organisations, () => PUBLIC_URL);
const authentication = new OperatorAuthentication(desk.operators, sessions, desk.audit, expiry, local);
const { operator, key } = await desk.operators.add('server', 'Grace');
const session = await desk.sessions.open({ kind: 'operator', operator });
const cookie = `${SESSION_COOKIE}=${session.token}`;

const reply = { header: () => reply } as unknown as FastifyReply;
let addresses = 0;
/** Identifies a request; each comes from a new address, so that no limit is reached. */
function ask(headers: Record<string, string>, method = 'GET', ip = `address ${++addresses}`): Promise<Actor> {
  const log = { warn: () => {} };
  return authentication.require({ headers, method, ip, log } as unknown as FastifyRequest, reply);
}
const refused = (headers: Record<string, string>, code: string, method?: string) =>
  assert.rejects(ask(headers, method), { code }, JSON.stringify(headers));

describe('a key as a bearer token', () => {
  test('is accepted in any case of the word, with one blank or several', async () => {
    for (const authorization of [`Bearer ${key}`, `bearer ${key}`, `BEARER   ${key}`])
      assert.deepEqual(await ask({ authorization }), { name: 'Grace', role: 'operator', operatorId: operator.id });
  });

  test('is refused after another word, without one, and with anything else beside it', async () => {
    for (const authorization of [
      key,
      `Basic ${key}`,
      `Bearer${key}`,
      `Bearer ${key} x`,
      ` Bearer ${key}`,
      'Bearer',
      '',
    ])
      await refused({ authorization }, 'not-authenticated');
  });

  test('takes precedence over a session: a wrong key is refused even if the cookie is right', async () => {
    assert.equal((await ask({ authorization: `Bearer ${key}`, cookie: 'nonsense' })).session, undefined);
    await refused({ authorization: `Bearer ${newSecret('op')}`, cookie }, 'not-authenticated');
  });

  test('needs no CSRF token, because no page of another site can send it', async () => {
    assert.equal((await ask({ authorization: `Bearer ${key}` }, 'DELETE')).name, 'Grace');
  });

  test('of the command line on the data directory is valid for its one run, under the name of the user', async () => {
    assert.deepEqual(await ask({ authorization: `Bearer ${local.key}` }), { name: local.name, role: 'operator' });
    const elsewhere = new OperatorAuthentication(desk.operators, sessions, desk.audit, expiry, undefined);
    const headers = { authorization: `Bearer ${local.key}` };
    const request = { headers, method: 'GET', ip: 'x', log: { warn: () => {} } } as unknown as FastifyRequest;
    await assert.rejects(async () => elsewhere.require(request, reply), { code: 'not-authenticated' });
  });

  test('that is wrong is counted per address: after twenty the answer is 429, only for that address and for wrong keys', async () => {
    const wrong = { authorization: `Bearer ${newSecret('op')}` };
    for (let i = 0; i < 20; i++)
      await assert.rejects(async () => ask(wrong, 'GET', 'one'), { code: 'not-authenticated' });
    await assert.rejects(async () => ask(wrong, 'GET', 'one'), { code: 'too-many-requests' });
    await assert.rejects(async () => ask(wrong, 'GET', 'other'), { code: 'not-authenticated' });
    assert.equal((await ask({ authorization: `Bearer ${key}` }, 'GET', 'one')).name, 'Grace');
  });
});

describe('a session of a browser', () => {
  test('is found among other cookies, wherever it is', async () => {
    for (const header of [
      cookie,
      `a=b; ${cookie}`,
      `${cookie}; a=b`,
      `a=${session.token};  ${cookie} ;b`,
      `a; =; ${cookie}`,
    ]) {
      const actor = await ask({ cookie: header });
      assert.deepEqual([actor.name, actor.operatorId], ['Grace', operator.id], header);
      assert.deepEqual(actor.session, { token: session.token, expiresAt: session.expiresAt });
    }
  });

  test('is not found under another name, in another case, or after fifty cookies', async () => {
    for (const header of [
      '',
      `x${cookie}`,
      `${SESSION_COOKIE}`,
      `${SESSION_COOKIE}=`,
      cookie.toUpperCase(),
      `${SESSION_COOKIE}="${session.token}"`,
      `${'a=b;'.repeat(50)}${cookie}`,
    ])
      await refused({ cookie: header }, 'not-authenticated');
    await refused({}, 'not-authenticated');
  });

  test('may read without a CSRF token, and change only with its own', async () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      assert.equal((await ask({ cookie }, method)).name, 'Grace', method);
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE', 'get']) {
      for (const csrf of [undefined, '', 'x', session.token, `${session.csrfToken} `])
        await refused(
          { cookie, ...(csrf === undefined ? {} : { 'x-csrf-token': csrf }) },
          'csrf-token-missing',
          method,
        );
      assert.equal((await ask({ cookie, 'x-csrf-token': session.csrfToken }, method)).name, 'Grace', method);
    }
  });
});

test('whatever the two headers contain, nobody gets in by accident and nothing breaks', async () => {
  const text = fc.oneof(fc.string(), fc.constantFrom(cookie, key, 'Bearer ', ';', '=', SESSION_COOKIE));
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 4 }), fc.array(text, { maxLength: 4 }), async (one, other) => {
      const [authorization, cookies] = [one.join(''), other.join('')];
      const isKey = new RegExp(`^Bearer +${key}$`, 'i').test(authorization) && authorization.endsWith(key);
      const sent: Record<string, string>[] = [
        { authorization },
        { cookie: cookies },
        { authorization, cookie: cookies },
      ];
      for (const headers of sent) {
        try {
          const { name } = await ask(headers, 'POST');
          assert.ok(isKey && 'authorization' in headers, `${name} by ${JSON.stringify(headers)}`);
        } catch (error) {
          assert.ok(
            ['not-authenticated', 'csrf-token-missing'].includes((error as { code: string }).code),
            String(error),
          );
        }
      }
    }),
    { numRuns: 200 },
  );
});
