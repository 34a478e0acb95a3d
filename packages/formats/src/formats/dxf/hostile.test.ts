import assert from 'node:assert/strict';
import test from 'node:test';
import { MemorySource } from '../../core/byte-source.ts';
import { FormatError, LimitError } from '../../core/failure.ts';
import { assertEndlessTextRefused } from './testing/endless.ts';
import { block, codes, drawing, type Groups, insert, LINE } from './testing/groups.ts';
import { asciiOf, entitiesOf, readGroups, readSource } from './testing/reading.ts';

test('a text line of any length is refused by the limit recordBytes, in a process that stays small', async () => {
  const head = asciiOf([0, 'SECTION', 2, 'ENTITIES', 0, 'TEXT', 1]);
  await assertEndlessTextRefused(head);
});

test('an entity of more groups than recordBytes allows is refused', async () => {
  const many = Array.from({ length: 3000 }, (_, i): Groups => [10, i, 20, i]).flat();
  await assert.rejects(readGroups(entitiesOf([0, 'LWPOLYLINE', ...many]), {}, { recordBytes: 20_000 }), LimitError);
});

test('a file that is not a drawing is refused with a code; a truncated one is read as far as it goes', async () => {
  for (const text of ['', 'hello', '0\n', '0\nSECTION', '\0\0\0\0', '1\n2\n3\n4\n'])
    await assert.rejects(
      readSource(new MemorySource(new TextEncoder().encode(text))),
      (error: unknown) => error instanceof FormatError && error.code === 'not-dxf',
      text,
    );
  const bytes = asciiOf(entitiesOf(LINE, LINE));
  const cut = await readSource(new MemorySource(bytes.subarray(0, bytes.length - 7)));
  assert.equal(cut.job.lines.length, 2);
  assert.ok(codes(cut).includes('no-end-of-file'));
  for (let size = bytes.length - 40; size < bytes.length - 4; size++) {
    const { issues } = await readSource(new MemorySource(bytes.subarray(0, size)));
    assert.equal(
      issues.count('no-end-of-file') + issues.count('missing-value'),
      1,
      `${size}: the end is reported once`,
    );
  }
  const trash = await readSource(
    new MemorySource(Uint8Array.from([...bytes, ...new TextEncoder().encode('\ntrash\n0\nLINE\n')])),
  );
  assert.deepEqual([trash.job.lines.length, trash.issues.count('data-behind-end')], [2, 1]);
});

test('a file cut anywhere is read or refused with a code', async () => {
  const bytes = asciiOf(drawing([block('B', LINE)], [insert('B'), LINE, [0, 'TEXT', 10, 0, 20, 0, 1, 'x']]), '\r\n');
  for (let size = 0; size < bytes.length; size++) {
    try {
      const { tally } = await readSource(new MemorySource(bytes.subarray(0, size)));
      for (const { found, read, skipped } of tally.rows()) assert.equal(found, read + skipped);
    } catch (error) {
      assert.ok(error instanceof FormatError, String(error));
    }
  }
});

test('huge, tiny and unusual coordinates are kept, invalid ones are skipped', async () => {
  const point = (e: string): Groups => [0, 'POINT', 8, '0', 10, e, 20, '0'];
  const read = await readGroups(
    entitiesOf(...['1e300', '-1e-300', 'NaN', 'inf', '1.#QNAN', '', '1e999', '0x10', '1,5'].map(point)),
  );
  assert.deepEqual(
    Array.from({ length: read.job.points.length }, (_, row) => read.job.points.easting(row)),
    [1e300, -1e-300],
  );
  assert.equal(read.issues.count('bad-coordinate'), 7);
});

test('an aborted reading stops with the reason of the signal', async () => {
  const { readDxf } = await import('./read.ts');
  const { JobBuilder } = await import('@fieldbridge/fieldjob');
  const { DEFAULT_LIMITS } = await import('../../core/limits.ts');
  const { SourceTally } = await import('../../core/tally.ts');
  const controller = new AbortController();
  const bytes = asciiOf(entitiesOf(...Array.from({ length: 40_000 }, () => LINE)));
  const reading = readDxf(new MemorySource(bytes), new JobBuilder(), {
    options: {},
    signal: controller.signal,
    limits: DEFAULT_LIMITS,
    progress: () => controller.abort(new Error('enough')),
    report: () => {},
    tally: new SourceTally(),
    workFolder: '',
  });
  await assert.rejects(reading, /enough/);
});
