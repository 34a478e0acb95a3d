import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ReadResult, readWith } from '../../../testing/run-format.ts';
import { FormatError } from '../../core/failure.ts';
import { IssueLog } from '../../core/issues/issue.ts';
import { SourceTally } from '../../core/tally.ts';
import { dwg } from './format.ts';
import { library } from './library/library.ts';
import { PAGE_LOST } from './library/pages.ts';
import { noticesInto } from './notices.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../shared/corpus');
const sample = (release: string): Uint8Array =>
  Uint8Array.from(readFileSync(join(CORPUS, 'dwg', `sample_${release}.dwg`)));

const read = (bytes: Uint8Array): Promise<ReadResult> => readWith(dwg, bytes);

test('flipped bits inside a drawing: it is read, or refused with a code', async () => {
  const releases = ['AC1014', 'AC1015', 'AC1021', 'AC1027', 'AC1032'];
  const flips = fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(7)), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...releases), flips, async (release, places) => {
      const bytes = sample(release);
      for (const [share, bit] of places) bytes[Math.floor(share * bytes.length)]! ^= 1 << bit;
      try {
        const { tally } = await read(bytes);
        for (const row of tally.rows()) assert.equal(row.found, row.read + row.skipped, row.type);
      } catch (error) {
        assert.ok(error instanceof FormatError, String(error));
      }
    }),
    { numRuns: 12 },
  );
});

test('a page of 2007 or 2018 that cannot be unpacked is lost and reported, the others are read', async () => {
  // For each packing method a byte that makes a length grow.
  for (const [release, byte] of [
    ['AC1021', 0xff],
    ['AC1032', 0],
  ] as const) {
    const whole = await read(sample(release));
    let lost = 0;
    for (const at of [0.08, 0.32, 0.68]) {
      const bytes = sample(release);
      bytes.fill(byte, Math.floor(at * bytes.length), Math.floor(at * bytes.length) + 3000);
      const { job, issues } = await read(bytes);
      lost += issues.count('dwg-page-lost');
      assert.ok(job.lines.length > whole.job.lines.length / 3, `${release} ${at}: ${job.lines.length}`);
    }
    assert.ok(lost > 0, release);
  }
});

test('what the library cannot read is counted if it is an entity, and a note otherwise', () => {
  const [issues, tally] = [new IssueLog(), new SourceTally()];
  const notice = noticesInto({ report: issues.report, tally });
  const tell = (message: string): void =>
    notice({}, new library.NotificationEventArgs(message, library.NotificationType.Error, null));
  tell('Could not read 19 with handle: 3434');
  tell('Could not read 22 with handle: 3435');
  tell('Could not read ACAD_TABLE number 523 with handle: 1320');
  tell('Could not read 71 with handle: 1321');
  tell('Could not read DICTIONARYVAR number 500 with handle: 1322');
  tell('DWG VisualStyle payload is only partially mapped; preserving base object data for 2dWireframe');
  tell(`${PAGE_LOST} (why)`);
  assert.deepEqual(
    tally.rows().map(({ type, found, skipped }) => [type, found, skipped]),
    [
      ['LINE', 1, 1],
      ['DIMENSION', 1, 1],
      ['ACAD_TABLE', 1, 1],
    ],
  );
  const reported = issues.places().map(({ code, severity, handle }) => [code, severity, handle]);
  assert.deepEqual(reported.slice(0, 3), [
    ['dwg-entity-lost', 'warning', 'D6A'],
    ['dwg-entity-lost', 'warning', 'D6B'],
    ['dwg-entity-lost', 'warning', '528'],
  ]);
  assert.deepEqual(reported.slice(3).sort(), [
    ['dwg-page-lost', 'warning', undefined],
    ['dwg-reader-error', 'note', '529'],
    ['dwg-reader-error', 'note', '52A'],
  ]);
});
