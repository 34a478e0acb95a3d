import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Feature, JobBuilder } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { exportJob } from '../../convert/export-job.ts';
import { FormatError } from '../../core/failure.ts';
import { FORMATS, formatById } from '../../formats/registry.ts';
import { isoTime } from './iso-time.ts';

// A day has 86 400 000 ms; the calendar of ECMAScript spans 100 000 000 days on either side of 1970 (ECMA-262
// §21.4.1.1).
const LAST = 8.64e15;
const BEYOND = [LAST + 2, -LAST - 2, 1e300, -1e300, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

test('a time is written if the calendar includes it, else left empty', () => {
  assert.equal(isoTime(0), '1970-01-01T00:00:00.000Z');
  assert.equal(isoTime(LAST), '+275760-09-13T00:00:00.000Z');
  assert.equal(isoTime(-LAST), '-271821-04-20T00:00:00.000Z');
  for (const time of [...BEYOND, Number.NaN]) assert.equal(isoTime(time), '', String(time));
  fc.assert(
    fc.property(fc.double({ min: -LAST, max: LAST, noNaN: true }), (time) => {
      assert.equal(Date.parse(isoTime(time)), Math.trunc(time) + 0);
    }),
  );
});

/** A job of points and a line with times, as a reader of another format may bring them. */
function jobWith(times: readonly number[]): JobBuilder['job'] {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre', createdAt: times[0]! });
  for (const [i, time] of times.entries()) {
    const feature = new Feature();
    feature.name = `T${i}`;
    feature.time = time;
    builder.point(feature, 500_000 + i, 5_600_000, 100);
  }
  return builder.job;
}

test('every writer accepts times beyond the calendar', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbridge-times-'));
  const written: string[] = [];
  try {
    for (const format of FORMATS) {
      if (format.loadWriter === undefined) continue;
      const path = join(folder, `out.${format.id}`);
      const request = { format, options: {}, signal: AbortSignal.any([]), progress: () => {}, workFolder: folder };
      const done = await exportJob(jobWith(BEYOND), path, request).catch((error: unknown) => error);
      // A format that needs other data, or an option, refuses the job for that reason.
      if (!(done instanceof FormatError)) {
        assert.ok(!(done instanceof Error), `${format.id}: ${String(done)}`);
        written.push(format.id);
      }
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  for (const id of ['csv', 'dxf', 'dwg', 'geojson', 'landxml', 'jobxml', 'maxml', 'mjf', 'tp3', 'pt3'])
    assert.ok(written.includes(id), `${id} is not among ${written}`);
});

test('a date column and a clock column together hold a time of any year', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbridge-times-'));
  try {
    const path = join(folder, 'out.csv');
    const options = { columns: 'name,date,time', header: false };
    const request = { options, signal: AbortSignal.any([]), progress: () => {}, workFolder: folder };
    const job = jobWith([Date.UTC(12_026, 10, 21, 9, 5, 7, 8), Date.UTC(-1, 0, 1), LAST + 2, 0]);
    await exportJob(job, path, { ...request, format: formatById('csv')! });
    assert.deepEqual((await readFile(path, 'utf8')).trim().split(/\r?\n/), [
      'T0,+012026-11-21,09:05:07.008Z',
      'T1,-000001-01-01,00:00:00.000Z',
      'T2,,',
      'T3,1970-01-01,00:00:00.000Z',
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
