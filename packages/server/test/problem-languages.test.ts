import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { problemTable, problemTitle } from '@fieldbridge/contract';
import { startTestServer } from '../testing/server.ts';

// The titles of problems follow Accept-Language; codes, and the sentence that says what was found, do not change.

describe('the title of a problem', async () => {
  await using server = await startTestServer();
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
      assert.deepEqual([problem['code'], problem['detail']], [english.problem['code'], english.problem['detail']]);
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
