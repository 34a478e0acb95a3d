import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Project, ProjectInput } from '@fieldbridge/contract';
import fc from 'fast-check';
import { TestClock } from '../../testing/clock.ts';
import { turnsDuring } from '../../testing/turns.ts';
import { type Division, DivisionStore, divisionEtag } from '../directory/division-store.ts';
import { coreMigrations } from '../storage/core-migrations.ts';
import { SqliteStore } from '../storage/sqlite/sqlite-store.ts';
import { projectMigrations } from './migrations.ts';
import { fieldsOf, recordOf, searchTextOf } from './project-record.ts';
import { type ProjectFilter, ProjectStore } from './project-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'project-'));
const database = new SqliteStore(join(folder, 'space.sqlite'), [coreMigrations, projectMigrations]);
const clock = new TestClock();
const divisions = DivisionStore.of(database, clock);
after(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});
const ID = '0198abcd-0000-7000-8000-0000000000ef';
const input: ProjectInput = { divisionId: ID, number: '1', name: 'Ring road' };
const EMPTY = {
  ...{ description: null, address: null, countryCode: null, location: null, startDate: null, endDate: null },
  ...{ coordinateSystem: null, status: 'planned' },
};

describe('the fields of the input', () => {
  test("are all present: null if they were not sent, the division in lower case, and without the service's own fields", () => {
    assert.deepEqual(fieldsOf(input), { ...EMPTY, ...input });
    const echoed = { id: 'x', createdAt: 7, modifiedAt: null };
    assert.deepEqual(fieldsOf({ ...input, ...echoed, divisionId: ID.toUpperCase() }), { ...EMPTY, ...input });
    const full: ProjectInput = {
      ...{ ...input, status: 'active', description: '', address: 'Quay 1', countryCode: 'nl', coordinateSystem: 28992 },
      ...{ location: { longitude: 0, latitude: -90 }, startDate: '2026-01-01', endDate: '2026-01-01' },
    };
    assert.deepEqual(fieldsOf(full), full);
  });

  test('do not end before they start; one day is a project, too', () => {
    for (const [startDate, endDate] of [
      ['2026-05-02', '2026-05-01'],
      ['2026-01-01', '2025-12-31'],
      ['9999-12-31', '0001-01-01'],
    ] as const)
      assert.throws(() => fieldsOf({ ...input, startDate, endDate }), { code: 'project-dates-reversed' });
    for (const dates of [{ startDate: '2026-05-01', endDate: null }, { endDate: '2026-05-01' }, { startDate: null }])
      fieldsOf({ ...input, ...dates });
  });

  test('are searched in number, name, description and address, ignoring case, and in nothing else', () => {
    const fields = fieldsOf({ ...input, number: 'N-7', description: 'Über', address: 'ΟΔΟΣ 1', countryCode: 'XY' });
    const text = searchTextOf(fields);
    for (const part of ['n-7', 'ring road', 'über', '1']) assert.ok(text.includes(part), part);
    for (const part of ['xy', 'planned', 'null', ID, 'n-7ring']) assert.ok(!text.includes(part), part);
  });

  test('come back from their stored row, with their times as text', () => {
    const row = {
      id: ID,
      fields: JSON.stringify(fieldsOf(input)),
      revision: 3,
      createdAt: 0,
      modifiedAt: 1,
      status: 'x',
    };
    assert.deepEqual(recordOf(row), {
      revision: 3,
      project: {
        ...{ ...EMPTY, ...input, id: ID },
        ...{ createdAt: '1970-01-01T00:00:00.000Z', modifiedAt: '1970-01-01T00:00:00.001Z' },
      },
    });
  });
});

