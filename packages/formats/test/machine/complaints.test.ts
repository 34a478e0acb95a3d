import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldJob } from '@fieldbridge/fieldjob';
import { ARC } from '../../testing/machine/jobs.ts';
import { readWith, writeWith } from '../../testing/machine/support.ts';
import { jobWith } from '../../testing/traits.ts';

const PAGE = { count: 6, recordSize: 8, next: 10, previous: 14 } as const;
const HEADER = 18;
const NO_PAGE = 0xfffffffe;

/** Offset of the first page of a table. */
function pageOf(file: Buffer, table: number): number {
  let at = (file.toString('latin1', 7, 10) === 'TP3' ? 0xc0 : 0x60) + 2;
  while (file.readUInt16LE(at) !== table) {
    assert.notEqual(file.readUInt16LE(at), 0, `no table ${table}`);
    at += 10;
  }
  return file.readUInt32LE(at + 6);
}
/** Offset of a field of the first record of a table. */
const fieldOf = (file: Buffer, table: number, at: number): number => pageOf(file, table) + HEADER + at;
/** Offset of the first node of the list in byte `at` of an alignment's record. */
const listOf = (file: Buffer, at: number): number => file.readUInt32LE(fieldOf(file, 19, at));

/** An issue of the reader: the damage to a valid file, its code, and the remaining job. */
type Damage = readonly [what: string, code: string, change: (file: Buffer) => void, look: (job: FieldJob) => void];

const TP3_DAMAGE: readonly Damage[] = [
  [
    'a page with a wrong back link is read nevertheless',
    'page-back-link',
    (file) => file.writeUInt32LE(4711, pageOf(file, 1) + PAGE.previous),
    (job) => assert.equal(job.points.length, 1),
  ],
  [
    'texts of another width than in their table are left empty',
    'record-size',
    (file) => file.writeUInt16LE(8, pageOf(file, 6) + PAGE.recordSize),
    (job) => assert.deepEqual([job.points.length, job.points.name.get(0)], [1, '']),
  ],
  [
    'a layer with an invalid origin loses its features, and nothing else',
    'origin-not-finite',
    (file) => file.writeDoubleLE(Number.NaN, fieldOf(file, 11, 138)),
    (job) =>
      assert.deepEqual([job.points.length, job.lines.length, job.surfaces.length, job.layers.length], [0, 0, 1, 1]),
  ],
  [
    'a surface with an invalid origin is skipped',
    'origin-not-finite',
    (file) => file.writeDoubleLE(Infinity, fieldOf(file, 17, 168)),
    (job) => assert.deepEqual([job.points.length, job.surfaces.length], [1, 0]),
  ],
  [
    'points of unknown width are read without a time',
    'point-time-unknown',
    (file) => file.writeUInt16LE(24, pageOf(file, 1) + PAGE.recordSize),
    (job) => assert.deepEqual([job.points.easting(0), job.points.time.get(0)], [1000, Number.NaN]),
  ],
  [
    'a line with one vertex is not a line',
    'line-too-short',
    (file) => file.writeUInt16LE(1, fieldOf(file, 12, 12)),
    (job) => assert.deepEqual([job.points.length, job.lines.length], [1, 0]),
  ],
  [
    'a line with an invalid vertex continues without it',
    'coordinate-not-finite',
    (file) => file.writeDoubleLE(Number.NaN, fieldOf(file, 2, 2 * 24)),
    (job) => assert.deepEqual([job.lines.length, job.lines.vertexCount], [1, 2]),
  ],
  [
    'a text with a missing vertex is skipped',
    'reference-missing',
    (file) => file.writeUInt16LE(1000, fieldOf(file, 21, 10)),
    (job) => assert.deepEqual([job.texts.length, job.points.length], [0, 1]),
  ],
  [
    'a text with an invalid height is skipped',
    'coordinate-not-finite',
    (file) => file.writeFloatLE(Number.NaN, fieldOf(file, 21, 20)),
    (job) => assert.equal(job.texts.length, 0),
  ],
  [
    'an axis with elements but no start has no position',
    'alignment-start-missing',
    (file) => file.writeUInt16LE(2, listOf(file, 2)),
    (job) => assert.deepEqual([job.alignments[0]?.name, job.alignments[0]?.horizontal], ['AXIS', []]),
  ],
  [
    'an axis ends before an element of unknown type',
    'node-unknown',
    (file) => file.writeUInt16LE(99, file.readUInt32LE(listOf(file, 2) + 10)),
    (job) => assert.equal(job.alignments[0]?.horizontal.length, 0),
  ],
  [
    'an axis with an invalid start is kept by name only',
    'coordinate-not-finite',
    (file) => file.writeDoubleLE(Number.NaN, listOf(file, 2) + HEADER),
    (job) => assert.deepEqual(job.alignments[0]?.horizontal, []),
  ],
  [
    'a template is reported by name and left out',
    'template-skipped',
    (file) => {
      const first = listOf(file, 2);
      file.writeUInt32LE(NO_PAGE, fieldOf(file, 19, 2));
      file.writeUInt32LE(first, fieldOf(file, 19, 14));
      file.writeUInt16LE(21, first);
      file.writeUInt16LE(70, first + 6);
      file.writeUInt32LE(NO_PAGE, first + 10);
    },
    (job) => assert.equal(job.alignments.length, 1),
  ],
];

