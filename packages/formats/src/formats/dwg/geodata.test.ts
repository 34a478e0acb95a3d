import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { type Crs, Feature, type FieldJob, JobBuilder, type Unit } from '@fieldbridge/fieldjob';
import { readWith } from '../../../testing/run-format.ts';
import { exportJob } from '../../convert/export-job.ts';
import { parseExportOptions } from '../../convert/import-options.ts';
import type { Format } from '../../core/format.ts';
import { dxf } from '../dxf/format.ts';
import { dwg } from './format.ts';
import { library } from './testing/library.ts';

const folder = mkdtempSync(join(tmpdir(), 'dwg-geodata-'));
after(() => rmSync(folder, { recursive: true }));

const UTM: Crs = { kind: 'epsg', code: 25832, name: 'ETRS89 / UTM zone 32N' };

function jobIn(crs: Crs, unit?: Unit): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ crs, ...(unit === undefined ? {} : { unit }) });
  builder.point(new Feature(), 500_000.125, 5_500_000.25, 3);
  return builder.job;
}

async function write(format: Format, job: FieldJob, version: string) {
  const path = join(folder, `out.${format.id}`);
  const options = parseExportOptions(format, { version }).values;
  const signal = new AbortController().signal;
  const issues = await exportJob(job, path, { format, options, signal, progress: () => {}, workFolder: folder });
  return { bytes: Uint8Array.from(readFileSync(path)), issues };
}

describe('the whole reference system is written to a DWG, with its unit and the space it belongs to', () => {
  for (const [unit, metres] of [
    ['metre', 1],
    ['internationalFoot', 0.3048],
    ['usSurveyFoot', 1200 / 3937],
  ] as const)
    describe(JSON.stringify(unit), () => {
      for (const version of ['2013', '2018'])
        test(version, async () => {
          const { bytes, issues } = await write(dwg, jobIn(UTM, unit), version);
          assert.deepEqual(issues.summary(), [], version);
          const { info } = (await readWith(dwg, bytes)).job;
          assert.deepEqual([info.crs, info.unit], [UTM, unit]);
          const { modelSpace } = library.DwgReader.readFromStream(bytes.buffer);
          const data = modelSpace!.xDictionary!.getEntry(library.CadDictionary.geographicData);
          assert.ok(data instanceof library.GeoData);
          assert.deepEqual([data.horizontalUnitScale, data.verticalUnitScale], [metres, metres]);
          assert.equal(data.hostBlock?.name, '*Model_Space');
          assert.match(data.coordinateSystemDefinition, /^<\?xml .*\n<Dictionary .*<\/Dictionary>$/s);
          assert.doesNotMatch(data.coordinateSystemDefinition, /\^J/);
        });
    });
});

test('a system that the version or a drawing cannot hold is reported', async () => {
  const wkt: Crs = { kind: 'wkt', wkt: 'LOCAL_CS["Site"]' };
  for (const [format, version, crs, reported] of [
    [dwg, '2000', UTM, 1],
    [dxf, '2000', UTM, 1],
    [dxf, 'R12', UTM, 1],
    [dxf, '2010', UTM, 0],
    [dwg, '2018', wkt, 1],
    [dxf, '2018', { kind: 'local', name: 'Site grid' }, 1],
    [dxf, '2018', { kind: 'local' }, 0],
  ] as const) {
    const { issues } = await write(format, jobIn(crs), version);
    assert.equal(issues.count('crs-left-out'), reported, `${format.id} ${version}`);
  }
});
