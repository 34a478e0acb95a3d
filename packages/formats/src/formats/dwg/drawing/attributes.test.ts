import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DEFAULT_LIMITS } from '../../../core/limits.ts';
import { openDrawing } from '../file/drawing-file.ts';
import { Groups } from '../handover/groups.ts';
import { fileOf } from '../testing/file-of.ts';
import { NO_FAULTS } from '../testing/no-faults.ts';
import { drawingRecords } from './drawing-records.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../../shared/corpus');

/** Kind, tag, flags and whether it has several lines, of each attribute of a drawing. */
function attributesOf(mark: string, release: string): unknown[] {
  const bytes = Uint8Array.from(readFileSync(join(CORPUS, `dwg/sample_${mark}.dwg`)));
  const out = new Groups();
  const found: unknown[] = [];
  const text = (at: number): string =>
    Buffer.from(out.bytes.subarray(out.values[at], out.ends[at])).toString().replace(/_\d+$/, '');
  const lost = (): never => assert.fail();
  const file = openDrawing(fileOf(bytes), release, DEFAULT_LIMITS, NO_FAULTS);
  for (const _ of drawingRecords(file, out, { shapes: new Map(), hasExtendedData: false, lost, objectLost: lost })) {
    const codes = Array.from(out.codes.subarray(0, out.count));
    for (let first = 0, next = 0; first < codes.length; first = next) {
      next = codes.indexOf(0, first + 1);
      if (next < 0) next = codes.length;
      if (!text(first).startsWith('ATT')) continue;
      const record = codes.slice(first, next);
      const at = (code: number): number => first + record.indexOf(code);
      found.push([text(first), text(at(2)), out.values[at(70)], record.includes(101)]);
    }
    out.clear();
  }
  return found;
}

test('attributes of several lines of 2018 have the tags and flags that they have in 2013', () => {
  const found = attributesOf('AC1032', '2018');
  const before = attributesOf('AC1027', '2013') as [string, string, number, boolean][];
  const several = (tag: string): boolean => tag === 'MULTI_LINE_ATT';
  assert.deepEqual(
    found,
    before.map(([kind, tag, flags]) => [kind, tag, flags, several(tag)]),
  );
  assert.equal(before.filter(([, tag]) => several(tag)).length, 2);
});
