import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldJob } from '@fieldbridge/fieldjob';
import { codesOf } from '@fieldbridge/formats/testing/journeys.ts';
import fc from 'fast-check';
import { readWith } from '../../../testing/run-format.ts';
import { detect } from '../../convert/detect.ts';
import { type ByteSource, MemorySource } from '../../core/byte-source.ts';
import { FormatError, LimitError } from '../../core/failure.ts';
import { DEFAULT_LIMITS, type Limits } from '../../core/limits.ts';
import { geojson } from './format.ts';
import { JsonCutter } from './json-cutter.ts';

/** A file that returns only some bytes at a time, as a pipe or a network drive may. */
function inPieces(bytes: Uint8Array, sizes: readonly number[]): ByteSource {
  const whole = new MemorySource(bytes, 'a.geojson');
  let calls = 0;
  return {
    ...{ name: whole.name, size: whole.size, close: () => {} },
    readInto: (target, at, length, position) =>
      whole.readInto(target, at, Math.min(length, sizes[calls++ % sizes.length]!), position),
  };
}
const point = (name: string, e = 1): string =>
  JSON.stringify({ type: 'Feature', geometry: { type: 'Point', coordinates: [e, 2] }, properties: { name } });
const namesOf = ({ points }: FieldJob): string[] =>
  Array.from({ length: points.length }, (_, row) => points.name.get(row));

describe('consecutive texts', () => {
  const SEPARATORS = { 'RFC 8142': '\x1e', 'a line each': '\n', 'blank lines': '\r\n\r\n', nothing: '' };
  for (const [what, separator] of Object.entries(SEPARATORS)) {
    it(`are all read: with ${what} between them`, async () => {
      const texts = ['a', 'b}{', 'c'].map((name) => point(name));
      const text = texts.map((one) => (separator === '\x1e' ? `\x1e${one}\n` : `${one}${separator}`)).join('');
      assert.equal(detect(new MemorySource(Buffer.from(text)))?.format.id, 'geojson');
      const { job, issues, tally } = await readWith(geojson, text);
      assert.deepEqual(namesOf(job), ['a', 'b}{', 'c']);
      assert.deepEqual(codesOf(issues), []);
      assert.deepEqual([tally.rows()[0]!.found, tally.rows()[0]!.read], [3, 3]);
    });
  }

  it('may be collections and bare geometries; the first one determines the system of all', async () => {
    const collection = (name: string, crs = ''): string =>
      `{"type":"FeatureCollection",${crs}"features":[${point(name)}]}`;
    const crs = '"crs":{"type":"name","properties":{"name":"EPSG:25832"}},';
    const { job } = await readWith(
      geojson,
      [collection('a', crs), collection('b'), '{"type":"Point","coordinates":[5,6]}'].join('\n'),
    );
    assert.deepEqual(namesOf(job), ['a', 'b', '']);
    assert.deepEqual(job.info.crs, { kind: 'epsg', code: 25832 });
  });

  it('lose a damaged one, which is reported with its position; after anything else nothing is read', async () => {
    const good = point('a');
    const { job, issues } = await readWith(geojson, `${good}\n{"type" "Feature"}\n${point('b')}`);
    assert.deepEqual(namesOf(job), ['a', 'b']);
    assert.deepEqual(
      issues.places().map(({ code, offset }) => [code, offset]),
      [['json-value-malformed', good.length + 1]],
    );
    for (const rest of [' trailing', ']', ',', '"a"', '}', '\u0000']) {
      const reported = (await readWith(geojson, `${good}${rest}${good}`)).issues.places();
      assert.deepEqual(
        reported.map(({ code, severity }) => [code, severity]),
        [['json-malformed', 'error']],
        rest,
      );
    }
    const cut = await readWith(geojson, `${good}\n{"type":`);
    assert.deepEqual(namesOf(cut.job), ['a']);
    assert.deepEqual(
      cut.issues.places().map(({ code, severity, offset }) => [code, severity, offset]),
      [['json-malformed', 'error', good.length + 1]],
    );
  });

  it('keep the features before the truncation of a collection', async () => {
    const features = ['a', 'b', 'c'].map((name) => point(name));
    const head = '{"type":"FeatureCollection","features":[';
    const text = `${head}${features.join(',')}]}`;
    for (let length = 0; length < text.length; length++) {
      const whole = features.filter((_, i) => head.length + features.slice(0, i + 1).join(',').length <= length).length;
      const broken = readWith(geojson, text.slice(0, length));
      if (whole === 0) await assert.rejects(broken, (error: FormatError) => error.code === 'json-malformed');
      else {
        const { job, issues, tally } = await broken;
        assert.deepEqual(namesOf(job), ['a', 'b', 'c'].slice(0, whole), text.slice(0, length));
        assert.deepEqual(
          issues.places().map(({ code, severity }) => [code, severity]),
          [['json-malformed', 'error']],
        );
        assert.equal(tally.of('Point').found, whole);
      }
    }
  });

  it('are refused if they exceed a limit', async () => {
    const nested = `{"type":"Feature","geometry":${'['.repeat(100)}`;
    await assert.rejects(
      readWith(geojson, `{"type":"FeatureCollection","features":[${point('a')},${nested}`),
      (error: LimitError) => error.limit === 'depth',
    );
  });

  it('count together against the limit of features', async () => {
    const text = Array.from({ length: 10 }, (_, i) => point(String(i))).join('\n');
    await readWith(geojson, text, { limits: { features: 10 } });
    await assert.rejects(readWith(geojson, text, { limits: { features: 9 } }), LimitError);
  });
});

