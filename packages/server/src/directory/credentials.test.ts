import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { TestClock } from '../../testing/clock.ts';
import { coreMigrations } from '../storage/core-migrations.ts';
import { HighestTime } from '../storage/highest-time.ts';
import { ServerKey } from '../storage/server-key.ts';
import { SqliteStore } from '../storage/sqlite/sqlite-store.ts';
import { CredentialStore } from './credential-store.ts';
import { newSecret } from './secret.ts';
import { readClientSecret } from './tokens/client-authentication.ts';
import { readForm } from './tokens/form.ts';
import { TokenStore } from './tokens/token-store.ts';
import { newToken, rowOfToken } from './tokens/token-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'credentials-'));
after(() => rmSync(folder, { recursive: true }));
const key = ServerKey.open(folder);
let databases = 0;
const openDatabase = () => new SqliteStore(join(folder, `${databases++}.sqlite`), [coreMigrations]);
/** A clock for tokens with a folder of its own, so that the highest time of another test does not count. */
const highestTime = (clock: TestClock) =>
  new HighestTime(mkdtempSync(join(folder, 'time-')), clock, (text) => assert.fail(text));
const HOUR = 3_600_000;
const CLIENTS = ['ann', 'ben'].map((clientId) => ({ clientId, organisationId: `organisation of ${clientId}` }));

/** The expected state of a pair, tracked next to the store in the simplest way. */
interface ModelPair {
  readonly client: number;
  readonly family: number;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly issuedAt: number;
  isUsed: boolean;
  isAccessEnded: boolean;
  isGone: boolean;
}

const client = fc.nat(CLIENTS.length - 1);
const step = fc.oneof(
  fc.record({ kind: fc.constant('issue' as const), client }),
  fc.record({ kind: fc.constant('redeem' as const), client, pair: fc.nat(), revokeFamily: fc.boolean() }),
  fc.record({ kind: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('end' as const), client }),
  fc.record({ kind: fc.constant('restart' as const) }),
);

test('tokens: after any issuing, renewing, reusing, ending and restarting, exactly the right ones are valid', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const database = openDatabase();
      const clock = new TestClock();
      let store = new TokenStore(database, highestTime(clock));
      const pairs: ModelPair[] = [];
      let families = 0;
      const keep = (of: number, family: number, pair: { accessToken: string; refreshToken: string }) =>
        pairs.push({
          ...{ client: of, family, accessToken: pair.accessToken, refreshToken: pair.refreshToken },
          ...{ issuedAt: clock.now(), isUsed: false, isAccessEnded: false, isGone: false },
        });
      for (const one of steps) {
        if (one.kind === 'issue') keep(one.client, families++, await store.issue(CLIENTS[one.client]!));
        else if (one.kind === 'pass') clock.pass(one.minutes * 60_000);
        else if (one.kind === 'restart') store = new TokenStore(database, highestTime(clock));
        else if (one.kind === 'end') {
          await database.write((tx) => store.endClientNow(tx, CLIENTS[one.client]!.clientId));
          store.forgetClient(CLIENTS[one.client]!.clientId);
          for (const pair of pairs) if (pair.client === one.client) pair.isGone = true;
        } else if (pairs.length > 0) {
          const pair = pairs[one.pair % pairs.length]!;
          const redeemed = await store.redeem(pair.refreshToken, CLIENTS[one.client]!, one.revokeFamily);
          if (pair.isGone || pair.client !== one.client) assert.equal(redeemed.outcome, 'unknown');
          else if (pair.isUsed) {
            assert.equal(redeemed.outcome, 'reused');
            if (one.revokeFamily)
              for (const other of pairs)
                if (other.family === pair.family) [other.isUsed, other.isAccessEnded] = [true, true];
          } else {
            assert.ok(redeemed.outcome === 'renewed');
            pair.isUsed = true;
            keep(pair.client, pair.family, redeemed.pair);
          }
        }
        for (const pair of pairs) {
          const verified = await store.verify(pair.accessToken);
          const isGood = !pair.isGone && !pair.isAccessEnded && clock.now() - pair.issuedAt < HOUR;
          assert.equal('principal' in verified, isGood, JSON.stringify(one));
          if ('principal' in verified) assert.deepEqual(verified.principal, CLIENTS[pair.client]);
        }
      }
      const texts = pairs.flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken]);
      assert.equal(new Set(texts).size, texts.length);
      await database.close();
    }),
    { numRuns: 60 },
  );
});

