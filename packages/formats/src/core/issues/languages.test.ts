import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { choiceIn, findingIn, ISSUE_LANGUAGES, issueIn, issueWords } from './in-language.ts';
import type { Translated } from './language.ts';
import type { IssueRow } from './row.ts';
import { type IssueCode, issueTable } from './table.ts';
import { parametersOf } from './template.ts';

// Sentences of issues in other languages have the parameters and clauses of the English ones.

const rows = Object.entries<IssueRow>(issueTable) as [IssueCode, IssueRow][];
const placeholders = (template = ''): string[] => parametersOf(template).toSorted();

for (const language of ISSUE_LANGUAGES.filter((one) => one !== 'en'))
  describe(`the table of issue codes in ${language}`, () => {
    for (const [code, english] of rows)
      test(`${code} has the parameters of the English sentence`, () => {
        const { text, advice, clauses = {} } = issueWords(code, language);
        assert.notEqual(text, english.text);
        assert.match(text, /^[^\s].*[^\s.;:,]$/s);
        assert.doesNotMatch(text + advice, /\s\s/);
        assert.deepEqual(placeholders(text), placeholders(english.text));
        assert.deepEqual(placeholders(advice), placeholders(english.advice));
        assert.deepEqual(Object.keys(clauses), Object.keys(english.clauses ?? {}));
        for (const [name, texts] of Object.entries(english.clauses ?? {})) {
          assert.deepEqual(Object.keys(clauses[name]!).toSorted(), Object.keys(texts).toSorted());
          for (const [clause, words] of Object.entries(texts))
            assert.deepEqual(placeholders(clauses[name]![clause]), placeholders(words), clause);
        }
      });
  });

test('a sentence without a parameter of the English one does not compile', () => {
  type Row = { readonly level: 'note'; readonly text: 'the layer {name} has {count point|points}' };
  const whole: Translated<{ a: Row }> = { a: 'auf {name} {count Punkt|Punkte}' };
  // @ts-expect-error the parameter count is missing
  const part: Translated<{ a: Row }> = { a: 'auf {name} Punkte' };
  assert.notEqual(whole.a, part.a);
});

describe('an answer to a question about a file', () => {
  for (const [english, german, dutch] of [
    [
      'metre: 300 m wide, 5540 km from the origin',
      'Meter: 300 m breit, 5540 km vom Ursprung',
      'meter: 300 m breed, 5540 km van de oorsprong',
    ],
    [
      'no unit stated, so metre: 3 m wide, 5 km from the origin, with texts of 2.5 mm',
      'keine Einheit angegeben, also Meter: 3 m breit, 5 km vom Ursprung, mit Texten von 2.5 mm',
      'geen eenheid vermeld, dus meter: 3 m breed, 5 km van de oorsprong, met teksten van 2.5 mm',
    ],
    ['as it is', 'as it is', 'as it is'],
  ] as const)
    test(english, () => {
      const values = [{ value: 'm', text: english }];
      const question = { option: 'drawingUnit', code: 'drawing-unit-doubtful', chosen: 'm', values } as const;
      for (const [language, text] of [
        ['de', german],
        ['nl', dutch],
      ] as const)
        assert.deepEqual(choiceIn(question, language), { ...question, values: [{ value: 'm', text }] });
    });
});

describe('an issue in another language', () => {
  const issue = { code: 'crs-left-out', text: 'English', parameters: { name: 'EPSG:28992' } };

  test('is the sentence with its advice', () => {
    assert.equal(
      issueIn(issue, 'de').text,
      'das Format kann das Bezugssystem nicht aufnehmen, EPSG:28992; geben Sie es dort an, wo die Datei gelesen wird',
    );
  });

  test('has our own words in the language, and names of the file as they are', () => {
    const parameters = { name: 'metre', unit: 'metre', other: 'line', otherUnit: 'usSurveyFoot' };
    const { text } = issueIn({ code: 'units-differ', text: '', parameters }, 'de');
    assert.match(text, /^„metre“ ist in Meter und „line“ in US-Survey-Fuß, /);
  });

  test('is in Dutch, too', () => {
    assert.equal(
      issueIn(issue, 'nl').text,
      'het formaat kan het coördinatenstelsel niet bevatten, EPSG:28992; geef het op waar het bestand wordt gelezen',
    );
  });

  test('has the advice separately where a finding states it separately', () => {
    assert.deepEqual(findingIn(issue, 'de'), {
      text: 'das Format kann das Bezugssystem nicht aufnehmen, EPSG:28992',
      advice: 'geben Sie es dort an, wo die Datei gelesen wird',
    });
  });

  for (const [count, text] of [
    [1, '1 Punkt weggelassen: das Format kann sie nicht aufnehmen'],
    [2, '2 Punkte weggelassen: das Format kann sie nicht aufnehmen'],
  ] as const)
    test(`has the number that fits ${count}`, () => {
      assert.equal(issueIn({ code: 'point-left-out', text: '', parameters: { count } }, 'de').text, text);
    });

  for (const [what, stored] of [
    ['a code that is not known', { ...issue, code: 'no-such-code' }],
    ['the name of a property of objects as code', { ...issue, code: 'toString' }],
    ['a parameter missing', { ...issue, parameters: {} }],
    ['no parameters', { code: 'crs-left-out', text: 'English' }],
    ['a clause that is not known', { code: 'bad-spline', text: 'English', parameters: { fault: 'it is bent' } }],
    ['a parameter of a clause missing', { code: 'bad-spline', text: 'English', parameters: { fault: 'degree' } }],
  ] as const)
    test(`stays as an older version stored it: ${what}`, () => {
      assert.equal(issueIn(stored, 'de').text, 'English');
      assert.equal(findingIn(stored, 'de'), undefined);
    });

  test('stays as it is in English', () => {
    assert.equal(issueIn(issue, 'en').text, 'English');
  });
});
