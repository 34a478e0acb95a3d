import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ConversionClient } from '../testing/conversion-client.ts';
import { startTestServer } from '../testing/server.ts';

// The sentences of issues and formats follow Accept-Language wherever they are answered; codes, parameters and schemas
// do not change.

const DRAWING = '0\nSECTION\n2\nENTITIES\n0\nLIGHT\n8\n0\n0\nPOINT\n8\n0\n10\n1\n20\n2\n30\n98765\n0\nENDSEC\n0\nEOF\n';

interface Said {
  readonly code: string;
  readonly text: string;
  readonly parameters?: unknown;
}
interface Answer {
  readonly issues: readonly Said[];
  readonly findings: readonly (Said & { readonly cure: string; readonly places: readonly Said[] })[];
  readonly imports: readonly { readonly failure: Said | null }[];
  readonly detail: string;
}

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const client = ConversionClient.of(server);

/** An answer in a language, with its headers. */
async function ask(path: string, language: string) {
  const answer = await client.send('GET', path, undefined, { 'accept-language': language });
  const { headers } = answer;
  assert.match(headers.get('vary') ?? '', /Accept-Language/);
  assert.equal(headers.get('content-language'), language === 'en' ? 'en' : `${language}, en`);
  return { headers, body: answer.json() as unknown as Answer & readonly Said[] };
}

const codes = (issues: readonly Said[]) => issues.map(({ code, parameters }) => [code, parameters]);

