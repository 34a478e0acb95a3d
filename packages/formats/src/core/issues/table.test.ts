import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { FormatError, LimitError } from '../failure.ts';
import { issueIn } from './in-language.ts';
import { type Issue, IssueLog } from './issue.ts';
import { issueOf } from './issue-of.ts';
import { issuesPage } from './page.ts';
import type { IssueRow } from './row.ts';
import { sentenceOf } from './sentence.ts';
import { ISSUE_PARTS, type IssueCode, issueRow, issueTable } from './table.ts';
import { fillTemplate, parametersOf } from './template.ts';

const rows = Object.entries<IssueRow>(issueTable);

describe('the table of issue codes', () => {
  test('has each code once, in one part', () => {
    const codes = ISSUE_PARTS.flatMap(([, part]) => Object.keys(part));
    assert.deepEqual(codes.toSorted(), [...new Set(codes)].toSorted());
    assert.deepEqual(codes.toSorted(), Object.keys(issueTable).toSorted());
  });

  for (const [code, { text, per }] of rows.filter(([, row]) => row.per !== undefined))
    test(`${code} is listed by a parameter of its sentence`, () => {
      assert.ok(parametersOf(text).includes(per!));
    });

  for (const [code, { text, advice = '' }] of rows)
    test(`${code} is a code, and its sentence reads as a part of a line`, () => {
      assert.match(code, /^[a-z]+(-[a-z0-9]+)*$/);
      assert.match(text, /^[^\s].*[^\s.;:,]$/s);
      assert.doesNotMatch(text + advice, /[{}].*undefined|\{\}|\s\s/);
      const given = Object.fromEntries(parametersOf(text + advice).map((name) => [name, 2]));
      assert.doesNotMatch(fillTemplate(text + advice, given), /[{}]/);
    });

  const clauses = rows.flatMap(([code, row]) =>
    Object.entries(row.clauses ?? {}).flatMap(([name, texts]) =>
      Object.entries(texts).map(([clause, words]) => ({ code, row, name, clause, words })),
    ),
  );
  for (const { code, row, name, clause, words } of clauses)
    test(`${code} has a sentence with the ${name} ${clause}`, () => {
      assert.match(clause, /^[a-z]+(-[a-z0-9]+)*$/);
      assert.ok(parametersOf(row.text).includes(name));
      const others = Object.entries(row.clauses!).map(([other, texts]) => [other, Object.keys(texts)[0]!]);
      const numbers = Object.values(row.clauses!).flatMap((texts) => Object.values(texts).flatMap(parametersOf));
      const parameters = {
        ...Object.fromEntries([...parametersOf(row.text + (row.advice ?? '')), ...numbers].map((one) => [one, 2])),
        ...Object.fromEntries(others),
        [name]: clause,
      };
      const plain = parametersOf(words).length === 0 ? words : '2';
      assert.ok(sentenceOf(row, parameters).includes(plain));
      assert.throws(() => sentenceOf(row, { ...parameters, [name]: 'other' }), TypeError);
    });

  test('has sentences with at most 12 digits of a number', () => {
    const sentence = fillTemplate('{length} m, {count point|points}', { length: 0.1 + 0.2, count: 1 / 3 });
    assert.equal(sentence, '0.3 m, 0.333333333333 points');
  });

  test('has units in words in its sentences, and in its parameters as programs know them', () => {
    const parameters = { from: 'internationalFoot', to: 'usSurveyFoot' };
    const { text, ...issue } = issueOf('unit-converted', parameters);
    assert.match(text, /international feet .*US survey feet/);
    assert.deepEqual(issue.parameters, parameters);
    const change = { system: 'A', change: 'unit', unit: 'usSurveyFoot', option: 'unit=usft' } as const;
    const outside = issueOf('check-outside-area-but', change);
    assert.match(outside.text, / in US survey feet/);
    assert.match(issueIn(outside, 'nl').text, / in US survey feet/);
    assert.match(issueIn(outside, 'de').text, / in US-Survey-Fuß/);
    const surface = { name: 'usSurveyFoot.tin', triangles: 9, points: 9, tolerance: 1 };
    const thinned = issueOf('surface-not-thinned', { ...surface, unit: 'usSurveyFoot' });
    assert.match(thinned.text, /"usSurveyFoot\.tin" .* 1 US survey feet,/);
    assert.match(issueIn(thinned, 'de').text, / 1 US-Survey-Fuß /);
  });

  test('is complete on the page', () => {
    const page = issuesPage();
    for (const [code] of rows) assert.ok(page.includes(`| \`${code}\` |`), code);
    assert.ok(page.includes('*count* coordinates were rounded to *decimals* decimals'));
  });

  test('is docs/issues.md', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../../docs/issues.md'), 'utf8');
    assert.ok(page === issuesPage(), 'docs/issues.md is out of date: run "npm run docs"');
  });

  test('has no unused code', () => {
    const packages = join(import.meta.dirname, '../../../..');
    const sources = ['formats/src', 'fieldjob/src', 'cli/src', 'server/src'].flatMap((folder) =>
      readdirSync(join(packages, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('core/issues/'))
        .map((name) => readFileSync(join(packages, folder, name), 'utf8')),
    );
    const unused = rows.map(([code]) => code).filter((code) => !sources.some((text) => text.includes(`'${code}'`)));
    assert.deepEqual(unused, []);
  });

  test('has its codes and no other', () => {
    assert.equal(issueRow('crs-left-out')?.level, 'note');
    assert.equal(issueRow('toString'), undefined);
    // @ts-expect-error an unknown code does not compile
    assert.throws(() => issueOf('no-such-code'), TypeError);
    // @ts-expect-error neither does a missing parameter
    assert.throws(() => issueOf('crs-left-out', {}), /the parameter name of .* is missing/);
    // @ts-expect-error nor does an issue made by hand with such a code
    const byHand: Issue = { code: 'no-such-code', severity: 'note', text: '' };
    assert.equal(issueRow(byHand.code), undefined);
    const code: IssueCode = 'crs-left-out';
    assert.equal(issueOf(code, { name: 'EPSG:28992' }).code, code);
  });
});

