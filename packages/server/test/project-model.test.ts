import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { DivisionStore } from '../src/directory/division-store.ts';
import { TestClock } from '../testing/clock.ts';
import { ProjectCaller, type TokenAnswer } from '../testing/oauth.ts';
import { type Answer, type Call, callerOf, type Json, refused } from '../testing/project.ts';
import { startTestServer, stopFaultless, type TestServer } from '../testing/server.ts';
import { storeOf } from '../testing/store-of.ts';
import { merged } from '../testing/ticket-model.ts';

// Random sequences of a caller's operations on projects, divisions and tokens, compared with plain models.

const clock = new TestClock();
let server: TestServer;
before(async () => {
  server = await startTestServer({ logLevel: 'error' }, { clock });
});
after(() => stopFaultless(server));

const pick = <const T>(...values: T[]) => fc.constantFrom(...values);
const nat = fc.nat({ max: 1000 });

const EMPTY = {
  status: 'planned',
  description: null,
  address: null,
  countryCode: null,
  location: null,
  startDate: null,
  endDate: null,
  coordinateSystem: null,
};
const fields = fc.record<Json>(
  {
    status: pick('planned', 'active', 'completed', 'archived'),
    description: pick(null, 'Ring road', 'RING', 'straße', '100%', 'a_b'),
    address: pick(null, 'Ring 1', 'Über'),
    countryCode: pick(null, 'NL', 'de'),
    location: pick(null, { longitude: 4.9, latitude: 52 }, { longitude: -180, latitude: 90 }),
    startDate: pick(null, '2026-02-28', '2024-02-29'),
    endDate: pick(null, '2026-02-28', '2026-03-01', '2025-01-01'),
    coordinateSystem: pick(null, 28992, 25832),
  },
  { requiredKeys: [] },
);
const basis = fc.record({ division: pick(0, 1), number: pick('A', 'a', 'B', 'C '), name: pick('Ring', 'Bridge', 'é') });
const filters = fc.record(
  {
    division: pick(0, 1),
    status: pick('planned', 'active', 'archived'),
    text: pick('ring', 'RING', '%', '_', 'ÜBER', 'ß', 'c '),
    modifiedSince: pick('2026-01-01T00:00:20Z', '2026-01-01T01:02:00+01:00'),
  },
  { requiredKeys: [] },
);
const tag = pick('none', 'present', 'stale');
const steps = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('create' as const), basis, fields }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('patch' as const), index: nat, basis: fc.option(basis), fields, tag }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('archive' as const), index: nat, tag }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), index: nat, tag }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('list' as const), filters, limit: fc.integer({ min: 1, max: 3 }) }),
  },
);
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

interface ModelProject {
  readonly id: string;
  value: Json;
  etag: string;
  isGone: boolean;
}

/** A caller of its own organisation with two divisions, and the model of its projects. */
class Office {
  readonly projects: ModelProject[] = [];
  readonly call: Call;
  readonly divisions: readonly { readonly id: string }[];

  private constructor(call: Call, divisions: Office['divisions']) {
    this.call = call;
    this.divisions = divisions;
  }

  static async open(): Promise<Office> {
    const other = await server.otherOrganisation('project-sandbox');
    const store = DivisionStore.of(storeOf(server, 'project-sandbox'), clock);
    const north = await store.add(other.organisationId, 'North', 'N');
    const south = await store.add(other.organisationId, 'South', 'S');
    const call = await callerOf(new ProjectCaller(server, other));
    assert.deepEqual((await call('GET', '/divisions')).body, [north, south]);
    return new Office(call, [north, south]);
  }

  async run(step: Step): Promise<void> {
    clock.pass(1000);
    if (step.do === 'create') return this.create(step);
    if (step.do === 'list') return this.list(step);
    const one = this.projects[step.index % Math.max(1, this.projects.length)];
    if (one === undefined) return;
    if (step.do === 'patch') return this.patch(one, step);
    return this.end(one, step);
  }

