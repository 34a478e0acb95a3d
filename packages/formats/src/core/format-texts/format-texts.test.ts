import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeFormat } from '../../convert/describe.ts';
import { FORMATS } from '../../formats/registry.ts';
import { ISSUE_LANGUAGES } from '../issues/language.ts';
import { formatText } from './in-language.ts';
import { noteTexts } from './notes.ts';
import { type FormatText, formatTexts } from './table.ts';
import { OPTION_TITLES } from './titles.ts';

// Names, notes and options of formats in every language.

/** Written by the server for imports into a job. */
const OF_JOBS = ['onDuplicate'];
const EACH = FORMATS.map((format) => [format.id, format] as const);

for (const language of ISSUE_LANGUAGES.filter((one) => one !== 'en'))
  describe(`formats in ${language}`, () => {
    for (const [id, format] of EACH)
      test(`${id} has everything in the language, and the same schema`, () => {
        const [english, said] = [describeFormat(format), describeFormat(format, language)];
        assert.notEqual(said.notes, english.notes);
        for (const direction of ['read', 'write'] as const)
          for (const [name, { title, description, ...rest }] of Object.entries(
            english.options[direction]?.properties ?? {},
          )) {
            assert.ok(Object.hasOwn(OPTION_TITLES, name), `${name} has a title`);
            const {
              title: saidTitle,
              description: saidDescription,
              ...saidRest
            } = said.options[direction]!.properties[name]!;
            assert.notEqual(saidDescription, description, name);
            assert.match(saidTitle, /^[A-Z].*[^.]$/, `${name}: ${title}`);
            assert.deepEqual(saidRest, rest);
          }
        assert.deepEqual(
          { ...said, name: '', notes: '', options: {} },
          { ...english, name: '', notes: '', options: {} },
        );
      });

    for (const english of Object.keys(formatTexts) as FormatText[])
      test(`${english.slice(0, 60)} keeps its numbers and ends like the English text`, () => {
        const said = formatText(english, language);
        const numbers = (text: string) => text.replaceAll(',', '.').match(/\d+(\.\d+)?/g) ?? [];
        if (!english.startsWith('WGS')) assert.deepEqual(numbers(said).toSorted(), numbers(english).toSorted());
        assert.equal(/[.…]$/.exec(said)?.[0], /[.…]$/.exec(english)?.[0]);
        assert.doesNotMatch(said, /\s\s|"/);
      });
  });

test('every title and note belongs to a format', () => {
  const names = FORMATS.flatMap((format) => {
    const { read, write } = describeFormat(format).options;
    return [...Object.keys(read?.properties ?? {}), ...Object.keys(write?.properties ?? {})];
  });
  assert.deepEqual(Object.keys(OPTION_TITLES).toSorted(), [...new Set([...names, ...OF_JOBS])].toSorted());
  assert.deepEqual(Object.keys(noteTexts).toSorted(), [...new Set(FORMATS.map(({ notes }) => notes))].toSorted());
});