test('an access token ends in the exact millisecond of its hour, by whichever clock gets there first', async () => {
  const database = openDatabase();
  for (const isPassing of [true, false])
    for (const isKnown of [true, false]) {
      const clock = new TestClock();
      const go = (by: number) => (isPassing ? clock.pass(by) : clock.step(by));
      const store = new TokenStore(database, highestTime(clock));
      const { accessToken } = await store.issue(CLIENTS[0]!);
      const isGood = async () => 'principal' in (await store.verify(accessToken));
      if (isKnown) assert.ok(await isGood());
      go(HOUR - 1);
      assert.ok(await isGood());
      go(1);
      assert.deepEqual(await store.verify(accessToken), { reason: 'expired' });
      if (!isPassing) continue;
      clock.step(-HOUR);
      assert.ok(!(await isGood()), 'an expired hour stays expired, whatever the wall clock is set to');
    }
  await database.close();
});

test('an access token that expired only by the monotonic clock is expired for all its users at once', async () => {
  const database = openDatabase();
  const clock = new TestClock();
  const store = new TokenStore(database, highestTime(clock));
  const { accessToken } = await store.issue(CLIENTS[0]!);
  assert.ok('principal' in (await store.verify(accessToken)));
  clock.step(-24 * HOUR);
  clock.pass(HOUR);
  for (let caller = 0; caller < 3; caller++) assert.deepEqual(await store.verify(accessToken), { reason: 'expired' });
  await database.close();
});

const secretStep = fc.oneof(
  fc.record({ kind: fc.constant('issue' as const) }),
  fc.record({ kind: fc.constant('add' as const), of: fc.nat() }),
  fc.record({ kind: fc.constant('revoke' as const), of: fc.nat() }),
  fc.record({ kind: fc.constant('revoke-secret' as const), of: fc.nat(), secret: fc.nat() }),
);

test('client secrets: at most two live, each valid until it is revoked, and only for its own client', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(secretStep, { minLength: 1, maxLength: 20 }), async (steps) => {
      const database = openDatabase();
      const store = new CredentialStore(database, key, new TestClock());
      const clients: { id: string; isRevoked: boolean; secrets: { id: string; text: string; isLive: boolean }[] }[] =
        [];
      const last = (credential: { readonly secrets: readonly { readonly id: string }[] }) =>
        credential.secrets.at(-1)!.id;
      for (const one of steps) {
        const client = one.kind === 'issue' ? undefined : clients[one.of % Math.max(1, clients.length)];
        if (one.kind === 'issue') {
          const { credential, secret } = await store.issue('o', 'label');
          const secrets = [{ id: last(credential), text: secret, isLive: true }];
          clients.push({ id: credential.clientId, isRevoked: false, secrets });
        } else if (client === undefined) continue;
        else if (one.kind === 'add') {
          const live = client.secrets.filter(({ isLive }) => isLive).length;
          const adding = store.addSecret(client.id);
          if (client.isRevoked) await assert.rejects(adding, { code: 'credential-revoked' });
          else if (live === 2) await assert.rejects(adding, { code: 'two-live-secrets' });
          else {
            const { credential, secret } = await adding;
            const known = new Set(client.secrets.map(({ id }) => id));
            client.secrets.push({
              id: credential.secrets.find(({ id }) => !known.has(id))!.id,
              text: secret,
              isLive: true,
            });
          }
        } else if (one.kind === 'revoke') {
          await store.revoke(client.id);
          client.isRevoked = true;
          for (const secret of client.secrets) secret.isLive = false;
        } else {
          const secret = client.secrets[one.secret % client.secrets.length]!;
          await store.revokeSecret(client.id, secret.id);
          secret.isLive = false;
        }
        for (const { id, isRevoked, secrets } of clients) {
          for (const { text, isLive } of secrets) {
            assert.equal((await store.verify(id, text))?.clientId, isLive ? id : undefined);
            for (const other of clients)
              if (other.id !== id) assert.equal(await store.verify(other.id, text), undefined);
          }
          assert.equal(await store.verify(id, newSecret('cs')), undefined);
          assert.equal((await store.principal(id)) === undefined, isRevoked);
          const stored = JSON.stringify(await store.get(id));
          assert.ok(secrets.every(({ text }) => !stored.includes(text)));
        }
      }
      await database.close();
    }),
    { numRuns: 40 },
  );
});

