import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Code, FieldJob, type Layer, layerOf } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { readWith, writeWith } from '../../../testing/run-format.ts';
import { missingXmllint, schemaFaults } from '../../../testing/xmllint.ts';
import { detect } from '../../convert/detect.ts';
import { MemorySource } from '../../core/byte-source.ts';
import { FormatError, LimitError } from '../../core/failure.ts';
import { codelib } from './format.ts';

const SCHEMA = join(import.meta.dirname, 'schema/code-library.xsd');
const NAMESPACE = 'xmlns="urn:fieldbridge:code-library:1" version="1.0"';

const SAMPLE = `<?xml version="1.0"?>
<CodeLibrary ${NAMESPACE} name="Town">
  <Layers><Layer name="Trees" colour="#00FF00" lineWeight="25" locked="true"/></Layers>
  <Codes>
    <PointCode name="TREE" description="Tree &lt;any&gt;" layer="Trees" symbol="oak" lineType="solid">
      <Attribute name="Species" type="list" required="true" default="Oak"><Value>Oak</Value><Value> Elm</Value></Attribute>
      <Attribute name="Girth" type="number" minimum="0" maximum="12.5" unit="m"/>
      <Attribute name="Picture" type="photo"/><Attribute name="Planted" type="date"/><Attribute name="Note"/>
    </PointCode>
    <LineCode name="ST" control="start"/>
    <AreaCode name="POND" colour="#0000FF"/>
  </Codes>
</CodeLibrary>`;

const text = fc.string({
  unit: fc.constantFrom('a', 'Z', ' ', 'é', '&', '<', '"', '\n', '\t', '\r', '\u0001', '_', 'x0041', '漢', '\ufffe'),
  maxLength: 6,
});
/** Ordinary objects, so that they equal those of the reader. */
const PLAIN = { noNullPrototype: true } as const;
const name = text.filter((value) => value !== '');
const colour = fc.oneof(fc.constant(-1), fc.integer({ min: 0, max: 0xffffff }));
const weight = fc.integer({ min: -1, max: 211 });
const code: fc.Arbitrary<Code> = fc.record(
  {
    name,
    kind: fc.constantFrom('point', 'line', 'area'),
    description: text,
    group: text,
    layer: text,
    colour,
    lineType: text,
    lineWeight: weight,
    symbol: text,
    control: fc.constantFrom('', 'start', 'close'),
    attributes: fc.array(
      fc.record(
        {
          name: text,
          type: fc.constantFrom('text', 'number', 'integer', 'list', 'date', 'photo', 'boolean'),
          required: fc.boolean(),
          defaultValue: text,
          values: fc.array(text, { maxLength: 3 }),
          minimum: fc.double(),
          maximum: fc.double(),
          unit: text,
        },
        PLAIN,
      ),
      { maxLength: 3 },
    ),
  },
  PLAIN,
);
const layer: fc.Arbitrary<Layer> = fc.record(
  {
    name,
    colour,
    lineType: text,
    lineWeight: weight,
    visible: fc.boolean(),
    locked: fc.boolean(),
    description: text,
  },
  PLAIN,
);
const library = fc
  .record({
    layers: fc.uniqueArray(layer, { maxLength: 4, selector: (item) => item.name.toLowerCase() }),
    codes: fc.uniqueArray(code, { maxLength: 6, selector: (item) => `${item.kind} ${item.name}` }),
  })
  .map(({ layers, codes }) => {
    const job = new FieldJob();
    for (const item of layers) job.layers.add(item);
    job.codes.push(...codes);
    return job;
  });