describe('a fatal error of the table', () => {
  test('has the sentence with advice, parameters and place', () => {
    const { message, code, parameters, offset } = new FormatError('unexpected-end', { size: 9, missing: '3 bytes' }, 9);
    assert.equal(
      message,
      'the file ends at byte 9 and lacks 3 bytes; it is cut off or damaged; copy or export it again',
    );
    assert.deepEqual([code, parameters, offset], ['unexpected-end', { size: 9, missing: '3 bytes' }, 9]);
    assert.equal(new FormatError('crs-local').offset, undefined);
  });

  test('names the limit that is exceeded', () => {
    const { message, parameters } = new LimitError('depth', 64, 'elements nested 65 deep');
    assert.equal(message, 'the limit depth = 64 is exceeded: elements nested 65 deep');
    assert.deepEqual(parameters, { limit: 'depth', value: 64, found: 'elements nested 65 deep' });
  });

  test('does not compile without its parameters, or with a code of another level', () => {
    // @ts-expect-error a parameter is missing
    assert.throws(() => new FormatError('unexpected-end', { size: 9 }), /the parameter missing of .* is missing/);
    // @ts-expect-error a note does not end the reading of a file
    assert.equal(new FormatError('crs-left-out', { name: 'EPSG:28992' }).code, 'crs-left-out');
  });
});

describe('a summary of issues', () => {
  const summary = (...issues: Issue[]): string[] => {
    const log = new IssueLog();
    for (const issue of issues) log.report(issue);
    return log.summary().map(({ text, count, times }) => `${text} [${count}, ${times ?? '-'}]`);
  };
  const unknown = (element: string): Issue => issueOf('unknown-element', { element });
  const faces = (surface: string, count: number): Issue => issueOf('face-without-point', { surface, count });

  test('counts an element that is not read under its own name', () => {
    assert.deepEqual(summary(unknown('A'), unknown('B'), unknown('A')), [
      'the element <A> is not known and was skipped [2, 2]',
      'the element <B> is not known and was skipped [1, -]',
    ]);
  });

  test('states the total where the sentence states a count', () => {
    assert.deepEqual(summary(faces('DTM', 1), faces('Road', 1), faces('DTM', 2)), [
      '3 faces of the surface "DTM" left out: not three points of the surface [3, -]',
      '1 face of the surface "Road" left out: not three points of the surface [1, -]',
    ]);
  });

  test('does not count again what the sentence counts', () => {
    const issue = issueOf('job-detail-left-out', { found: '1 × createdAt, 1 × properties' }, { count: 2 });
    assert.match(summary(issue)[0]!, /\[2, -\]$/);
    assert.match(summary(issue, issue)[0]!, /\[4, 4\]$/);
  });

  test('lists warnings apart from notes of the same code', () => {
    const note: Issue = { ...unknown('A'), severity: 'note' };
    assert.equal(summary(unknown('A'), note).length, 2);
  });

  test('lists a limited number of names', () => {
    const log = new IssueLog();
    for (let i = 0; i < 5000; i++) log.report(unknown(`E${i}`));
    assert.ok(log.summary().length <= 101);
    assert.equal(log.count('unknown-element'), 5000);
  });
});

describe('an issue of the table', () => {
  test('has level, sentence with advice, parameters and place', () => {
    assert.deepEqual(issueOf('crs-left-out', { name: 'EPSG:28992' }, { line: 7 }), {
      code: 'crs-left-out',
      severity: 'note',
      text: 'the format cannot hold the reference system, EPSG:28992; state it where the file is read',
      parameters: { name: 'EPSG:28992' },
      line: 7,
    });
  });

  for (const [count, text] of [
    [1, '1 infinite elevation was written as unknown: the format cannot hold them'],
    [3, '3 infinite elevations were written as unknown: the format cannot hold them'],
  ] as const)
    test(`counts and names ${count} in the number that fits`, () => {
      const issue = issueOf('elevation-infinite', { count });
      assert.deepEqual([issue.text, issue.count], [text, count]);
    });
});
