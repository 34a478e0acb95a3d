import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { describe, it } from 'node:test';
import { FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { importFile } from '../../src/convert/import-file.ts';
import { parseImportOptions } from '../../src/convert/import-options.ts';
import { rawTables } from '../../src/formats/machine/raw.ts';
import { rawText } from '../../src/formats/machine/raw-text.ts';
import { detect, formatById, MemorySource } from '../../src/index.ts';
import { doubles, HandMade, record, ref, u16, u32, utf16 } from '../../testing/machine/hand-made.ts';
import { readWith, writeWith } from '../../testing/machine/support.ts';
import { jobWith } from '../../testing/traits.ts';

/** The table of docs/formats-machine-control.md: the contents of each file, and whether a real file is known. */
const FAMILY = [
  ['tp3', ['point', 'line', 'text', 'surface', 'alignment', 'plane', 'controlPoint'], true],
  ['pt3', ['point'], true],
  ['ln3', ['line'], true],
  ['tn3', ['surface'], true],
  ['rd3', ['alignment'], false],
  ['gc3', ['controlPoint'], false],
  ['pl3', ['plane'], false],
] as const;

describe('the formats of the family', () => {
  for (const [id, kinds, seen] of FAMILY) {
    it(`${id}: kinds, names and experimental directions are as documented`, () => {
      const format = formatById(id)!;
      assert.deepEqual([...format.kinds].sort(), [...kinds].sort());
      assert.deepEqual([format.extensions, format.mediaTypes], [[id], [`application/vnd.topcon.${id}`]]);
      assert.deepEqual(format.experimental, { read: !seen, write: true });
      assert.equal('experimental' in format.writeOptions, !seen, 'a guess is only written on request');
      assert.equal(format.drawing, false);
    });

    it(`${id}: is recognised by its signature with any name, with its version`, async () => {
      const { bytes } = await writeWith(id, jobWith({}), { experimental: true });
      for (const name of [`site.${id}`, 'site.bin', 'site', 'site.txt']) {
        const found = detect(new MemorySource(bytes, name));
        assert.equal(found?.format.id, id, name);
        assert.match(found!.sniffed.version, /^\d+\.\d+$/);
      }
      for (const other of FAMILY.map(([one]) => one).filter((one) => one !== id)) {
        const { issues } = await readWith(other, bytes, `site.${other}`);
        assert.equal(issues.count('content-mismatch'), 1, `${id} named ${other}`);
      }
    });

    it(`${id}: keeps the kinds in its holds, and reports the others`, async () => {
      const { bytes, issues } = await writeWith(id, jobWith({}), { experimental: true });
      const { job } = await readWith(id, bytes);
      const found = {
        point: job.points.length,
        line: job.lines.length,
        text: job.texts.length,
        surface: job.surfaces.length,
        alignment: job.alignments.length,
        plane: job.planes.length,
        controlPoint: job.controlPoints.length,
      };
      for (const [kind, count] of Object.entries(found))
        assert.equal(count, (kinds as readonly string[]).includes(kind) ? 1 : 0, kind);
      const left = issues
        .summary()
        .map(({ code }) => code)
        .filter((code) => code.endsWith('-left-out'));
      assert.ok(left.length >= 2, `areas and codes at least: ${left}`);
      assert.equal(issues.count('experimental'), 1);
    });
  }

  describe('a file with only the extension is refused with the reason, not guessed', () => {
    for (const [id, , seen] of FAMILY)
      describe(JSON.stringify(id), () => {
        for (const text of ['Topcon', 'Topcon XX3', 'topcon TP3', 'PK\u0003\u0004', '\0\0\0\0'])
          it(JSON.stringify(text), () => {
            const found = detect(new MemorySource(Buffer.from(text.padEnd(100, '\0')), `a.${id}`));
            if (seen) assert.notEqual(found?.format.id, id);
            else assert.equal(found?.sniffed.refusal?.code, 'machine-no-sample', `${id} ${text}`);
          });
      });
  });
});

describe('the caller’s unit and system', () => {
  it('are used if the file states none; without them metres are assumed and reported', async () => {
    const { bytes } = await writeWith('tp3', jobWith({}));
    // EPSG:28356 is in metres, so a system in feet is needed for feet.
    for (const [unit, code, expected, noted] of [
      [undefined, 28356, 'metre', 1],
      ['ft', 2222, 'internationalFoot', 0],
      ['usft', 2225, 'usSurveyFoot', 0],
      ['m', 28356, 'metre', 0],
    ] as const) {
      const source = new MemorySource(bytes, 'site.tp3');
      const detection = detect(source)!;
      const raw = { ...(unit === undefined ? {} : { unit }), crs: String(code) };
      const { values, placement, faults } = parseImportOptions(detection.format, raw);
      assert.deepEqual(faults, []);
      const job = new FieldJob();
      const request = {
        source,
        detection,
        options: values,
        placement,
        as: 'features',
        target: {},
        workFolder: tmpdir(),
      } as const;
      const reading = { signal: new AbortController().signal, progress: () => undefined };
      const { issues } = await importFile({ ...request, ...reading }, new JobBuilder(job));
      assert.equal(job.unit, expected);
      assert.deepEqual(job.info.crs, { kind: 'epsg', code });
      assert.equal(job.points.easting(0), 1000, 'numbers are unchanged: only their unit was unknown');
      assert.equal(issues.count('unit-assumed'), noted);
    }
  });
});

describe('the raw walk of a hand-made file', () => {
  it('shows pages, records and fields as in the file, with how certain each is', async () => {
    const made = new HandMade('TP3', 2, 31, 'Raw');
    const list = made.list([2, record(16, doubles(0, 0.5, 25))], [99, record(3)]);
    made.table(
      2,
      Array.from({ length: 5 }, (_, i) => record(24, doubles(0, i, 10 * i, 100 * i))),
      2,
    );
    made.table(
      19,
      [
        record(
          336,
          u16(0, 1),
          u32(2, list),
          ...[6, 12, 18].flatMap((at) => [u16(at, 2), u32(at + 2, 0xfffffffe)]),
          utf16(60, 'AXIS'),
        ),
      ],
      1,
    );
    made.table(77, [record(6, ref(0, 1, 2, 3))]);
    const { file, pageOf } = made.build();
    const raw = await rawTables(new MemorySource(file), 1);
    assert.deepEqual([raw.kind, raw.version, raw.name, raw.issues.length], ['TP3', '2.31', 'Raw', 0]);
    const vertices = raw.tables.find(({ table }) => table === 2)!;
    assert.deepEqual(
      vertices.pages.map(({ count, capacity }) => [count, capacity]),
      [
        [2, 2],
        [2, 2],
        [1, 2],
      ],
    );
    assert.deepEqual([vertices.count, vertices.records.length, vertices.unknownBytes], [5, 1, 0]);
    assert.equal(vertices.records[0]!.offset, pageOf.get(2)! + 18);
    assert.deepEqual(
      vertices.records[0]!.fields.map(({ name, at, value }) => [name, at, value]),
      [
        ['easting', 0, 0],
        ['northing', 8, 0],
        ['elevation', 16, 0],
      ],
    );
    const strange = raw.tables.find(({ table }) => table === 77)!;
    assert.deepEqual([strange.title, strange.unknownBytes, strange.records[0]!.hex], ['unknown', 6, '010002000300']);
    assert.deepEqual(
      raw.elements.map(({ type, list: name, fields }) => [type, name, fields.length]),
      [
        [2, 'list 1', 2],
        [99, 'list 1', 0],
      ],
    );
    const text = rawText(raw);
    for (const line of [
      /^TP3 2\.31 "Raw"$/m,
      /^table 2: vertex, 5 × 24 bytes, 0 of them unknown$/m,
      /pages at 0x[0-9a-f]+ 2\/2, 0x[0-9a-f]+ 2\/2, /,
      /@8 length = 25$/m,
    ])
      assert.match(text, line);
  });
});