describe('code library', () => {
  it('reads layers, codes of the three kinds and their attributes', async () => {
    const { job, issues, version, tally } = await readWith(codelib, SAMPLE);
    assert.equal(version, '1.0');
    assert.deepEqual(issues.summary(), []);
    assert.deepEqual([...job.layers], [layerOf('Trees', { colour: 0x00ff00, lineWeight: 25, locked: true })]);
    const [tree, start, pond] = job.codes;
    assert.deepEqual(
      job.codes.map((item) => [item.kind, item.name]),
      [
        ['point', 'TREE'],
        ['line', 'ST'],
        ['area', 'POND'],
      ],
    );
    assert.equal(tree?.description, 'Tree <any>');
    assert.equal(start?.control, 'start');
    assert.equal(pond?.colour, 0x0000ff);
    assert.deepEqual(
      tree?.attributes.map((item) => item.type),
      ['list', 'number', 'photo', 'date', 'text'],
    );
    assert.deepEqual(tree?.attributes[0]?.values, ['Oak', ' Elm']);
    assert.deepEqual([tree?.attributes[1]?.minimum, tree?.attributes[1]?.maximum], [0, 12.5]);
    assert.deepEqual(
      tally.rows().map((row) => [row.type, row.found, row.read]),
      [
        ['Layer', 1, 1],
        ['PointCode', 1, 1],
        ['LineCode', 1, 1],
        ['AreaCode', 1, 1],
      ],
    );
  });

  it('reads back any codes and layers unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(library, async (job) => {
        const { result, issues } = await writeWith(codelib, job);
        const back = await readWith(codelib, result);
        assert.deepEqual(issues.summary(), []);
        assert.deepEqual(back.issues.summary(), []);
        assert.deepEqual(back.job.codes, job.codes);
        assert.deepEqual([...back.job.layers], [...job.layers]);
      }),
      { numRuns: 60 },
    );
  });

  it('writes valid documents by its schema', async (t) => {
    const missing = missingXmllint();
    if (missing !== undefined) return t.skip(missing);
    const samples = fc.sample(library, 20);
    for (const job of samples) {
      const { result } = await writeWith(codelib, job, { use: (path) => schemaFaults(SCHEMA, [path]) });
      assert.equal(result, '');
    }
  });

  it('skips and reports unknown elements, duplicates and invalid values', async () => {
    const { job, issues } = await readWith(
      codelib,
      `<CodeLibrary ${NAMESPACE}><Vendor a="1"><Deep><PointCode name="no"/></Deep></Vendor>
       <Codes><PointCode name="A" colour="green" lineWeight="thick"><Icon/><Attribute name="x" type="song" minimum=""><Y/></Attribute></PointCode>
       <PointCode name="A"/><PointCode/><LineCode name="A"/></Codes><PointCode name="B"/><Layers><Layer/></Layers></CodeLibrary>`,
    );
    assert.deepEqual(
      job.codes.map((item) => `${item.kind} ${item.name}`),
      ['point A', 'line A', 'point B'],
    );
    assert.equal(job.codes[0]?.attributes[0]?.type, 'text');
    assert.deepEqual(Object.fromEntries(issues.summary().map(({ code }) => [code, issues.count(code)])), {
      'unknown-element': 3,
      'bad-value': 4,
      'duplicate-code': 1,
      'name-missing': 2,
    });
  });

  it('reports on writing what a library cannot hold', async () => {
    const { job } = await readWith(codelib, SAMPLE);
    job.codes.push(job.codes[0]!, { ...job.codes[0]!, name: '' });
    job.planes.push({
      name: 'p',
      easting: 0,
      northing: 0,
      elevation: 0,
      azimuth: 0,
      slope: 0,
      crossSlope: 0,
      source: -1,
    });
    const { issues } = await writeWith(codelib, job);
    assert.deepEqual(
      issues.summary().map((issue) => issue.code),
      ['duplicate-code', 'name-missing', 'plane-left-out'],
    );
  });

  it('reads a foreign namespace with a warning and refuses newer versions and other roots', async () => {
    for (const namespace of ['', 'xmlns="urn:other"']) {
      const { job, issues } = await readWith(
        codelib,
        `<CodeLibrary ${namespace}><Codes><LineCode name="L"/></Codes></CodeLibrary>`,
      );
      assert.equal(job.codes.length, 1);
      assert.equal(issues.count('namespace-unknown'), 1);
    }
    const newer = SAMPLE.replace('version="1.0" name', 'version="2.0" name');
    await assert.rejects(
      readWith(codelib, newer),
      (error) => error instanceof FormatError && error.code === 'codelib-version',
    );
    await assert.rejects(
      readWith(codelib, '<a/>'),
      (error) => error instanceof FormatError && error.code === 'codelib-wrong-root',
    );
  });

  it('keeps everything before the damage, wherever the file is cut', async () => {
    const bytes = Buffer.from(SAMPLE);
    const rootEnd = SAMPLE.indexOf('name="Town">') + 'name="Town">'.length;
    let most = 0;
    for (let length = 0; length < bytes.length; length++) {
      const cut = readWith(codelib, bytes.subarray(0, length));
      if (length < rootEnd) {
        await assert.rejects(cut, (error) => error instanceof FormatError && error.code === 'xml-cut-off');
        continue;
      }
      const { job, issues, tally } = await cut;
      // The element with the cut does not count as found; every found one is read or skipped.
      const rows = tally.rows().map(({ type, found, read, skipped }) => [type, found - read - skipped]);
      assert.ok(
        rows.every(([, rest]) => rest === 0),
        `${length} bytes: ${rows}`,
      );
      assert.equal(issues.count('xml-cut-off'), 1, `${length} bytes`);
      assert.ok(issues.has('error'));
      assert.ok(job.codes.length >= most, `${length} bytes`);
      most = job.codes.length;
    }
    assert.equal(most, 3);
  });

  it('refuses entity bombs, external entities and deep nesting by name', async () => {
    const bomb = `<!DOCTYPE CodeLibrary [<!ENTITY a "x">]><CodeLibrary ${NAMESPACE}>&a;</CodeLibrary>`;
    await assert.rejects(
      readWith(codelib, bomb),
      (error) => error instanceof FormatError && error.code === 'xml-doctype',
    );
    const found = detect(new MemorySource(Buffer.from(bomb), 'codes.xml'), 'codelib');
    assert.equal(found?.sniffed.refusal?.code, 'xml-doctype');
    const deep = `<CodeLibrary ${NAMESPACE}>${'<a>'.repeat(10_000)}`;
    await assert.rejects(readWith(codelib, deep), (error) => error instanceof LimitError && error.limit === 'depth');
  });

  it('is recognised by its root and namespace, also in UTF-16', () => {
    const confidence = (bytes: Buffer): number => codelib.sniff(bytes, bytes.length, 'xml').confidence;
    assert.equal(confidence(Buffer.from(SAMPLE)), 1);
    assert.equal(confidence(Buffer.from(`\ufeff${SAMPLE}`, 'utf16le')), 1);
    assert.equal(confidence(Buffer.from('<CodeLibrary/>')), 0.7);
    assert.equal(confidence(Buffer.from('<LandXML/>')), 0);
    assert.equal(confidence(Buffer.from('0\nSECTION')), 0);
    assert.equal(confidence(readFileSync(SCHEMA)), 0);
    assert.equal(detect(new MemorySource(Buffer.from(SAMPLE), 'a.xml'))?.format.id, 'codelib');
  });
});