describe('the divisions of an organisation', () => {
  test('are its own, in order of creation, and every change shows at once', async () => {
    const [north, south] = [await divisions.add('a', 'North', 'N'), await divisions.add('a', 'South', 'S')];
    assert.deepEqual(await divisions.list('a'), [north, south]);
    assert.deepEqual(await divisions.list('b'), []);
    const renamed = await divisions.change('a', north.id, { name: 'Far north' });
    assert.deepEqual(renamed, { ...north, name: 'Far north' });
    assert.deepEqual(await divisions.list('a'), [renamed, south]);
    const east = await divisions.add('a', 'East', 'E');
    assert.deepEqual(await divisions.list('a'), [renamed, south, east]);
    assert.deepEqual(await divisions.get('a', east.id.toUpperCase()), east);
    assert.equal(await divisions.get('b', east.id), undefined);
    await assert.rejects(divisions.change('b', east.id, { name: 'x' }), { code: 'not-found' });
  });

  test('have unique abbreviations; another organisation may have the same', async () => {
    const one = await divisions.add('c', 'One', 'X');
    const two = await divisions.add('c', 'Two', 'Y');
    await divisions.add('d', 'One', 'X');
    await assert.rejects(divisions.add('c', 'Three', 'X'), { code: 'name-taken', message: /already has .* "X"/ });
    await assert.rejects(divisions.change('c', two.id, { abbreviation: 'X' }), { code: 'name-taken' });
    assert.deepEqual(await divisions.list('c'), [one, two]);
    assert.deepEqual(await divisions.change('c', one.id, { abbreviation: 'X' }), one, 'it keeps its own');
  });

  test('are changed by an id in upper or lower case, and only with the current version', async () => {
    const one = await divisions.add('e', 'One', 'O');
    const check = (present: Division) => {
      if (divisionEtag(present) !== divisionEtag(one)) throw new Error('another version');
    };
    const changed = await divisions.change('e', one.id.toUpperCase(), { name: 'Two' }, check);
    assert.deepEqual(await divisions.list('e'), [changed]);
    await assert.rejects(divisions.change('e', one.id, { name: 'Three' }, check), /another version/);
    assert.deepEqual(await divisions.list('e'), [changed]);
    const tags = [one, changed, { ...one, abbreviation: 'P' }, { ...one, id: ID }].map(divisionEtag);
    assert.equal(new Set(tags).size, 4, 'each part of a division is part of its version');
  });

  test('are one store for all users of the space', () => {
    assert.equal(DivisionStore.of(database, clock), divisions);
  });
});

