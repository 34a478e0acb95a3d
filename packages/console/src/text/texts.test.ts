import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { de } from './de.ts';
import { en, type TextKey, type Texts } from './en.ts';
import { nl } from './nl.ts';

/** The names in braces of every form of a text. */
function namesIn(text: Texts[TextKey]): string[] {
  const forms = typeof text === 'string' ? [text] : Object.values(text);
  return [...new Set(forms.flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();
}

for (const [language, texts] of Object.entries({ de, nl }))
  describe(`texts in ${language}`, () => {
    it('have the keys of the English ones, in their order', () =>
      assert.deepEqual(Object.keys(texts), Object.keys(en)));
    it('fill in the same names', () => {
      for (const key of Object.keys(en) as TextKey[]) assert.deepEqual(namesIn(texts[key]), namesIn(en[key]), key);
    });
    it('have a plural where the English one has', () => {
      for (const key of Object.keys(en) as TextKey[]) assert.equal(typeof texts[key], typeof en[key], key);
    });
  });
