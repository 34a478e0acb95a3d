import assert from 'node:assert/strict';
import test from 'node:test';
import type { FormatError } from '../../core/failure.ts';
import { tryRead } from './testing/journey.ts';

const HEAD = 'name,easting,northing,elevation,code\n';
/** A walk of points with these codes: 0, 0 then 10, 0 then 10, 10 then 0, 10. */
const CORNERS = ['0,0', '10,0', '10,10', '0,10'];
const walk = (...codes: readonly string[]): string =>
  HEAD + codes.map((code, i) => `${i + 1},${CORNERS[i % 4]},${i + 0.5},"${code}"\n`).join('');
/** The drawn lines: code, whether closed, and eastings and northings. */
async function lines(text: string, options = {}): Promise<string[]> {
  const { job } = await tryRead(text, { options: { linework: true, ...options } });
  const c = job.lines.coordinates.view();
  return Array.from({ length: job.lines.length }, (_, row) => {
    const first = job.lines.firstVertex(job.lines.firstRing(row));
    const places = Array.from(
      { length: job.lines.vertices(row) },
      (_, i) => `${c[3 * (first + i)]},${c[3 * (first + i) + 1]}`,
    );
    return `${job.lines.code.get(row)}${job.lines.closed.get(row) ? ' closed' : ''}: ${places.join(' ')}`;
  });
}
const complaints = async (text: string, options = {}): Promise<string[]> => {
  const { issues } = await tryRead(text, { options: { linework: true, ...options } });
  return issues
    .places()
    .flatMap(({ code, handle }) => (code.startsWith('linework') ? [`${code} ${handle ?? ''}`] : []));
};

test('each word for start, end and close works as in the table', async () => {
  for (const start of ['B', 'BEG', 'BEGIN', 'ST', 'START', 'b', 'Start'])
    assert.deepEqual(await lines(walk(`KERB ${start}`, 'KERB', 'KERB E', 'TREE')), ['KERB: 0,0 10,0 10,10'], start);
  for (const end of ['E', 'END', 'EN', 'STOP'])
    assert.deepEqual(await lines(walk('KERB B', `KERB ${end}`, 'TREE', 'TREE')), ['KERB: 0,0 10,0'], end);
  for (const close of ['CL', 'CLS', 'CLOSE'])
    assert.deepEqual(await lines(walk('KERB B', 'KERB', `KERB ${close}`)), ['KERB closed: 0,0 10,0 10,10'], close);
});

test('string numbers separate lines of one code, and one point may be on several', async () => {
  assert.deepEqual(await lines(walk('KERB1 B', 'KERB2 B', 'KERB1 E', 'KERB2 E')), [
    'KERB: 0,0 10,10',
    'KERB: 10,0 0,10',
  ]);
  assert.deepEqual(await lines(walk('KERB B WALL2 B', 'KERB E', 'WALL2 E')), ['KERB: 0,0 10,0', 'WALL: 0,0 10,10']);
});

test('a start of the same name ends the previous line; an ignored point is not part of a line', async () => {
  assert.deepEqual(await lines(walk('K B', 'K', 'K B', 'K E')), ['K: 0,0 10,0', 'K: 10,10 0,10']);
  for (const ignore of ['IG', 'IGNORE', 'NL'])
    assert.deepEqual(await lines(walk('K B', `K ${ignore}`, 'K E')), ['K: 0,0 10,10'], ignore);
});

test('points stay points with their original codes; without the option nothing is drawn', async () => {
  const text = walk('KERB B', 'KERB E');
  const { job } = await tryRead(text, { options: { linework: true } });
  assert.deepEqual([job.points.length, job.points.code.get(0), job.points.code.get(1)], [2, 'KERB B', 'KERB E']);
  assert.equal((await tryRead(text)).job.lines.length, 0);
});

test('unknown words and an end without a start are issues that name the point', async () => {
  assert.deepEqual(await complaints(walk('KERB B', 'KERB WHAT', 'KERB E')), ['linework-code-unknown 2']);
  assert.deepEqual(
    await complaints(walk('KERB B WALL B', 'KERB E')),
    ['linework-code-unknown 1'],
    'a second code has a number',
  );
  assert.deepEqual(await complaints(walk('KERB E')), ['linework-not-open 1']);
  assert.deepEqual(await complaints(walk('KERB B', 'KERB JPT 99')), ['linework-join-unknown 2']);
  assert.deepEqual(await complaints(walk('KERB B', 'KERB E')), []);
});

test('the caller’s own control codes replace the usual ones', async () => {
  const controls = 'start=S,ANF; end=T';
  assert.deepEqual(await lines(walk('KERB S', 'KERB T', 'WALL ANF', 'WALL T'), { controls }), [
    'KERB: 0,0 10,0',
    'WALL: 10,10 0,10',
  ]);
  assert.deepEqual(await lines(walk('FENCE', 'FENCE', 'TREE', 'TREE'), { controls: 'lines=KERB,FENCE' }), [
    'FENCE: 0,0 10,0',
  ]);
  for (const wrong of ['fly=F', 'start', '=B', 'x'.repeat(20)])
    await assert.rejects(
      lines(walk('K'), { controls: wrong }),
      (error: FormatError) => error.code === 'option-invalid' && /controls/.test(error.message),
      wrong,
    );
});

test('a line skips rows that were left out and continues with the next point', async () => {
  const text = `${HEAD}1,0,0,1,K B\n2,oops,0,1,K\n3,10,10,1,K E\n`;
  assert.deepEqual(await lines(text), ['K: 0,0 10,10']);
});

test('projected positions draw lines, too', async () => {
  const text = 'name,latitude,longitude,code\n1,0,9,K B\n2,0,9,K\n3,0.01,9,K E\n';
  const { job } = await tryRead(text, { options: { linework: true, crs: '32632' } });
  assert.deepEqual([job.lines.length, job.points.length], [1, 3]);
  assert.ok(Math.abs(job.lines.coordinates.get(0) - 500_000) < 1e-6);
});
