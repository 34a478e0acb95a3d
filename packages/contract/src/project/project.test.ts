import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Check } from 'typebox/value';
import { Division, PROJECT_STATUSES, Project, ProjectInput, ProjectListQuery, ProjectPatch } from '../index.ts';

// A project as it is sent, changed, listed and shown, field by field, at the limits of each.

const ID = '01980000-0000-7000-8000-000000000000';
const input = { divisionId: ID, number: '2026-014', name: 'Ring road' };
const text = (length: number) => 'x'.repeat(length);
const place = (longitude: unknown, latitude: unknown) => ({ longitude, latitude });
const DATES = {
  good: ['2026-02-28', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'],
  bad: [
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-32',
    '26-01-01',
    '2026-1-1',
    '2026-01-01T00:00:00Z',
    '',
    20_260_101,
  ],
};

/** Values that each field accepts and rejects. */
const FIELDS: Readonly<Record<string, { readonly good: readonly unknown[]; readonly bad: readonly unknown[] }>> = {
  divisionId: { good: [ID, ID.toUpperCase()], bad: ['1', '', `${ID}0`, ID.replaceAll('-', ''), null, 7] },
  number: { good: ['1', ' 1 ', text(64), '漢'.repeat(64)], bad: ['', ' ', '\t', text(65), 14, null] },
  name: { good: ['x', text(200)], bad: ['', ' ', text(201), null, {}] },
  status: { good: [...PROJECT_STATUSES], bad: ['open', 'Planned', '', null] },
  description: { good: [null, '', text(4000)], bad: [text(4001), 7] },
  address: { good: [null, '', text(500)], bad: [text(501), []] },
  countryCode: { good: [null, 'NL', 'nl', 'XX'], bad: ['', 'N', 'NLD', 'N1', 'ÅX', ' NL', 31] },
  location: {
    good: [null, place(-180, -90), place(180, 90), place(0, 0), place(4.9, 52.37)],
    bad: [
      place(-180.001, 0),
      place(180.001, 0),
      place(0, 90.001),
      place(0, -90.001),
      place('4', 52),
      place(4, null),
      { longitude: 4 },
      { ...place(4, 52), elevation: 1 },
      [4, 52],
      '4,52',
    ],
  },
  startDate: { ...DATES, good: [...DATES.good, null] },
  endDate: { ...DATES, good: [...DATES.good, null] },
  coordinateSystem: { good: [null, 1024, 28992, 998_999], bad: [1023, 999_000, 28992.5, '28992', -1, 0] },
  id: { good: ['x', 7, null, { a: 1 }], bad: [] },
  createdAt: { good: ['x', null], bad: [] },
  modifiedAt: { good: ['x', null], bad: [] },
};

describe('the input of a project', () => {
  for (const [field, { good, bad }] of Object.entries(FIELDS)) {
    const isAccepted = (value: unknown): boolean => Check(ProjectInput, { ...input, [field]: value });
    for (const value of good) test(`accepts ${field} ${JSON.stringify(value)}`, () => assert.ok(isAccepted(value)));
    for (const value of bad) test(`rejects ${field} ${JSON.stringify(value)}`, () => assert.ok(!isAccepted(value)));
  }

  test('requires division, number and name, and nothing else', () => {
    assert.ok(Check(ProjectInput, input));
    for (const field of Object.keys(input)) {
      const { [field as keyof typeof input]: _left, ...rest } = input;
      assert.ok(!Check(ProjectInput, rest), field);
    }
    assert.ok(!Check(ProjectInput, { ...input, divisionID: ID }));
  });
});

describe('a change of a project', () => {
  test('may hold any part, under the same rules, and part of a location', () => {
    for (const [field, { good, bad }] of Object.entries(FIELDS)) {
      for (const value of good) assert.ok(Check(ProjectPatch, { [field]: value }), `${field} ${JSON.stringify(value)}`);
      // Whether a location is complete is checked after the patch is applied.
      if (field === 'location') continue;
      for (const value of bad) assert.ok(!Check(ProjectPatch, { [field]: value }), `${field} ${JSON.stringify(value)}`);
    }
    for (const location of [{}, { longitude: 4 }, { latitude: 52 }]) assert.ok(Check(ProjectPatch, { location }));
    for (const location of [{ longitude: '4' }, { height: 1 }, []]) assert.ok(!Check(ProjectPatch, { location }));
    assert.ok(Check(ProjectPatch, {}));
    assert.ok(!Check(ProjectPatch, { nmae: 'x' }));
  });

  test('has exactly the fields of the input', () => {
    assert.deepEqual(Object.keys(ProjectPatch.properties).sort(), Object.keys(ProjectInput.properties).sort());
  });
});

describe('a project as it is shown', () => {
  const shown = {
    ...{ id: ID, ...input, status: 'planned', description: null, address: null, countryCode: null, location: null },
    ...{ startDate: null, endDate: null, coordinateSystem: null },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', modifiedAt: '2026-01-01T00:00:00.000Z' },
  };
  test('always has every field of the input', () => {
    assert.ok(Check(Project, shown));
    assert.deepEqual(Object.keys(shown).sort(), Object.keys(ProjectInput.properties).sort());
    for (const field of Object.keys(shown)) {
      const { [field as keyof typeof shown]: _left, ...rest } = shown;
      assert.ok(!Check(Project, rest), field);
    }
  });

  test('may be sent back unchanged', () => {
    assert.ok(Check(ProjectInput, shown) && Check(ProjectPatch, shown));
  });
});

test('a list accepts known filters only', () => {
  for (const query of [
    {},
    { divisionId: ID },
    { status: 'archived' },
    { text: 'x' },
    { modifiedSince: '2026-01-01T00:00:00Z' },
    { limit: 1000, cursor: 'x' },
  ])
    assert.ok(Check(ProjectListQuery, query), JSON.stringify(query));
  for (const query of [
    { division: ID },
    { divisionId: 'x' },
    { status: 'open' },
    { text: '' },
    { text: text(201) },
    { modifiedSince: 'now' },
    { limit: 0 },
    { cursor: text(2001) },
  ])
    assert.ok(!Check(ProjectListQuery, query), JSON.stringify(query));
});

test('a division has the fields of the document: id, name, abbreviation', () => {
  assert.deepEqual(Object.keys(Division.properties), ['id', 'name', 'abbreviation']);
  assert.ok(Check(Division, { id: ID, name: 'Groundworks', abbreviation: 'GW' }));
  for (const field of ['id', 'name', 'abbreviation']) assert.ok(Division.required.includes(field as 'id'));
});

test('statuses are the four of a project’s life, in order', () => {
  assert.deepEqual([...PROJECT_STATUSES], ['planned', 'active', 'completed', 'archived']);
});