describe('the bytes of a text', () => {
  it('give the same in any split', async () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 8 });
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(name, { minLength: 1, maxLength: 5 }),
        sizes,
        fc.boolean(),
        async (names, cuts, lines) => {
          const features = names.map((one) => point(one));
          const text = lines
            ? features.join('\n')
            : `\ufeff{"type":"FeatureCollection","features":[${features.join(' , ')}] }`;
          const { job, issues } = await readWith(geojson, inPieces(Buffer.from(text), cuts));
          assert.deepEqual(namesOf(job), names);
          assert.deepEqual(codesOf(issues), []);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('that are not UTF-8 are read as windows-1252, value by value, which is reported', async () => {
    const [broken, whole] = [Buffer.from(point('Straße €'.replace('€', '')), 'latin1'), Buffer.from(point('Straße €'))];
    const { job, issues } = await readWith(
      geojson,
      Buffer.concat([whole, Buffer.from('\n'), broken, Buffer.from('\n'), whole]),
    );
    assert.deepEqual(namesOf(job), ['Straße €', 'Straße ', 'Straße €']);
    assert.deepEqual(
      issues.summary().map(({ code, severity, count }) => [code, severity, count]),
      [['mixed-encoding', 'warning', 1]],
    );
  });

  it('in UTF-16 are not recognised as GeoJSON, which is UTF-8 (RFC 8259 §8.1)', () => {
    const text = Buffer.from(`\ufeff${point('a')}`, 'utf16le');
    for (const name of ['a.geojson', 'a.json', 'a'])
      assert.notEqual(detect(new MemorySource(text, name))?.format.id, 'geojson', name);
  });

  it('are searched for the members of GeoJSON: other JSON is not recognised', () => {
    const sniff = (text: string): number => geojson.sniff(Buffer.from(text), text.length, 'json').confidence;
    for (const text of [
      '{"type":"Feature"',
      ' \n{ "features":[], "type" : "FeatureCollection" }',
      '\ufeff{"type":"Polygon"}',
      '\x1e{"type":"Point"}',
      // Members in the order of the alphabet, whose types come after more coordinates than are looked at.
      '{"features": [{"geometry": {"coordinates": [[[1, 2], [3',
      '{\n "crs": null,\n "features": [\n  { "id": 7, "properties": {',
      '{"geometry":{"coordinates":[',
    ])
      assert.ok(sniff(text) > 0.5, text);
    for (const text of [
      '',
      '{}',
      '[]',
      '{"type":"Topology"}',
      '{"type":"points"}',
      '"type":"Feature"',
      'x{"type":"Feature"}',
      '{"kind":"Feature"}',
      '{"features":["fast","small"]}',
      '{"geometry":"none","coordinates":[',
    ])
      assert.equal(sniff(text), 0, text);
  });
});