const LN3_DAMAGE: readonly Damage[] = [
  [
    'a line with a missing vertex is skipped',
    'reference-missing',
    (file) => file.writeUInt16LE(900, fieldOf(file, 6, 2)),
    (job) => assert.equal(job.lines.length, 0),
  ],
  [
    'a line with a missing layer is skipped',
    'reference-missing',
    (file) => file.writeUInt16LE(7, fieldOf(file, 6, 14)),
    (job) => assert.equal(job.lines.length, 0),
  ],
  [
    'a line with more vertices than exist is shortened',
    'line-cut',
    (file) => file.writeUInt16LE(0xffff, fieldOf(file, 6, 12)),
    (job) => assert.deepEqual([job.lines.length, job.lines.vertexCount], [1, 3]),
  ],
  [
    'an invalid vertex is left out of its line',
    'coordinate-not-finite',
    (file) => file.writeFloatLE(Number.NaN, fieldOf(file, 1, 0)),
    (job) => assert.deepEqual([job.lines.length, job.lines.vertexCount], [1, 2]),
  ],
  [
    'a line with one vertex is not a line',
    'line-too-short',
    (file) => file.writeUInt16LE(1, fieldOf(file, 6, 12)),
    (job) => assert.equal(job.lines.length, 0),
  ],
];

describe('each issue of the readers leaves the rest of the job', () => {
  for (const [id, damages] of [
    ['tp3', TP3_DAMAGE],
    ['ln3', LN3_DAMAGE],
  ] as const) {
    for (const [what, code, change, look] of damages) {
      it(`${id}: ${what} (${code})`, async () => {
        const { bytes } = await writeWith(id, jobWith({}));
        const good = await readWith(id, bytes);
        assert.equal(good.issues.count(code), 0, 'the valid file already has the issue');
        change(bytes);
        const { job, issues } = await readWith(id, bytes);
        assert.ok(issues.count(code) > 0, `only ${issues.summary().map((issue) => issue.code)}`);
        look(job);
      });
    }
  }

  it('tp3: elements after an unreadable one have no position and are not moved elsewhere', async () => {
    const straight = { ...ARC, kind: 'straight', startRadius: Infinity, endRadius: Infinity, azimuth: 0 } as const;
    const horizontal = [0, 1, 2].map((i) => ({
      ...straight,
      startNorthing: straight.startNorthing + i * straight.length,
      startStation: straight.startStation + i * straight.length,
    }));
    for (const [change, kept] of [
      [undefined, 3],
      [(file: Buffer, at: number) => file.writeUInt16LE(99, at), 1],
      [(file: Buffer, at: number) => file.writeUInt16LE(8, at + 6), 1],
    ] as const) {
      const { bytes, issues: written } = await writeWith('tp3', jobWith({ alignment: { horizontal } }));
      assert.equal(written.count('alignment-joined'), 0);
      const first = bytes.readUInt32LE(listOf(bytes, 2) + 10);
      change?.(bytes, bytes.readUInt32LE(first + 10));
      const { job } = await readWith('tp3', bytes);
      assert.deepEqual(
        job.alignments[0]!.horizontal.map(({ startNorthing }) => startNorthing),
        horizontal.slice(0, kept).map(({ startNorthing }) => startNorthing),
      );
    }
  });

  it('tp3: a file that ends within its directory is reported with the place', async () => {
    const { bytes } = await writeWith('tp3', jobWith({}));
    const { issues } = await readWith('tp3', bytes.subarray(0, 0xc2 + 25));
    const cut = issues.places().find(({ code }) => code === 'directory-cut');
    assert.deepEqual([cut?.severity, cut?.offset], ['error', 0xc2 + 20]);
  });

  describe('tp3: pages without records are skipped, up to a limit', () => {
    for (const [empty, expected] of [
      [3, 0],
      [5000, 1],
    ] as const)
      it(String(empty), async () => {
        const { bytes } = await writeWith('tp3', jobWith({ only: ['point'] }));
        const page = bytes.subarray(pageOf(bytes, 1), pageOf(bytes, 1) + HEADER);
        const pages = Array.from({ length: empty }, (_, i) => {
          const copy = Buffer.from(page);
          copy.writeUInt16LE(0, PAGE.count);
          copy.writeUInt32LE(i + 1 < empty ? bytes.length + (i + 1) * HEADER : NO_PAGE, PAGE.next);
          copy.writeUInt32LE(i === 0 ? pageOf(bytes, 1) : bytes.length + (i - 1) * HEADER, PAGE.previous);
          return copy;
        });
        bytes.writeUInt32LE(bytes.length, pageOf(bytes, 1) + PAGE.next);
        const { job, issues } = await readWith('tp3', Buffer.concat([bytes, ...pages]));
        assert.deepEqual([job.points.length, issues.count('page-empty')], [1, expected]);
      });
  });

  it('tp3: data read by an unproven layout is noted each time', async () => {
    const { bytes } = await writeWith('tp3', jobWith({ alignment: { horizontal: [ARC] } }));
    const { issues } = await readWith('tp3', bytes);
    for (const code of ['text-layout-assumed', 'plane-slope-assumed', 'alignment-curve-assumed'])
      assert.equal(issues.count(code), 1, code);
  });
});
