import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_LIMITS } from '../../src/core/limits.ts';
import { type FormatError, LimitError } from '../../src/index.ts';
import { corpusFile, type ReadResult, readWith, writeWith } from '../../testing/machine/support.ts';

const BRISBANE = corpusFile('tps-bris.tp3');
/** Offset of the directory's first entry. */
const TP3_ENTRIES = 0xc2;
/** Page header fields. */
const PAGE = { capacity: 4, count: 6, recordSize: 8, next: 10, previous: 14 } as const;

/** Reads a changed copy of the Brisbane file. */
async function damaged(change: (file: Buffer) => void): Promise<ReadResult> {
  const file = Buffer.from(BRISBANE);
  change(file);
  return readWith('tp3', file);
}

/** Offset of the first page of a table of the Brisbane file. */
function pageOf(table: number): number {
  for (let at = TP3_ENTRIES; BRISBANE.readUInt16LE(at) !== 0; at += 10) {
    if (BRISBANE.readUInt16LE(at) === table) return BRISBANE.readUInt32LE(at + 6);
  }
  throw new Error(`no table ${table}`);
}

describe('a damaged container', () => {
  it('ends where its pages form a cycle, and the rest is read', async () => {
    const { job, issues } = await damaged((file) => {
      const first = pageOf(2);
      const second = file.readUInt32LE(first + PAGE.next);
      file.writeUInt32LE(first, second + PAGE.next);
    });
    assert.equal(issues.count('page-loop'), 1);
    assert.equal(job.points.length, 592);
    assert.equal(job.surfaces.length, 4);
  });

  it('ends where a page is outside the file', async () => {
    const { job, issues } = await damaged((file) => file.writeUInt32LE(0x7fff_fff0, pageOf(2) + PAGE.next));
    assert.equal(issues.count('page-outside'), 1);
    const issue = issues.places().find(({ code }) => code === 'page-outside');
    assert.equal(issue?.offset, 0x7fff_fff0);
    assert.ok(issues.count('surface-cut') > 0);
    assert.equal(job.points.length, 592);
  });

  it('keeps to the capacity of a page that claims more records', async () => {
    const { issues } = await damaged((file) => file.writeUInt16LE(0xffff, pageOf(2) + PAGE.count));
    assert.equal(issues.count('page-overfull'), 1);
  });

  it('ignores a capacity that exceeds the file', async () => {
    const { issues, job } = await damaged((file) => {
      file.writeUInt16LE(0xffff, pageOf(20) + PAGE.capacity);
      file.writeUInt16LE(0xffff, pageOf(20) + PAGE.count);
    });
    assert.equal(issues.count('page-cut') + issues.count('page-overlap'), 1);
    assert.ok(job.planes.length < 200);
  });

  it('skips tables whose pages together are larger than the file', async () => {
    const { issues } = await damaged((file) => {
      for (const table of [13, 15, 16, 2, 18, 14, 6, 7, 8, 9, 5, 11, 1, 12]) {
        file.writeUInt16LE(0xffff, pageOf(table) + PAGE.capacity);
        file.writeUInt16LE(0xffff, pageOf(table) + PAGE.count);
      }
    });
    assert.ok(issues.count('page-overlap') > 0);
  });

  it('reports a page of another table, without a record size, or with another layout', async () => {
    for (const [at, value, code] of [
      [0, 99, 'page-not-a-page'],
      [PAGE.recordSize, 0, 'page-not-a-page'],
    ] as const) {
      const { issues } = await damaged((file) => file.writeUInt16LE(value, pageOf(12) + at));
      assert.equal(issues.count(code), 1);
    }
    const { issues } = await damaged((file) => {
      const second = file.readUInt32LE(pageOf(2) + PAGE.next);
      file.writeUInt16LE(12, second + PAGE.recordSize);
    });
    assert.equal(issues.count('page-differs'), 1);
  });

  it('skips a table whose records are too short for the known fields', async () => {
    const { job, issues } = await damaged((file) => file.writeUInt16LE(7, pageOf(12) + PAGE.recordSize));
    assert.equal(issues.count('record-short'), 1);
    assert.equal(job.lines.length, 0);
    assert.equal(job.points.length, 592);
  });

  it('ends the directory at its first empty entry and ignores the junk after it', async () => {
    const { issues, job } = await damaged((file) => {
      let at = TP3_ENTRIES;
      while (file.readUInt16LE(at) !== 0) at += 10;
      file.fill(0xcd, at + 2, TP3_ENTRIES + 300);
    });
    assert.equal(job.points.length, 592);
    assert.ok(!issues.has('error'));
  });

  it('reads a table once if the directory names it twice, and skips page headers of unknown size', async () => {
    const { issues } = await damaged((file) => {
      file.copy(file, TP3_ENTRIES + 10, TP3_ENTRIES, TP3_ENTRIES + 10);
      file.writeUInt32LE(4711, TP3_ENTRIES + 22);
    });
    assert.equal(issues.count('table-doubled'), 1);
    assert.equal(issues.count('page-header-unknown'), 1);
  });
});

