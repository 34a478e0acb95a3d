import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { unzipSync } from 'fflate';
import { spreadsheet } from './spreadsheet.ts';

const folder = mkdtempSync(join(tmpdir(), 'spreadsheet-'));
after(() => rmSync(folder, { recursive: true }));

const ROWS = [
  ['T-1', { digits: '25.40' }, '=1+1'],
  ['<b>&"Grün" \u202e', { digits: '-0.123456789' }, ''],
  ['0012', { digits: '123456789012.5' }, 'line\nbreak'],
  ['\0 \ud800', { digits: '1e3' }, 'x'.repeat(40_000)],
] as const;
const file = join(folder, 'book.xlsx');
writeFileSync(file, spreadsheet("Tickets [7]: '26", ['Number', 'Nett', 'Note'], ROWS));

const hasGdal = spawnSync('ogrinfo', ['--formats'], { encoding: 'utf8' }).stdout?.includes('XLSX') === true;
const skip = hasGdal ? false : 'ogrinfo with its XLSX driver (gdal-bin) is not installed';

describe('a spreadsheet', () => {
  test('is read by GDAL with its texts and numbers', { skip }, () => {
    const env = { ...process.env, OGR_XLSX_HEADERS: 'FORCE', OGR_XLSX_FIELD_TYPES: 'AUTO' };
    const geojson = execFileSync('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', file], { env, encoding: 'utf8' });
    const read = JSON.parse(geojson) as { features: { properties: Record<string, unknown> }[] };
    const values = read.features.map(({ properties }) => properties);
    assert.deepEqual(
      values.map((one) => one['Number']),
      ['T-1', '<b>&"Grün" \u202e', '0012', '\ufffd \ufffd'],
    );
    assert.deepEqual(
      values.map((one) => Number(one['Nett'])),
      [25.4, -0.123456789, 123456789012.5, 1000],
    );
    assert.equal(values[0]!['Note'], '=1+1');
    assert.equal((values[3]!['Note'] as string).length, 32_767);
  });

  test('shows as many decimals as were sent', () => {
    const parts = unzipSync(spreadsheet('x', [], ROWS));
    const sheet = new TextDecoder().decode(parts['xl/sheet.xml']);
    assert.match(sheet, /s="2"><v>25\.40<\/v>/);
    assert.match(sheet, /s="6"><v>-0\.123456789<\/v>/);
    assert.match(new TextDecoder().decode(parts['xl/styles.xml']), /numFmtId="166" formatCode="0\.00"/);
  });
});