describe('a store of projects', () => {
  const events: [type: string, organisationId: string, project: Project][] = [];
  const projects = new ProjectStore(database, divisions, clock, (_tx, ...event) => void events.push(event));
  const inDivision = async (organisationId: string): Promise<ProjectInput> => {
    const { id } = await divisions.add(organisationId, 'Works', `W${crypto.randomUUID().slice(0, 8)}`);
    return { ...input, divisionId: id };
  };

  test('makes a change and its event together, or neither', async () => {
    const fields = fieldsOf(await inDivision('f'));
    const failing = new ProjectStore(database, divisions, clock, () => {
      throw new Error('no room for the event');
    });
    await assert.rejects(
      failing.write((tx) => failing.addNow(tx, 'f', fields)),
      /no room for the event/,
    );
    assert.deepEqual(await projects.list('f', {}, 10, ''), []);
    const { project } = await projects.write((tx) => projects.addNow(tx, 'f', fields));
    const change = { ...fields, name: 'Lost' };
    await assert.rejects(
      failing.write((tx) => failing.changeNow(tx, 'f', project.id, change)),
      /no room for the event/,
    );
    assert.equal((await projects.get('f', project.id))!.project.name, 'Ring road');
  });

  test('reports archiving once, and everything else as a change', async () => {
    const fields = fieldsOf(await inDivision('g'));
    const { id } = (await projects.write((tx) => projects.addNow(tx, 'g', fields))).project;
    events.length = 0;
    for (const status of ['active', 'archived', 'archived', 'planned', 'archived'] as const)
      await projects.write((tx) => projects.changeNow(tx, 'g', id, { ...fields, status }));
    assert.deepEqual(
      events.map(([type, organisation, { status }]) => [type, organisation, status]),
      [
        ['project.updated', 'g', 'active'],
        ['project.archived', 'g', 'archived'],
        ['project.updated', 'g', 'archived'],
        ['project.updated', 'g', 'planned'],
        ['project.archived', 'g', 'archived'],
      ],
    );
  });

  test('counts a revision with each change, and no change is older than the creation', async () => {
    const fields = fieldsOf(await inDivision('h'));
    const made = await projects.write((tx) => projects.addNow(tx, 'h', fields));
    clock.step(-3_600_000);
    const changed = await projects.write((tx) => projects.changeNow(tx, 'h', made.project.id, fields));
    assert.deepEqual([made.revision, changed.revision], [1, 2]);
    assert.equal(changed.project.modifiedAt, made.project.createdAt, 'though the clock stepped back');
    clock.step(3_600_000);
  });

  test('keeps organisations apart in everything, even with a known id', async () => {
    const fields = fieldsOf(await inDivision('i'));
    const { id } = (await projects.write((tx) => projects.addNow(tx, 'i', fields))).project;
    assert.equal(await projects.get('j', id), undefined);
    await assert.rejects(
      projects.write((tx) => projects.addNow(tx, 'j', fields)),
      { code: 'division-unknown' },
    );
    await projects.write((tx) => projects.removeNow(tx, 'j', id));
    assert.ok(await projects.get('i', id), 'removing what is not one’s own removes nothing');
    assert.deepEqual(await projects.list('j', {}, 10, ''), []);
    await projects.write((tx) => projects.removeNow(tx, 'i', id));
    assert.equal(await projects.get('i', id), undefined);
  });

  test('distinguishes any two numbers that a caller can send, and only those', async () => {
    const base = await inDivision('k');
    const number = fc.string({
      unit: fc.constantFrom('a', 'A', ' ', 'é', 'e\u0301', '😀', '0', '%', '\u0001'),
      minLength: 1,
      maxLength: 3,
    });
    const taken = new Map<string, string>();
    await fc.assert(
      fc.asyncProperty(number, async (text) => {
        const adding = projects.write((tx) => projects.addNow(tx, 'k', fieldsOf({ ...base, number: text })));
        const existing = taken.get(text);
        if (existing === undefined) taken.set(text, (await adding).project.id);
        else
          await assert.rejects(
            adding,
            (error: { code: string; options: { extra: { existing: string } } }) =>
              error.code === 'project-number-taken' && error.options.extra.existing === existing,
          );
        assert.equal((await projects.list('k', {}, 1000, '')).length, taken.size);
      }),
      { numRuns: 60 },
    );
  });

  describe('lists 3500 projects in slices, with the same result as at once', async () => {
    const COUNT = 3500;
    const base = fieldsOf(await inDivision('l'));
    await projects.write(async (tx) => {
      for (let i = 0; i < COUNT; i++) {
        const status = i % 700 === 0 ? ('active' as const) : ('planned' as const);
        await projects.addNow(tx, 'l', {
          ...base,
          number: `${i}`,
          name: i === COUNT - 1 ? 'the last' : 'road',
          status,
        });
      }
    });
    const all = (await projects.list('l', {}, COUNT + 1, '')).map(({ project }) => project);
    test('all of them', () => assert.equal(all.length, COUNT));
    const ACTIVE = [0, 700, 1400, 2100, 2800];
    const CASES: readonly (readonly [name: string, ProjectFilter, limit: number, after: number, numbers: number[]])[] =
      [
        ['a status, all of it', { status: 'active' }, 100, -1, ACTIVE],
        ['as many as were asked for', { status: 'active' }, 3, -1, ACTIVE.slice(0, 3)],
        ['as many as there are in whole slices', { status: 'active' }, 5, -1, ACTIVE],
        ['after one of them', { status: 'active' }, 100, 700, ACTIVE.slice(2)],
        ['the very last', { text: 'THE LAST' }, 1, -1, [COUNT - 1]],
        ['two filters', { status: 'planned', text: 'the last' }, 10, -1, [COUNT - 1]],
        ['after the very last', { text: 'the last' }, 10, COUNT - 1, []],
        ['nothing', { modifiedSince: clock.now() + 1 }, 10, -1, []],
      ];
    for (const [name, filter, limit, after, numbers] of CASES)
      test(name, async () => {
        const found = await projects.list('l', filter, limit, after < 0 ? '' : all[after]!.id);
        assert.deepEqual(
          found.map(({ project }) => Number(project.number)),
          numbers,
        );
      });

    test('and others get their turn in between', async () => {
      const turns = await turnsDuring(() => projects.list('l', { text: 'no such text' }, 10, ''));
      assert.ok(turns >= 3, `${turns} turns`);
    });
  });
});