describe('the wide pages of a TN3', () => {
  it('have their counts and sizes checked, and may be short in the middle', async () => {
    const { job } = await readWith('tp3', BRISBANE);
    const { bytes } = await writeWith('tn3', job);
    const pageOfTn3 = (table: number): number => {
      let at = 0x62;
      while (bytes.readUInt16LE(at) !== table) at += 10;
      return bytes.readUInt32LE(at + 6);
    };
    for (const at of [6, 10]) {
      const file = Buffer.from(bytes);
      file.writeUInt32LE(0x8000_0000, pageOfTn3(2) + at);
      const { issues } = await readWith('tn3', file);
      assert.ok(issues.has('error'), `at ${at}`);
    }
    // A page of 105 followed by another occurs in a real file: references to its records must still work.
    const short = Buffer.from(bytes);
    short.writeUInt32LE(105, pageOfTn3(2) + 6);
    const { job: read, issues } = await readWith('tn3', short);
    assert.ok(!issues.has('error'));
    assert.equal(read.surfaces[0]!.triangles.length, 3 * (464 - 23));
  });
});

describe('damaged records', () => {
  it('skips points, lines and texts with missing references', async () => {
    const { job, issues, tally } = await damaged((file) => {
      const point = pageOf(1) + 18;
      file.writeUInt16LE(900, point + 2);
      file.writeUInt16LE(500, point + 26 + 12);
      file.writeUInt16LE(60_000, point + 52 + 10);
      file.writeUInt16LE(3, pageOf(12) + 18);
    });
    assert.equal(job.points.length, 590);
    assert.equal(job.points.name.get(0), '');
    assert.equal(job.lines.length, 44);
    assert.equal(issues.count('reference-missing'), 3);
    assert.equal(tally.of('table 1 (point)').skipped, 2);
    const text = await damaged((file) => file.writeUInt16LE(60_000, pageOf(5) + 18 + 4));
    assert.equal(text.issues.count('reference-missing'), 1);
    assert.equal(text.job.points.length, 592);
  });

  it('limits counts of 2^31 in a surface or 65 535 in a line to the file', async () => {
    for (const at of [18, 22, 26]) {
      const { job, issues } = await damaged((file) => file.writeUInt32LE(0x8000_0000, pageOf(17) + 18 + at));
      assert.ok(issues.count('surface-cut') >= 1);
      assert.equal(job.surfaces.length, 4);
    }
    const { job, issues } = await damaged((file) => file.writeUInt16LE(0xffff, pageOf(12) + 18 + 12));
    assert.ok(issues.count('line-cut') >= 1);
    assert.ok(job.lines.vertexCount <= 1567);
  });

  it('skips triangles with vertices outside their surface and drops links that share no edge', async () => {
    const bad = await damaged((file) => file.writeInt32LE(306, pageOf(14) + 18));
    assert.equal(bad.issues.count('triangle-skipped'), 1);
    assert.equal(bad.job.surfaces[0]!.triangles.length, 3 * 463);
    assert.equal(bad.job.surfaces[0]!.neighbours, null);
    const link = await damaged((file) => file.writeInt32LE(77, pageOf(14) + 18 + 12));
    assert.equal(link.issues.count('neighbours-wrong'), 1);
    assert.equal(link.job.surfaces[0]!.triangles.length, 3 * 464);
  });

  it('reads no position that is not a number', async () => {
    const { job, issues } = await damaged((file) => {
      file.writeDoubleLE(Number.NaN, pageOf(2) + 18);
      file.writeDoubleLE(Infinity, pageOf(2) + 18 + 24 * 592);
      file.writeDoubleLE(Number.NaN, pageOf(2) + 18 + 24 * 913);
      file.writeDoubleLE(Number.NaN, pageOf(15) + 18 + 220);
      file.writeDoubleLE(Number.NaN, pageOf(20) + 18 + 148);
    });
    assert.equal(job.points.length, 591);
    assert.equal(job.controlPoints.length, 43);
    assert.equal(job.planes.length, 3);
    assert.ok(issues.count('coordinate-not-finite') >= 4);
    assert.ok(job.surfaces.every(({ vertices }) => vertices.every(Number.isFinite)));
  });

  it('ends element lists of alignments that form a cycle or leave the file', async () => {
    const list = BRISBANE.readUInt32LE(pageOf(19) + 18 + 2);
    const circle = await damaged((file) => file.writeUInt32LE(list, list + 10));
    assert.equal(circle.issues.count('node-loop'), 1);
    const outside = await damaged((file) => file.writeUInt32LE(0xffff_0000, list + 10));
    assert.equal(outside.issues.count('node-outside'), 1);
    const junk = await damaged((file) => file.writeUInt16LE(17, list + 2));
    assert.equal(junk.issues.count('node-not-a-node'), 1);
    const length = await damaged((file) => {
      const second = file.readUInt32LE(list + 10);
      file.writeDoubleLE(-5, second + 18 + 12);
    });
    assert.equal(length.issues.count('alignment-element-damaged'), 1);
    assert.equal(length.job.alignments.length, 1);
  });
});

