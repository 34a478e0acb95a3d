import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FORMATS, parseExportOptions } from '../src/index.ts';
import { writeWith } from '../testing/run-format.ts';
import { jobWith } from '../testing/traits.ts';

/** DWG has the time of writing and random identifiers. */
const FORMATS_WITH_TIME: ReadonlySet<string> = new Set(['dwg']);

describe('a job written twice', () => {
  for (const format of FORMATS) {
    if (format.loadWriter === undefined || FORMATS_WITH_TIME.has(format.id)) continue;
    it(`has the same bytes at different times as ${format.id}`, async (t) => {
      const { values } = parseExportOptions(format, {
        experimental: 'experimental' in format.writeOptions || undefined,
      });
      const job = jobWith({ info: { createdAt: 1_700_000_000_000 } });
      t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 });
      const once = (await writeWith(format, job, { options: values })).result;
      t.mock.timers.setTime(1_900_000_000_000);
      const twice = (await writeWith(format, job, { options: values })).result;
      assert.ok(once.length > 0 && once.equals(twice));
    });
  }
});
