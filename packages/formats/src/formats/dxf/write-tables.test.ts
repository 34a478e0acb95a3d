import assert from 'node:assert/strict';
import test from 'node:test';
import { Feature, JobBuilder, Path } from '@fieldbridge/fieldjob';
import { layerOf } from '@fieldbridge/fieldjob/layer.ts';
import { DXF_WRITE_VERSIONS } from './options.ts';
import { AUDIT_PROGRAM, askEzdxf, missingEzdxf } from './testing/ezdxf.ts';
import { block, drawing, type Groups } from './testing/groups.ts';
import { readGroups } from './testing/reading.ts';
import { everyVersion, withFolder, writeTo } from './testing/writing.ts';

// Written tables, and what of them is read back: line types, descriptions of layers.

/** Characters that AutoCAD does not accept in table names; a single one makes it refuse the whole drawing. */
const FORBIDDEN = /[<>/\\":;?*|=`,]/;
const NAMES = ['DASHED', 'a|b*c', 'a?b:c', 'x\ny', 'Zażłć', 'L'.repeat(300), ' ', 'ByLayer ', 'continuous'];

function lines(builder: JobBuilder): void {
  const path = new Path();
  path.vertex(0, 0, 1);
  path.vertex(1, 1, 1);
  for (const [i, name] of NAMES.entries()) {
    const feature = new Feature();
    feature.layer = builder.layer(layerOf(`L${i}`, { lineType: name, description: i === 0 ? 'Kerb, 5% %%d ^J' : '' }));
    feature.lineType = name.toUpperCase();
    builder.line(feature, path);
  }
}

test('line types have valid names, the same for layers and entities regardless of case', async () => {
  await everyVersion(lines, ({ job }, version, text) => {
    const longest = version === 'R12' ? 31 : 255;
    const records = [...text.matchAll(/ *0\nLTYPE\n[\s\S]*? 2\n(.*)\n/g)].map((match) => match[1]!);
    assert.equal(new Set(records.map((name) => name.toLowerCase())).size, records.length);
    for (const name of records) assert.ok(!FORBIDDEN.test(name) && name.length <= longest, name);
    for (let row = 0; row < NAMES.length - 1; row++) {
      const own = job.lines.lineType.get(row);
      assert.equal(own.toLowerCase(), job.layers.get(job.lines.layer.get(row))!.lineType.toLowerCase(), NAMES[row]);
      assert.ok(
        records.some((name) => name.toLowerCase() === own.toLowerCase()),
        own,
      );
    }
  });
});

test('changed names and truncated descriptions are reported', async () => {
  const builder = new JobBuilder();
  lines(builder);
  builder.layer(layerOf('LONG', { description: 'x'.repeat(300) }));
  await withFolder(async (folder) => {
    const issues = await writeTo(`${folder}/a.dxf`, builder.job, { version: '2018' });
    assert.deepEqual(
      issues.summary().map(({ code, count }) => [code, count]),
      [
        ['layer-description-cut', 1],
        ['line-type-renamed', 6],
      ],
    );
  });
});

test('descriptions of layers are read back in every version', async () => {
  await everyVersion(lines, ({ job }) => {
    assert.deepEqual([job.layers.get(0)!.name, job.layers.get(0)!.description], ['L0', 'Kerb, 5% %%d ^J']);
    assert.equal(job.layers.get(1)!.description, '');
  });
});

test('the description of a layer is the second text of its application only', async () => {
  const description = async (...data: Groups): Promise<string> => {
    const tables = [0, 'TABLE', 2, 'LAYER', 0, 'LAYER', 2, 'L', 70, 0, 62, 1, ...data, 0, 'ENDTAB'];
    return (await readGroups(drawing([block('B')], [], [], tables))).job.layers.get(0)!.description;
  };
  const own = [1001, 'AcAecLayerStandard', 1000, '', 1000, 'Kerb'];
  assert.equal(await description(...own), 'Kerb');
  assert.equal(await description(1001, 'OTHER', 1000, 'a', 1000, 'b', ...own, 1001, 'MORE', 1000, 'c'), 'Kerb');
  assert.equal(await description(1001, 'AcAecLayerStandard', 1000, 'x', 1001, 'MORE', 1000, 'c'), '');
  assert.equal(await description(1001, 'AcAecLayerStandard'), '');
  assert.equal(await description(1001, 'OTHER', 1000, 'a', 1000, 'b'), '');
  assert.equal(await description(), '');
});

test('ezdxf finds nothing to fix in them', async (t) => {
  const missing = missingEzdxf();
  if (missing !== undefined) return t.skip(missing);
  const builder = new JobBuilder();
  lines(builder);
  await withFolder(async (folder) => {
    const files: string[] = [];
    for (const version of DXF_WRITE_VERSIONS) {
      files.push(`${folder}/${version}.dxf`);
      await writeTo(files.at(-1)!, builder.job, { version });
    }
    const found = askEzdxf<Record<string, { errors: string[]; fixes: string[] }>>(AUDIT_PROGRAM, files);
    for (const { errors, fixes } of Object.values(found)) assert.deepEqual([errors, fixes], [[], []]);
  });
});