  /** Why the model refuses a project with these fields: status and code of the answer. */
  fault(value: Json, except?: ModelProject): [number, string] | undefined {
    const { startDate, endDate, divisionId, number } = value;
    if (startDate !== null && endDate !== null && String(endDate) < String(startDate))
      return [422, 'project-dates-reversed'];
    const isTaken = this.projects.some(
      (one) =>
        one !== except && !one.isGone && one.value['divisionId'] === divisionId && one.value['number'] === number,
    );
    return isTaken ? [409, 'project-number-taken'] : undefined;
  }

  inputOf({ division, number, name }: { division: number; number: string; name: string }): Json {
    return { divisionId: this.divisions[division]!.id, number, name };
  }

  async create(step: Step & { do: 'create' }): Promise<void> {
    const input = { ...this.inputOf(step.basis), ...step.fields };
    const answer = await this.call('POST', '/projects', input);
    const fault = this.fault({ ...EMPTY, ...input });
    if (fault !== undefined) return refused(answer, ...fault);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const at = new Date(clock.now()).toISOString();
    const id = String(answer.body['id']);
    const value = { id, ...EMPTY, ...input, createdAt: at, modifiedAt: at };
    assert.deepEqual(answer.body, value);
    this.projects.push({ id, value, etag: answer.headers.get('etag')!, isGone: false });
  }

  headersOf(one: ModelProject, sent: 'none' | 'present' | 'stale'): Record<string, string> {
    return sent === 'none' ? {} : { 'if-match': sent === 'stale' ? '"stale"' : one.etag };
  }

  async patch(one: ModelProject, step: Step & { do: 'patch' }): Promise<void> {
    const patch = { ...(step.basis === null ? {} : this.inputOf(step.basis)), ...step.fields };
    const answer = await this.call('PATCH', `/projects/${one.id}`, patch, this.headersOf(one, step.tag));
    if (one.isGone) return refused(answer, 404, 'not-found');
    if (step.tag === 'stale') return refused(answer, 412, 'precondition-failed');
    const value = { ...EMPTY, ...(merged(one.value, patch) as Json) };
    const fault = this.fault(value, one);
    if (fault !== undefined) return refused(answer, ...fault);
    this.changed(one, answer, { ...value, modifiedAt: new Date(clock.now()).toISOString() });
  }

  changed(one: ModelProject, answer: Answer, value: Json): void {
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual(answer.body, value);
    assert.notEqual(answer.headers.get('etag'), one.etag);
    one.value = value;
    one.etag = answer.headers.get('etag')!;
  }

  async end(one: ModelProject, step: Step & { do: 'archive' | 'remove' }): Promise<void> {
    const path = `/projects/${one.id}${step.do === 'remove' ? '?permanent=true' : ''}`;
    const answer = await this.call('DELETE', path, undefined, this.headersOf(one, step.tag));
    if (one.isGone) return refused(answer, 404, 'not-found');
    const isRepeat = step.do === 'archive' && one.value['status'] === 'archived';
    if (step.do === 'remove' && step.tag === 'none') return refused(answer, 428, 'precondition-required');
    if (step.tag === 'stale' && !isRepeat) return refused(answer, 412, 'precondition-failed');
    assert.equal(answer.status, 204);
    if (step.do === 'remove') one.isGone = true;
    else if (!isRepeat) {
      const modifiedAt = new Date(clock.now()).toISOString();
      const read = await this.call('GET', `/projects/${one.id}`);
      this.changed(one, read, { ...one.value, status: 'archived', modifiedAt });
    }
  }

  async list({ filters: given, limit }: Step & { do: 'list' }): Promise<void> {
    const { division, ...rest } = given;
    const divisionId = division === undefined ? undefined : this.divisions[division]!.id;
    const query = new URLSearchParams({ ...rest, ...(divisionId === undefined ? {} : { divisionId }) });
    const seen: unknown[] = [];
    for (let next: unknown; ; ) {
      const cursor = next === undefined ? '' : `&cursor=${next}`;
      const { status, body } = await this.call('GET', `/projects?${query}&limit=${limit}${cursor}`);
      assert.equal(status, 200, JSON.stringify(body));
      seen.push(...(body['items'] as Json[]));
      next = body['next'];
      if (next === undefined) break;
    }
    const found = this.projects
      .filter(({ isGone, value }) => {
        const texts = ['number', 'name', 'description', 'address'].map((name) => String(value[name] ?? ''));
        return (
          !isGone &&
          (divisionId ?? value['divisionId']) === value['divisionId'] &&
          (given.status ?? value['status']) === value['status'] &&
          (given.text === undefined || texts.some((text) => text.toLowerCase().includes(given.text!.toLowerCase()))) &&
          (given.modifiedSince === undefined ||
            Date.parse(String(value['modifiedAt'])) >= Date.parse(given.modifiedSince))
        );
      })
      .map(({ value }) => value);
    assert.deepEqual(seen, found, String(query));
  }
}

