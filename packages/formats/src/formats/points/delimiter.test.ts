import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWith } from '../../../testing/run-format.ts';
import type { FormatError } from '../../core/failure.ts';
import { issueIn } from '../../core/issues/in-language.ts';
import { points } from './format.ts';

const ROWS = new TextEncoder().encode('1,100.5,200.5,10\n2,101.5,201.5,11\n');

test('a comma stated both as delimiter and as decimal mark leaves no numbers, which is refused with a code', async () => {
  await assert.rejects(readWith(points, ROWS, { options: { delimiter: 'comma', decimal: 'comma' } }), {
    code: 'columns-unknown',
  });
});

for (const [text, options, english, german] of [
  ['not a table', {}, 'delimiter unknown', 'Trennzeichen unbekannt'],
  ['not a table', { delimiter: 'tab' }, 'delimiter tab', 'Trennzeichen Tabulator'],
  [
    'a;1;2\nb;3;4\n',
    { header: 'false', columns: 'name,code,layer' },
    'delimiter semicolon',
    'Trennzeichen Strichpunkt',
  ],
] as const)
  test(`a file without coordinates says ${english}`, async () => {
    await assert.rejects(readWith(points, new TextEncoder().encode(text), { options }), (error: FormatError) => {
      assert.ok(error.message.includes(`(${english})`), error.message);
      const { code, message, parameters } = error;
      assert.ok(issueIn({ code, text: message, parameters }, 'de').text.includes(`(${german})`));
      return true;
    });
  });

test('either of the two alone is accepted', async () => {
  const { job } = await readWith(points, ROWS, { options: { delimiter: 'comma' } });
  assert.equal(job.points.length, 2);
  const german = new TextEncoder().encode('1;100,5;200,5;10\n2;101,5;201,5;11\n');
  const { job: other } = await readWith(points, german, { options: { decimal: 'comma' } });
  assert.deepEqual([other.points.length, other.points.coordinates.get(0) + other.points.coordinates.get(1)], [2, 301]);
});

test('decimal commas are found although names and elevations are whole numbers', async () => {
  for (const text of [
    '1;100,5;200,5;10\n2;101,5;201,25;11\n',
    'name;easting;northing;elevation\n1;100,5;200,5;10\n2;101,5;201,25;11\n',
    '1\t100,5\t200,5\t10\n2\t101,5\t201,25\t11\n',
    '1 100,5 200,5 10\n2 101,5 201,25 11\n',
    '1,"100,5","200,5",10\n2,"101,5","201,25",11\n',
  ]) {
    const { job } = await readWith(points, new TextEncoder().encode(text), { options: { order: 'EN' } });
    assert.deepEqual([...job.points.coordinates.view()], [100.5, 200.5, 10, 101.5, 201.25, 11], text);
    assert.deepEqual([job.points.name.get(0), job.points.name.get(1)], ['1', '2'], text);
  }
});

test('commas as delimiters with quoted decimal commas', async () => {
  for (const text of [
    'Nom,"X",Y,Z\n"A","1,5","2,5","3"\nB,"2,25",3,"4,125"\n',
    '"A","1,5","2,5","3"\n"B","2,25","3","4,125"\n',
  ]) {
    const { job, issues } = await readWith(points, new TextEncoder().encode(text), { options: { order: 'EN' } });
    assert.deepEqual([...job.points.coordinates.view()], [1.5, 2.5, 3, 2.25, 3, 4.125]);
    assert.deepEqual([job.points.name.get(0), job.points.name.get(1)], ['A', 'B']);
    assert.match(issues.places().find(({ code }) => code === 'points-layout')!.text, /delimiter comma.*decimal comma/);
  }
});
