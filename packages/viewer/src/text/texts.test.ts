import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { de } from './de.ts';
import { en, type TextKey } from './en.ts';
import { speak, spoken, t, word } from './index.ts';
import { nl } from './nl.ts';

const namesIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

for (const [language, texts] of Object.entries({ de, nl }))
  describe(`texts of the viewer in ${language}`, () => {
    it('have the keys of the English ones, in their order', () =>
      assert.deepEqual(Object.keys(texts), Object.keys(en)));
    it('fill in the same names', () => {
      for (const key of Object.keys(en) as TextKey[]) assert.deepEqual(namesIn(texts[key]), namesIn(en[key]), key);
    });
  });

describe('the language of the viewer', () => {
  const ASKED: readonly (readonly [asked: readonly string[], language: string, fit: string])[] = [
    [['de-AT', 'en'], 'de', 'Einpassen'],
    [['fr', 'nl-NL', 'de'], 'nl', 'Passend'],
    [['fr'], 'en', 'Fit'],
    [[], 'en', 'Fit'],
  ];
  for (const [asked, language, fit] of ASKED)
    it(`of somebody who asks for ${asked.join(', ') || 'none'} is ${language}`, async () => {
      await speak(asked);
      assert.deepEqual([spoken(), t('tool.fit')], [language, fit]);
    });
});

describe('names of kinds and fields', () => {
  for (const [language, words] of [
    ['en', ['points', 'control points', 'control point', 'line type', 'species']],
    ['de', ['Punkte', 'Festpunkte', 'Festpunkt', 'Linientyp', 'species']],
    ['nl', ['punten', 'grondslagpunten', 'grondslagpunt', 'lijntype', 'species']],
  ] as const)
    it(`in ${language}: those from files stay as they are`, async () => {
      await speak([language]);
      assert.deepEqual(['points', 'controlPoints', 'controlPoint', 'line type', 'species'].map(word), words);
    });
});