test('projects: after any creations, changes, archivings and deletions, reads and lists match a plain model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 50, size: 'max' }), async (sequence) => {
      const office = await Office.open();
      for (const step of sequence) await office.run(step);
      for (const { id, value, etag, isGone } of office.projects) {
        const { status, body, headers } = await office.call('GET', `/projects/${id}`);
        if (isGone) assert.equal(status, 404);
        else assert.deepEqual([status, body, headers.get('etag')], [200, value, etag]);
      }
      await office.list({ do: 'list', filters: {}, limit: 1000 });
    }),
    // Limits the time for shrinking a counterexample.
    { numRuns: 12 },
  );
});

const TOKEN_SECONDS = 3600;
const tokenSteps = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('grant' as const), who: pick(0, 1, 2) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('refresh' as const), who: pick(0, 1, 2), of: nat }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('race' as const), who: pick(0, 1, 2), of: nat }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), seconds: pick(1, 600, 1799, 3599, 3600) }) },
);

test('tokens over HTTP: two clients and two environments, and only valid ones are accepted', async () => {
  const [first, second] = [
    await server.otherOrganisation('project-sandbox'),
    await server.otherOrganisation('project-sandbox'),
  ];
  const real = await server.otherOrganisation('project-production');
  const callers = [
    new ProjectCaller(server, first),
    new ProjectCaller(server, second),
    new ProjectCaller(server, real, 'production'),
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(tokenSteps, { minLength: 3, maxLength: 20, size: 'max' }), async (sequence) => {
      const pairs: { who: number; pair: TokenAnswer; at: number; isUsed: boolean }[] = [];
      const keep = (who: number, pair: TokenAnswer): void => {
        assert.deepEqual(Object.keys(pair).sort(), ['access_token', 'expires_in', 'refresh_token', 'token_type']);
        assert.deepEqual([pair.token_type, pair.expires_in], ['bearer', 3599]);
        pairs.push({ who, pair, at: clock.now(), isUsed: false });
      };
      for (const step of sequence) {
        if (step.do === 'grant') keep(step.who, await callers[step.who]!.tokens());
        else if (step.do === 'pass') clock.pass(step.seconds * 1000);
        else if (pairs.length > 0) {
          const one = pairs[step.of % pairs.length]!;
          const count = step.do === 'race' ? 5 : 1;
          const answers = await Promise.all(
            Array.from({ length: count }, () => callers[step.who]!.refresh(one.pair.refresh_token)),
          );
          const won = answers.filter(({ status }) => status === 200);
          assert.equal(won.length, one.who === step.who && !one.isUsed ? 1 : 0);
          for (const answer of answers)
            if (!won.includes(answer))
              assert.deepEqual([answer.status, ((await answer.json()) as Json)['error']], [400, 'invalid_grant']);
          if (won.length > 0) {
            one.isUsed = true;
            keep(step.who, (await won[0]!.json()) as TokenAnswer);
          }
        }
        for (const { who, pair, at } of pairs.slice(-4))
          for (const [i, caller] of callers.entries()) {
            // Sandbox clients share an environment; a token identifies its owner.
            const isHere = (i === 2) === (who === 2);
            const isGood = isHere && clock.now() - at < TOKEN_SECONDS * 1000;
            assert.equal(await caller.status(pair.access_token), isGood ? 200 : 401);
            assert.equal(await caller.status(pair.refresh_token), 401, 'a refresh token gives no access');
          }
      }
    }),
    { numRuns: 12 },
  );
});