test('the last use of a secret is recorded once a minute, again after a failed update, and kept over a restart', async () => {
  const database = openDatabase();
  const clock = new TestClock();
  const store = new CredentialStore(database, key, clock);
  const { credential, secret } = await store.issue('o', 'label');
  const { clientId } = credential;
  const lastUse = async (): Promise<number | null> => {
    await database.writer.drained();
    return (await store.get(clientId))!.secrets[0]!.lastUsedAt;
  };
  assert.equal(await lastUse(), null);
  await store.verify(clientId, `${secret}x`);
  assert.equal(await lastUse(), null, 'a wrong secret is not a use');
  const first = clock.now();
  await store.verify(clientId, secret);
  assert.equal(await lastUse(), first);
  for (const [passed, noted] of [
    [59_999, first],
    [1, first + 60_000],
  ] as const) {
    clock.pass(passed);
    await store.verify(clientId, secret);
    assert.equal(await lastUse(), noted);
  }
  const again = new CredentialStore(database, key, clock);
  clock.pass(30_000);
  await again.verify(clientId, secret);
  assert.equal(await lastUse(), first + 60_000, 'a new process knows the last update');
  clock.pass(30_000);
  database.connection.exec(
    "CREATE TRIGGER full BEFORE UPDATE ON secrets BEGIN SELECT RAISE(ABORT, 'no room for a note'); END",
  );
  assert.ok(await store.verify(clientId, secret), 'a failed update turns no correct secret away');
  assert.equal(await lastUse(), first + 60_000);
  database.connection.exec('DROP TRIGGER full');
  await store.verify(clientId, secret);
  assert.equal(await lastUse(), first + 120_000);
  await database.close();
});

describe('the form and the header of a client', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'Z', '9', ':', '%', '+', ' ', 'é', '漢', '&', '=', '"'),
    minLength: 1,
    maxLength: 12,
  });
  const basicOf = (id: string, secret: string): string =>
    `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;

  test('mean the same whatever characters they hold', () => {
    fc.assert(
      fc.property(text, text, (clientId, clientSecret) => {
        const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret }).toString();
        const form = readForm(Buffer.from(body));
        assert.deepEqual(readClientSecret(undefined, form), { clientId, clientSecret });
        const header = basicOf(clientId, clientSecret);
        assert.deepEqual(readClientSecret(header, new Map()), { clientId, clientSecret });
        assert.deepEqual(readClientSecret(header, form), { clientId, clientSecret });
        assert.throws(() => readClientSecret(basicOf(clientId, `${clientSecret}x`), form), {
          code: 'invalid_request',
        });
      }),
    );
  });

  test('that are malformed are refused as in RFC 6749', () => {
    for (const header of ['', 'Basic', 'Basic ???', 'Bearer x', `Basic ${Buffer.from('no colon').toString('base64')}`])
      assert.throws(() => readClientSecret(header, new Map()), { code: 'invalid_client' }, header);
    assert.throws(() => readForm(Buffer.from('a=1&a=2')), { code: 'invalid_request' });
    assert.throws(() => readForm(Buffer.from([0x61, 0x3d, 0xff])), { code: 'invalid_request' });
    assert.deepEqual([...readForm(Buffer.from('a=&b=1'))], [['b', '1']], 'empty parameters are left out');
  });
});

test('a token contains its row and its kind, and no other text is taken for a token', () => {
  fc.assert(
    fc.property(
      fc.maxSafeNat().map((n) => n % 2 ** 48),
      fc.constantFrom('at' as const, 'rt' as const),
      (row, kind) => {
        const token = newToken(kind, row);
        assert.equal(rowOfToken(kind, token), row);
        assert.equal(rowOfToken(kind === 'at' ? 'rt' : 'at', token), undefined);
        for (const wrong of [token.slice(1), `${token}x`, token.toUpperCase(), token.replace(/.$/, '!')])
          assert.equal(rowOfToken(kind, wrong), undefined, wrong);
      },
    ),
  );
  fc.assert(fc.property(fc.string(), (noise) => assert.equal(rowOfToken('at', noise), undefined)));
});

test('a truncated server key is refused by name, and an interrupted start does not block a later one', () => {
  const place = mkdtempSync(join(folder, 'key-'));
  writeFileSync(join(place, 'server.key.new'), 'half of');
  assert.ok(ServerKey.open(place).matches('x', ServerKey.open(place).hash('x')));
  assert.deepEqual(readdirSync(place), ['server.key']);
  for (const damaged of ['', 'AAAA', readFileSync(join(place, 'server.key'), 'utf8').slice(0, -4)]) {
    writeFileSync(join(place, 'server.key'), damaged);
    assert.throws(() => ServerKey.open(place), {
      name: 'DataDirectoryDamaged',
      message: /server\.key, has \d+ bytes instead of 32/,
    });
  }
});

test('the server key is created once, readable by its owner only, and derives independent keys', () => {
  const again = ServerKey.open(folder);
  assert.deepEqual(again.hash('x'), key.hash('x'));
  assert.ok(key.matches('x', again.hash('x')) && !key.matches('y', again.hash('x')));
  assert.ok(!key.matches('x', key.hash('x').subarray(1)));
  const [a, b] = [key.derive('a'), key.derive('b')];
  assert.ok(
    !a.matches('x', b.hash('x')) && !a.matches('x', key.hash('x')) && key.derive('a').matches('x', a.hash('x')),
  );
});
