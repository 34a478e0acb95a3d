import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isUuid } from '../src/core/uuid.ts';
import { TestClock } from '../testing/clock.ts';
import { callDesk, type Json } from '../testing/desk.ts';
import { startTestServer, stopFaultless, type TestServer } from '../testing/server.ts';

// The interface documents of the project and the weighing service, sentence by sentence, called as by a program written
// from them alone, without anything that only our own contract adds. The workflows of the conversion document are in
// conversion-workflows.test.ts.

const HOUR = 3_600_000;
const clock = new TestClock();
let server: TestServer;
before(async () => {
  server = await startTestServer({ logLevel: 'error' }, { clock });
});
after(() => stopFaultless(server));

/** The data that the support desk sends to a client organisation. */
interface Issued {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly locationIds: readonly string[];
}

/** An organisation created by the desk in an environment, with credentials for an interface. */
async function client(
  serves: 'project' | 'weighing',
  environment: 'sandbox' | 'production',
  things: readonly string[],
): Promise<Issued> {
  const desk = async (path: string, body: object): Promise<Json> => {
    const answer = await callDesk(server, 'POST', path, body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body;
  };
  const { id } = await desk('/organisations', { name: crypto.randomUUID() });
  for (const name of things)
    if (serves === 'project')
      await desk(`/organisations/${id}/divisions`, { environment, name, abbreviation: name.slice(0, 2) });
    else await desk(`/organisations/${id}/weigh-bridges`, { environment, name, timeZone: 'Europe/Amsterdam' });
  const issued = await desk(`/organisations/${id}/credentials`, { interface: serves, environment });
  const { clientSecret, locationIds = [] } = issued;
  return { clientId: issued.credential.clientId, clientSecret, locationIds };
}

/** Sends a request unchanged. @returns status, headers and the JSON of the answer */
async function send(method: string, path: string, headers: Record<string, string>, body?: string) {
  const answer = await fetch(server.url + path, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await answer.text();
  const type = answer.headers.get('content-type') ?? '';
  return { status: answer.status, type, text, json: (/json/.test(type) ? JSON.parse(text) : undefined) as Json };
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** A program that uses the project service as its document describes. */
class ProjectProgram {
  readonly base: string;
  readonly client: Issued;
  accessToken = '';
  refreshToken = '';
  refreshes = 0;
  #refreshing: Promise<void> | undefined;

  constructor(environment: 'sandbox' | 'production', issued: Issued) {
    this.base = `/project/v1/${environment}`;
    this.client = issued;
  }

  async token(fields: Record<string, string>): Promise<Awaited<ReturnType<typeof send>>> {
    const { clientId, clientSecret } = this.client;
    const form = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...fields });
    const answer = await send('POST', `${this.base}/token`, FORM, form.toString());
    if (answer.status === 200)
      [this.accessToken, this.refreshToken] = [answer.json.access_token, answer.json.refresh_token];
    return answer;
  }

  /** "On the first 401, hold all in-flight and new requests, make one refresh call, then … release them." */
  async call(method: string, path: string, body?: object): Promise<Awaited<ReturnType<typeof send>>> {
    await this.#refreshing;
    const used = this.accessToken;
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${used}` };
    const answer = await send(method, this.base + path, headers, body && JSON.stringify(body));
    if (answer.status !== 401) return answer;
    if (used === this.accessToken)
      this.#refreshing ??= this.token({ grant_type: 'refresh_token', refresh_token: this.refreshToken }).then(() => {
        this.refreshes++;
        this.#refreshing = undefined;
      });
    return this.call(method, path, body);
  }
}

for (const environment of ['sandbox', 'production'] as const)
  test(`the project service as documented, ${environment}`, async () => {
    const program = new ProjectProgram(environment, await client('project', environment, ['North', 'South', 'East']));

    // POST /token: both grants are answered with an object of four fields.
    const first = await program.token({ grant_type: 'client_credentials' });
    assert.deepEqual([first.status, Object.keys(first.json).length], [200, 4]);
    for (const name of ['access_token', 'refresh_token']) assert.equal(typeof first.json[name], 'string');
    assert.equal(first.json.token_type, 'bearer');
    assert.ok(first.json.expires_in < 3600 && first.json.expires_in > 3500, 'just under one hour');
    const second = await program.token({ grant_type: 'refresh_token', refresh_token: first.json.refresh_token });
    assert.equal(second.status, 200);
    assert.notEqual(second.json.access_token, first.json.access_token);
    assert.notEqual(second.json.refresh_token, first.json.refresh_token);
    const used = await program.token({ grant_type: 'refresh_token', refresh_token: first.json.refresh_token });
    assert.ok(used.status >= 400 && used.status < 500, 'invalid as soon as it has been used');

    // GET /divisions: Content-Type without a body, a JSON array of objects of three fields.
    const divisions = await program.call('GET', '/divisions');
    assert.equal(divisions.status, 200);
    assert.match(divisions.type, /^application\/json/);
    assert.deepEqual(
      divisions.json.map(({ name, abbreviation }: Json) => [name, abbreviation]),
      [
        ['North', 'No'],
        ['South', 'So'],
        ['East', 'Ea'],
      ],
    );
    for (const division of divisions.json) {
      assert.deepEqual(Object.keys(division).sort(), ['abbreviation', 'id', 'name']);
      assert.ok(isUuid(division.id));
    }
    const lone = new ProjectProgram(environment, await client('project', environment, ['Only']));
    await lone.token({ grant_type: 'client_credentials' });
    assert.equal((await lone.call('GET', '/divisions')).json.length, 1, 'one element when there is one division');

    // "A division identifier is needed … for example when a project is created"; full read and write permissions.
    const input = { divisionId: divisions.json[0].id, number: '1', name: 'Ring road' };
    const project = await program.call('POST', '/projects', input);
    assert.equal(project.status, 201, project.text);
    assert.equal((await program.call('DELETE', `/projects/${project.json.id}`)).status, 204);

    // "The only endpoint that accepts a form; every other endpoint accepts and returns JSON only."
    const bearer = { Authorization: `Bearer ${program.accessToken}` };
    assert.equal(
      (await send('POST', `${program.base}/token`, { 'Content-Type': 'application/json' }, '{}')).status,
      415,
    );
    const form = await send('POST', `${program.base}/projects`, { ...bearer, ...FORM }, 'number=2');
    assert.equal(form.status, 415);
    assert.match(form.type, /json/);

    // "Every non-token request carries the header"; expired or invalid: 401.
    for (const headers of [{}, { Authorization: 'Bearer nothing' }, { Authorization: `Basic ${program.accessToken}` }])
      assert.equal((await send('GET', `${program.base}/divisions`, headers as Record<string, string>)).status, 401);
    clock.pass(HOUR);
    assert.equal((await send('GET', `${program.base}/divisions`, bearer)).status, 401, 'valid for one hour');

    // Renewal as recommended: many requests in flight, one refresh, every one is answered.
    const answers = await Promise.all(Array.from({ length: 20 }, () => program.call('GET', '/divisions')));
    assert.ok(answers.every(({ status }) => status === 200));
    assert.equal(program.refreshes, 1);
    clock.pass(1000 * 24 * HOUR);
    const late = await program.token({ grant_type: 'refresh_token', refresh_token: program.refreshToken });
    assert.equal(late.status, 200, 'refresh tokens have no expiry time');

    // Environments are isolated, and the version is part of the path.
    const other = environment === 'sandbox' ? 'production' : 'sandbox';
    const fresh = { Authorization: `Bearer ${program.accessToken}` };
    assert.equal((await send('GET', `/project/v1/${other}/divisions`, fresh)).status, 401);
    const elsewhere = await new ProjectProgram(other, program.client).token({ grant_type: 'client_credentials' });
    assert.equal(elsewhere.status, 401);
    for (const path of ['/project/v2/sandbox/divisions', '/project/v1/staging/divisions', '/project/v1/divisions'])
      assert.equal((await send('GET', path, fresh)).status, 404, path);
  });

const PARTY = {
  name: 'Jansen BV',
  reference: 'C-7',
  street: 'Dorpsstraat 1',
  postalCode: '1234 AB',
  city: 'Utrecht',
  countryCode: 'NL',
  telephone: '+31 30 123',
  email: 'weegbrug@jansen.example',
};
const weight = (quantity: number, serialNumber: number) => ({
  quantity,
  unit: 'kg',
  datetime: '2025-12-31T10:15:30.123Z',
  serialNumber,
});
/** A ticket with every field of the document's tables. */
const fullTicket = (locationId: string, externalId: string) => ({
  locationId,
  externalId,
  type: 'outgoing',
  tripNumber: 3,
  nettWeight: weight(25400, 3),
  grossWeight: weight(40400, 2),
  tareWeight: weight(15000, 1),
  cumulativeWeight: weight(76200, 3),
  customer: PARTY,
  product: {
    identifier: 'AC16',
    name: 'Asphalt',
    temperature: { value: 162.5, unit: 'C', datetime: '2025-12-31T10:14:00.000Z' },
  },
  project: { identifier: 'P1', description: 'Ring road', subProjectIdentifier: 'P1-a' },
  vehicle: { licenseplate: 'ab-12-cd', reference: 'Truck 7', countryCode: 'NL', owner: PARTY },
});

for (const [environment, base] of [
  ['sandbox', '/weighing-sandbox/v2'],
  ['production', '/weighing/v2'],
] as const)
  test(`the weighing service as documented, ${environment}`, async () => {
    const own = await client('weighing', environment, ['Gate 1', 'Gate 2']);
    assert.equal(own.locationIds.length, 2, 'credentials come with the list of weigh bridge UUIDs');
    const headers = {
      'Content-Type': 'application/json',
      'X-ClientId': own.clientId,
      'X-ClientSecret': own.clientSecret,
    };
    const call = (method: string, path: string, body?: object) =>
      send(method, base + path, headers, body && JSON.stringify(body));
    const [gate1, gate2] = own.locationIds as [string, string];

    // The response is the ticket as sent, with the service's own fields.
    const sent = fullTicket(gate1, 'R-1');
    const made = await call('POST', '/weighing', sent);
    assert.ok(made.status >= 200 && made.status < 300, made.text);
    const { uuid, createdAt, modifiedAt, ...rest } = made.json;
    assert.deepEqual(rest, sent);
    assert.ok(isUuid(uuid));
    for (const time of [createdAt, modifiedAt]) assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

    // The rule of the document: refused at the same weigh bridge, unique per weigh bridge only.
    const repeat = await call('POST', '/weighing', sent);
    assert.ok(repeat.status >= 400 && repeat.status < 500, repeat.text);
    assert.equal((await call('POST', '/weighing', fullTicket(gate2, 'R-1'))).status, 201);

    // One or several at once, updated after a typing error, deleted; both by the uuid.
    const several = await call('POST', '/weighing', [fullTicket(gate1, 'R-2'), fullTicket(gate1, 'R-3')]);
    assert.deepEqual(
      several.json.items.map(({ ticket }: Json) => ticket.externalId),
      ['R-2', 'R-3'],
    );
    const corrected = { ...sent, vehicle: { ...sent.vehicle, licenseplate: 'AB-13-CD' } };
    clock.pass(1000);
    const updated = await call('PUT', `/weighing/${uuid}`, corrected);
    assert.equal(updated.json.vehicle.licenseplate, 'AB-13-CD');
    assert.equal(updated.json.createdAt, createdAt);
    assert.ok(updated.json.modifiedAt > modifiedAt);
    assert.ok((await call('DELETE', `/weighing/${uuid}`)).status < 300);
    assert.equal((await call('GET', `/weighing/${uuid}`)).status, 404);

    // `licenseplate` is in lower case, exactly so; the weigh bridge is one of those issued.
    const camel = await call('POST', '/weighing', { ...fullTicket(gate1, 'R-4'), vehicle: { licensePlate: 'x' } });
    assert.ok(camel.status >= 400 && camel.status < 500);
    const foreign = await client('weighing', environment, ['Elsewhere']);
    for (const locationId of [foreign.locationIds[0]!, crypto.randomUUID()])
      assert.equal((await call('POST', '/weighing', fullTicket(locationId, 'R-5'))).status, 403);

    // Every request carries both headers; credentials are per environment; the version is part of the address.
    const other = environment === 'sandbox' ? '/weighing/v2' : '/weighing-sandbox/v2';
    for (const [path, wrong] of [
      [base, { ...headers, 'X-ClientId': '' }],
      [base, { ...headers, 'X-ClientSecret': foreign.clientSecret }],
      [base, { 'Content-Type': 'application/json' }],
      [other, headers],
    ] as const) {
      const body = JSON.stringify(fullTicket(gate1, 'R-6'));
      assert.equal((await send('POST', `${path}/weighing`, wrong as Record<string, string>, body)).status, 401);
    }
    assert.equal((await send('POST', `${base.replace('v2', 'v1')}/weighing`, headers, '{}')).status, 404);
    assert.equal((await call('GET', '/weighing?externalId=R-6')).json.items.length, 0);
  });