describe('any other file', () => {
  it('is refused with an explanation', async () => {
    await assert.rejects(readWith('tp3', Buffer.from('Topcon XY3 and so on'.repeat(20))), (error: FormatError) => {
      return error.code === 'not-machine-file';
    });
    await assert.rejects(readWith('tp3', new Uint8Array(0)), { code: 'not-machine-file' });
    await assert.rejects(
      damaged((file) => file.writeUInt16LE(0, 0xc0)),
      { code: 'directory-missing' },
    );
  });

  it('reads a TN3 named TP3 as a TN3', async () => {
    const { job } = await readWith('tp3', BRISBANE);
    const { bytes } = await writeWith('tn3', job);
    const read = await readWith('tp3', bytes, 'surface.tp3');
    assert.equal(read.issues.count('content-mismatch'), 1);
    assert.equal(read.job.surfaces[0]!.triangles.length, 3 * 464);
  });

  it('refuses an RD3 with unknown tables', async () => {
    const { job } = await readWith('tp3', BRISBANE);
    const { bytes } = await writeWith('gc3', job, { experimental: true });
    bytes.write('RD3', 7, 'latin1');
    await assert.rejects(readWith('rd3', bytes), (error: FormatError) => {
      assert.equal(error.code, 'layout-not-known');
      assert.match(error.message, /tables 15 but not table 19/);
      return true;
    });
    bytes.fill(0xcd, 0x60);
    await assert.rejects(readWith('rd3', bytes), { code: 'directory-missing', message: /its layout is not known/ });
  });
});

describe('the caller’s limits', () => {
  it('stop a file that exceeds them', async () => {
    const features = { ...DEFAULT_LIMITS, features: 100 };
    await assert.rejects(readWith('tp3', BRISBANE, 'a.tp3', { limits: features }), (error: LimitError) => {
      return error instanceof LimitError && error.limit === 'features' && error.value === 100;
    });
    const vertices = { ...DEFAULT_LIMITS, vertices: 1000 };
    await assert.rejects(readWith('tp3', BRISBANE, 'a.tp3', { limits: vertices }), { limit: 'vertices' });
  });

  it('and a signal stop it while reading', async () => {
    const reason = new Error('enough');
    await assert.rejects(readWith('tp3', BRISBANE, 'a.tp3', { signal: AbortSignal.abort(reason) }), reason);
  });
});
