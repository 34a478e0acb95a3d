import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { FieldJob } from '@fieldbridge/fieldjob';
import { arbitraryJob } from '@fieldbridge/fieldjob/testing/arbitrary-job.ts';
import fc from 'fast-check';
import { writeWith } from '../../../../../testing/run-format.ts';
import type { OptionValues } from '../../../../core/options.ts';
import { fullJob } from '../../../dxf/testing/full-job.ts';
import { DWG_WRITE_VERSIONS, dwg } from '../../format.ts';
import { Findings } from './findings.ts';
import { verifyStructure } from './structure.ts';
import { drawingFaults, fileFaults, opened } from './verify.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../../../shared/corpus');

async function written(job: FieldJob, options: OptionValues): Promise<Uint8Array> {
  return Uint8Array.from((await writeWith(dwg, job, { options })).result);
}

describe('files of AutoCAD have nothing wrong', () => {
  for (const release of ['AC1015', 'AC1021', 'AC1027', 'AC1032'])
    test(JSON.stringify(release), () =>
      assert.deepEqual(fileFaults(readFileSync(join(CORPUS, `dwg/sample_${release}.dwg`))), []),
    );
});

describe('a written drawing has nothing wrong', () => {
  for (const version of DWG_WRITE_VERSIONS)
    for (const points of ['block', 'point'])
      for (const areas of ['outline', 'hatch'])
        test(JSON.stringify([version, points, areas]), async () =>
          assert.deepEqual(drawingFaults(await written(fullJob(), { version, points, areas })), []),
        );

  test('whatever is in the job', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryJob({ kinds: ['points', 'lines', 'areas', 'texts', 'surfaces'], most: 3 }),
        fc.constantFrom(...DWG_WRITE_VERSIONS),
        fc.constantFrom('block', 'point'),
        fc.constantFrom('outline', 'hatch'),
        async (job, version, points, areas) =>
          assert.deepEqual(drawingFaults(await written(job, { version, points, areas })), []),
      ),
      { numRuns: 18, endOnFailure: true },
    );
  });
});

describe('a byte that was changed is found', () => {
  for (const version of DWG_WRITE_VERSIONS)
    test(JSON.stringify(version), async () => {
      const bytes = await written(fullJob(), { version });
      const { objects } = opened(bytes);
      assert.ok(objects.size > 80, String(objects.size));
      let [tried, found] = [0, 0];
      // From the header on; before it are numbers without a checksum, and behind the sections gaps are filled.
      for (let at = 0x80; at < bytes.length; at += 157) {
        const changed = Uint8Array.from(bytes);
        changed[at]! ^= 0x10;
        tried++;
        if (fileFaults(changed).length > 0) found++;
      }
      // In 2007, gaps are most of a small file: room for the page map, previews, blocks that are not full.
      assert.ok(found / tried > (version === '2007' ? 0.5 : 0.8), `${found} of ${tried}`);
    });
});

describe('an object that is missing, of another kind or of another owner is found', () => {
  for (const version of DWG_WRITE_VERSIONS)
    test(JSON.stringify(version), async () => {
      const { objects, release } = opened(await written(fullJob(), { version }));
      const faults = (change: (changed: typeof objects) => void): number => {
        const changed = new Map(objects);
        change(changed);
        const findings = new Findings();
        verifyStructure(changed, release, findings);
        return findings.texts.length;
      };
      assert.equal(
        faults(() => {}),
        0,
      );
      const LAYER = 51;
      for (const [handle, object] of objects) {
        assert.ok(faults((changed) => changed.delete(handle)) > 0, `${handle} is missing`);
        if (object.type !== LAYER)
          assert.ok(faults((changed) => changed.set(handle, { ...object, type: LAYER, isEntity: false })) > 0);
        if (object.owner !== 0) assert.ok(faults((changed) => changed.set(handle, { ...object, owner: handle })) > 0);
        for (let i = 0; i < Math.min(2, object.references.length); i++) {
          const references = object.references.with(i, handle);
          assert.ok(
            faults((changed) => changed.set(handle, { ...object, references })) > 0,
            `${handle} refers to itself`,
          );
        }
      }
    });
});
