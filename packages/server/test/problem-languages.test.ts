import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type ProblemDocument, problemTable, problemTitle } from '@fieldbridge/contract';
import { startTestServer } from '../testing/server.ts';

// Titles, details and faults of problems follow Accept-Language; codes and places do not change.

const DETAILS = {
  en: 'Send X-ClientId and X-ClientSecret as the desk issued them for this interface and environment.',
  de: 'Senden Sie X-ClientId und X-ClientSecret, wie die Verwaltung sie für diese Schnittstelle und Umgebung ausgegeben hat.',
  nl: 'Stuur X-ClientId en X-ClientSecret zoals de balie ze voor deze interface en omgeving heeft uitgegeven.',
};
const WRONG_PASSWORD = {
  en: 'E-mail address or password is wrong.',
  de: 'E-Mail-Adresse oder Passwort ist falsch.',
  nl: 'E-mailadres of wachtwoord is onjuist.',
};

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

describe('the title and the detail of a problem', async () => {
  const ask = async (language: string | undefined) => {
    const headers = { accept: 'application/json', ...(language === undefined ? {} : { 'accept-language': language }) };
    const answer = await fetch(`${server.url}/conversion/formats`, { headers });
    return { answer, problem: (await answer.json()) as Record<string, string> };
  };
  const english = await ask(undefined);
  const [en, de, nl] = [
    'The request is not authenticated',
    'Die Anfrage ist nicht angemeldet',
    'Het verzoek is niet aangemeld',
  ];
  const answers = await Promise.all(
    (
      [
        ['de', de, 'de, en'],
        ['nl-BE', nl, 'nl, en'],
        ['DE-at,en;q=0.9', de, 'de, en'],
        ['en;q=0.2, nl;q=0.8, de;q=0.5', nl, 'nl, en'],
        ['fr, de;q=0.1', de, 'de, en'],
        ['en-GB,de', en, 'en'],
        ['fr', en, 'en'],
        ['*', en, 'en'],
        ['de;q=0', en, 'en'],
        ['de;q=x', en, 'en'],
        [',;,', en, 'en'],
        [undefined, en, 'en'],
      ] as const
    ).map(async ([wanted, title, language]) => ({ wanted, title, language, ...(await ask(wanted)) })),
  );
  for (const { wanted, title, language, answer, problem } of answers)
    test(`for Accept-Language: ${wanted ?? '(none)'}`, () => {
      assert.equal(problem['title'], title);
      assert.equal(answer.headers.get('content-language'), language);
      assert.match(answer.headers.get('vary') ?? '', /Accept-Language/);
      assert.equal(problem['code'], english.problem['code']);
      assert.equal(problem['detail'], DETAILS[language.slice(0, 2) as keyof typeof DETAILS]);
    });

  const pair = {
    'content-type': 'application/json',
    'x-clientid': server.demo.weighing.clientId,
    'x-clientsecret': server.demo.weighing.clientSecret,
  };
  const send = async (path: string, body: unknown, language: string): Promise<ProblemDocument> => {
    const headers = { ...pair, 'accept-language': language };
    const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as ProblemDocument;
  };
  const [locationId] = server.demo.weighing.locationIds;
  const ticket = { locationId, externalId: '', nettWeight: { quantity: 25.4, unit: 't' } };
  for (const [language, expected] of [
    ['en', 'Must not be empty.'],
    ['de', 'Darf nicht leer sein.'],
    ['nl', 'Mag niet leeg zijn.'],
  ] as const) {
    test(`a fault of a ticket, alone, in ${language}`, async () => {
      const { detail, errors } = await send('/weighing-sandbox/v2/weighing', ticket, language);
      assert.deepEqual(errors, [{ pointer: '#/externalId', detail: expected }]);
      assert.equal(detail, `#/externalId: ${expected}`);
    });
    test(`a fault of a ticket in a batch, each by itself, in ${language}`, async () => {
      const path = '/weighing-sandbox/v2/weighing';
      const answer = (await send(path, [ticket], language)) as unknown as { items: { problem: ProblemDocument }[] };
      assert.equal(answer.items[0]?.problem.detail, `#/externalId: ${expected}`);
      assert.equal(answer.items[0]?.problem.title, problemTitle('validation-failed', language));
    });
    test(`a wrong password in ${language}`, async () => {
      const way = { method: 'password', email: 'nobody@example.org', password: 'sand below the stars' };
      const { detail } = await send('/console/v1/session', way, language);
      assert.equal(detail, WRONG_PASSWORD[language]);
    });
  }
});

describe('a value of another form is answered with an example', async () => {
  const { clientId, clientSecret } = server.demo.project;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const base = `${server.url}/project/v1/sandbox`;
  const token = await fetch(`${base}/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token } = (await token.json()) as { access_token: string };
  for (const [name, language, sentence] of [
    ['modifiedSince', 'en', 'Must be a time with its zone, such as 2026-05-31T08:15:30Z.'],
    ['divisionId', 'en', 'Must be a UUID, such as 01980f2c-7a3b-7c4d-8e5f-60718293a4b5.'],
    ['divisionId', 'de', 'Muss eine UUID sein, wie 01980f2c-7a3b-7c4d-8e5f-60718293a4b5.'],
    ['startDate', 'en', 'Must be a date, such as 2026-05-31.'],
    ['startDate', 'nl', 'Moet een datum zijn, zoals 2026-05-31.'],
  ] as const)
    test(`${name} in ${language}`, async () => {
      const headers = {
        authorization: `Bearer ${access_token}`,
        'accept-language': language,
        'content-type': 'application/json',
      };
      const project = { divisionId: '01980f2c-7a3b-7c4d-8e5f-60718293a4b5', number: '7', name: 'Ring road' };
      const answer =
        name === 'startDate'
          ? await fetch(`${base}/projects`, {
              ...{ method: 'POST', headers },
              body: JSON.stringify({ ...project, startDate: '31-05-2026' }),
            })
          : await fetch(`${base}/projects?${name}=31-05-2026`, { headers });
      const { errors } = (await answer.json()) as ProblemDocument;
      assert.deepEqual(
        errors?.map(({ detail }) => detail),
        [sentence],
      );
    });
});

for (const language of ['de', 'nl'] as const)
  test(`every title in ${language} is one of its own, without a full stop, as the English ones`, () => {
    const codes = Object.keys(problemTable) as (keyof typeof problemTable)[];
    const titles = codes.map((code) => problemTitle(code, language));
    assert.equal(new Set(titles).size, codes.length);
    for (const [i, title] of titles.entries()) {
      assert.match(title, /^\p{Lu}.{5,79}[^.\s]$/u, title);
      assert.notEqual(title, problemTable[codes[i]!].title);
    }
  });