describe('a cutter of JSON', () => {
  const limits = (own: Partial<Limits> = {}): Limits => ({ ...DEFAULT_LIMITS, ...own });
  const cutterOf = (text: string, sizes: readonly number[] = [1 << 20], own: Partial<Limits> = {}): JsonCutter =>
    new JsonCutter(inPieces(Buffer.from(text), sizes), limits(own));

  it('cuts out every value unchanged, with the position of the next one', () => {
    const blank = fc.constantFrom('', ' ', '\n\t', '\r\n  ');
    const value = fc.jsonValue({ maxDepth: 3 }).map((one) => JSON.stringify(one));
    const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(fc.tuple(blank, value, blank), { minLength: 1, maxLength: 6 }), sizes, (parts, cuts) => {
        const text = `[${parts.map((one) => one.join('')).join(',')}]`;
        const cutter = cutterOf(text, cuts);
        cutter.expect(91);
        let at = 1;
        for (const [before, one, behind] of parts) {
          cutter.peek();
          assert.equal(cutter.offset, Buffer.byteLength(text.slice(0, at + before.length)));
          assert.equal(cutter.value(), one);
          at += before.length + one.length + behind.length + 1;
          if (!cutter.take(44)) cutter.expect(93);
        }
        assert.equal(cutter.peek(), -1);
        assert.equal(cutter.mended, 0);
      }),
      { numRuns: 150 },
    );
  });

  it('skips a value of any size without keeping it in memory', () => {
    const long = `"${'x'.repeat(5 << 20)}"`;
    const cutter = cutterOf(`${long} 7`, [1 << 20], { recordBytes: 1000 });
    assert.equal(cutter.value(false), '');
    assert.equal(cutter.value(), '7');
    assert.throws(() => cutterOf(long, [1 << 20], { recordBytes: 1000 }).value(), {
      code: 'limit-exceeded',
      limit: 'recordBytes',
    });
  });

  it('nests as deep as the limit, and not deeper', () => {
    const nested = (depth: number): string => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;
    assert.equal(cutterOf(nested(64)).value(), nested(64));
    assert.throws(() => cutterOf(nested(66)).value(), { code: 'limit-exceeded', limit: 'depth', value: 64 });
    // Brackets in texts are ordinary characters.
    assert.equal(cutterOf(`"${'['.repeat(1000)}"`).value().length, 1002);
  });

  it('names the byte at which a text ends too early, or the missing part', () => {
    const fails = (text: string, act: (cutter: JsonCutter) => unknown, where: RegExp): void =>
      assert.throws(
        () => act(cutterOf(text, [3])),
        (error) => {
          assert.ok(error instanceof FormatError && error.code === 'json-malformed', String(error));
          assert.match(error.message, where);
          return true;
        },
      );
    fails('', (cutter) => cutter.value(), /ends before a value/);
    fails('   ', (cutter) => cutter.value(), /byte 3/);
    fails('{"a":"b', (cutter) => cutter.value(), /ends within a value/);
    fails('"a\\"', (cutter) => cutter.value(), /ends within a value/);
    fails('[[]', (cutter) => cutter.value(), /ends within a value/);
    fails(' ;', (cutter) => cutter.expect(58), /byte 1: ":" is missing/);
  });

  it('skips the given number of bytes at the start', () => {
    const cutter = new JsonCutter(new MemorySource(Buffer.from('\ufeff{}')), limits(), 3);
    assert.deepEqual([cutter.offset, cutter.value(), cutter.offset], [3, '{}', 5]);
  });
});