describe('issues in German', () => {
  let jobId = '';
  let fileId = '';
  let broken = '';
  before(async () => {
    ({ jobId } = await client.createJob({ unit: 'm' }));
    ({ fileId } = await client.report(jobId, 'dxf', DRAWING, 'plan.dxf', '&as=features'));
    await client.append(jobId, 'dxf', DRAWING, 'again.dxf', '&as=features');
    ({ jobId: broken } = await client.uploadJob('geojson', '{"type":"FeatureCollection","features":[{', 'cut.json'));
    await client.status(broken);
  });

  for (const [what, path, issuesOf, code, text] of [
    [
      'of a content report',
      () => `/job/${jobId}/files/${fileId}/report`,
      (body: Answer) => body.issues,
      'not-part-of-the-plan',
      'Lichter, Kameras und Schnittebenen zeigen im Lageplan nichts',
    ],
    [
      'of a file',
      () => `/job/${jobId}/files/${fileId}/issues`,
      (body: readonly Said[]) => body,
      'not-part-of-the-plan',
      'Lichter, Kameras und Schnittebenen zeigen im Lageplan nichts',
    ],
    [
      'of an export',
      () => `/job/${jobId}/ascsv/report`,
      (body: readonly Said[]) => body,
      'job-detail-left-out',
      /^Angaben des Jobs weggelassen, weil das Format sie nicht aufnehmen kann: 1 × Zeitpunkt der Erstellung/,
    ],
    [
      'of a check',
      () => `/job/${jobId}/check`,
      (body: Answer) => body.findings,
      'check-no-system',
      'es ist kein Bezugssystem angegeben, deshalb lässt sich die Lage nicht prüfen',
    ],
    [
      'of a failed import',
      () => `/job/${broken}/status`,
      (body: Answer) => [body.imports[0]!.failure!],
      'json-malformed',
      /^das JSON ist bei Byte \d+ beschädigt: /,
    ],
  ] as const)
    test(what, async () => {
      const issues = issuesOf as (body: unknown) => readonly Said[];
      const [english, german] = [await ask(path(), 'en'), await ask(path(), 'de')];
      assert.deepEqual(codes(issues(german.body)), codes(issues(english.body)));
      const said = issues(german.body).find((issue) => issue.code === code)?.text;
      if (typeof text === 'string') assert.equal(said, text);
      else assert.match(String(said), text);
      for (const [i, issue] of issues(german.body).entries())
        assert.notEqual(issue.text, issues(english.body)[i]!.text);
    });

  test('have tags of their own, so that no cache mixes languages', async () => {
    for (const path of [`/job/${jobId}/files/${fileId}/report`, `/job/${jobId}/check`]) {
      const [english, german] = [await ask(path, 'en'), await ask(path, 'de')];
      const etag = german.headers.get('etag')!;
      assert.notEqual(etag, english.headers.get('etag'));
      const headers = { 'if-none-match': etag, 'accept-language': 'de' };
      assert.equal((await client.send('GET', path, undefined, headers)).status, 304);
    }
  });

  test('say what to do in a check, and what was found at each place', async () => {
    const { body } = await ask(`/job/${jobId}/check`, 'de');
    const finding = body.findings.find(({ code }) => code === 'check-elevation-impossible');
    assert.equal(finding?.cure, 'entfernen Sie die Höhe');
    assert.match(finding.places[0]!.text, /Höhe 98765, die unmöglich ist/);
  });

  test('are the detail of the problem that refuses what a file caused', async () => {
    const headers = { 'accept-language': 'de' };
    const refused = await client.send('GET', `/job/${broken}/ascsv`, undefined, headers);
    assert.equal(refused.status, 422);
    const { detail, reason } = refused.json() as unknown as { detail: string; reason: string };
    assert.equal(reason, 'json-malformed');
    assert.match(detail, /^das JSON ist bei Byte/);
  });

  test('are in the events of a status', async () => {
    const headers = { 'accept-language': 'de', accept: 'text/event-stream' };
    const stream = await client.send('GET', `/job/${broken}/status`, undefined, headers);
    assert.match(stream.text, /"text":"das JSON ist bei Byte/);
  });
});

describe('a wrong option', () => {
  for (const [language, detail] of [
    ['en', 'The option hidden must be true or false, not "perhaps".'],
    ['de', 'Die Option hidden: muss true oder false sein, nicht „perhaps“.'],
    ['nl', 'De optie hidden: moet true of false zijn, niet “perhaps”.'],
  ] as const)
    test(`is refused in ${language}`, async () => {
      const { jobId } = await client.createJob({ unit: 'm' });
      const path = `/job/${jobId}/dxf?hidden=perhaps&as=features`;
      const refused = await client.send('POST', path, DRAWING, { 'accept-language': language });
      assert.equal(refused.status, 400, refused.text);
      assert.equal(refused.json<Answer>().detail, detail);
    });
});

describe('formats', () => {
  interface Listed {
    readonly id: string;
    readonly name: string;
    readonly notes: string;
    readonly options: { readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
  }
  for (const [language, name, title, description, duplicate] of [
    ['en', 'DXF drawing', 'Invisible entities', 'Also read entities that are marked invisible.', /^A point whose name/],
    [
      ...['de', 'DXF-Zeichnung', 'Unsichtbare Elemente'],
      ...['Auch Elemente lesen, die als unsichtbar gekennzeichnet sind.', /^Ein Punkt, dessen Name/],
    ],
    [
      ...['nl', 'DXF-tekening', 'Onzichtbare elementen'],
      ...['Ook elementen lezen die als onzichtbaar gemerkt zijn.', /^Een punt met een naam/],
    ],
  ] as [string, string, string, string, RegExp][])
    test(`are listed in ${language}`, async () => {
      const { body } = await ask('/formats', language);
      const dxf = (body as unknown as Listed[]).find(({ id }) => id === 'dxf')!;
      const { hidden, onDuplicate } = dxf.options.properties;
      assert.equal(dxf.name, name);
      assert.deepEqual(hidden, { type: 'boolean', title, default: false, description });
      assert.match(String(onDuplicate!['description']), duplicate);
      const english = (await ask('/formats?for=export', 'en')).body as unknown as Listed[];
      const said = (await ask('/formats?for=export', language)).body as unknown as Listed[];
      for (const [i, { id, notes }] of said.entries()) assert.equal(notes === english[i]!.notes, language === 'en', id);
    });
});
