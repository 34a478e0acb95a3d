import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Feature, JobBuilder, layerOf, Path } from '@fieldbridge/fieldjob';
import { follow, utf16 } from '../../testing/machine/walker.ts';
import { f64, NO_VALUE, recordsOf, site, tablesOf, ticks } from '../../testing/machine/written.ts';

describe('a written TP3, byte by byte', () => {
  it('begins with signature, version, name, directory and the counts of the tables', async () => {
    const { bytes } = await tablesOf('tp3', site());
    assert.equal(bytes.toString('latin1', 0, 11), 'Topcon TP3\0');
    assert.deepEqual([bytes.readUInt32LE(0x10), bytes.readUInt32LE(0x14), bytes.readUInt16LE(0x1c)], [2, 19, 33]);
    assert.equal(utf16(bytes.subarray(0x1e, 0x60)), 'Überführung');
    assert.equal(bytes.readDoubleLE(0xac), 1);
    assert.equal(bytes.readUInt16LE(0xc0), 30);
    // After 30 entries of ten bytes: tables 1 2 3 4 5 11 6 7 8 9 10 12 13 14 15 16 17 18 19 20.
    const counts = Array.from({ length: 20 }, (_, i) => bytes.readUInt32LE(0x1ee + 4 * i));
    // Texts: P1, III and EDGE have at most 4 characters, Ahorn 5, the code 17.
    assert.deepEqual(counts, [2, 10, 0, 0, 4, 2, 3, 1, 0, 1, 0, 1, 3, 2, 0, 0, 1, 1, 0, 0]);
  });

  it('has points with vertex, texts, layer, the number 9, flags and time', async () => {
    const { tables } = await tablesOf('tp3', site());
    const [first, second] = recordsOf(tables, 1) as [Buffer, Buffer];
    assert.deepEqual([tables.get(1)!.recordSize, tables.get(1)!.capacity], [26, 1024]);
    // The only point of the layer KERB is its middle, in whole metres.
    assert.deepEqual(f64(follow(tables, first, 0, 2)!, 0, 3), [-0.5, 0.25, 12.125]);
    const texts = follow(tables, first, 6, 5)!;
    assert.deepEqual(
      [0, 6, 12].map((at) => utf16(follow(tables, texts, at)!)),
      ['P1', 'a code of 17 lett', 'III'],
    );
    assert.deepEqual(
      [0, 6, 12].map((at) => texts.readUInt16LE(at)),
      [6, 9, 6],
      'the smallest pool that holds the text and its NUL',
    );
    assert.deepEqual(
      [12, 14, 16].map((at) => first.readUInt16LE(at)),
      [0, 9, 1540],
    );
    assert.equal(ticks(first, 18), '2026-11-21T20:35:01.005Z');
    assert.deepEqual(
      follow(tables, second, 0, 2)!.subarray(16),
      NO_VALUE,
      'an unknown elevation is "no value", not zero',
    );
    assert.equal(second.readBigUInt64LE(18), 0n);
    const nothing = follow(tables, second, 6, 5)!;
    assert.deepEqual(
      [0, 6, 12].map((at) => follow(tables, nothing, at)),
      [undefined, undefined, undefined],
    );
  });

  it('has layers with number, name, colour and an origin in the middle of their data', async () => {
    const { tables } = await tablesOf('tp3', site());
    const layers = recordsOf(tables, 11);
    assert.deepEqual([tables.get(11)!.recordSize, tables.get(11)!.capacity], [340, 128]);
    assert.deepEqual(
      layers.map((layer) => [layer.readUInt16LE(0), utf16(layer.subarray(2, 132))]),
      [
        [0, 'KERB'],
        [1, 'Bäume'],
      ],
    );
    assert.deepEqual(
      layers.map((layer) => layer.toString('hex', 132, 135)),
      ['112233', 'ffffff'],
      'no colour is white',
    );
    // Bäume: from 0, 0 of the line to 10, 20 of the point.
    assert.deepEqual(
      layers.map((layer) => f64(layer, 138, 2)),
      [
        [504_001, 6_959_000],
        [5, 10],
      ],
    );
    assert.deepEqual(
      layers.map((layer) => layer.readDoubleLE(186)),
      [1, 1],
    );
  });

  it('has lines with first vertex, first attribute, count, layer, the closing bit and time', async () => {
    const { tables } = await tablesOf('tp3', site());
    const [line] = recordsOf(tables, 12) as [Buffer];
    const first = line.readUInt16LE(4);
    assert.deepEqual(
      [line.readUInt16LE(0), line.readUInt16LE(2), first],
      [2, 0, 2],
      'after the vertices of two points',
    );
    const vertices = recordsOf(tables, 2)
      .slice(first, first + line.readUInt16LE(12))
      .map((vertex) => f64(vertex, 0, 3));
    assert.deepEqual(vertices, [
      [-5, -10, 1.5],
      [1, -10, 1.5],
      [1, -2, 1.5],
    ]);
    assert.equal(utf16(follow(tables, follow(tables, line, 14, 5)!, 6)!), 'EDGE');
    assert.deepEqual([line.readUInt16LE(20), line.readUInt16LE(22)], [1, 1], 'only the closing bit');
    assert.equal(ticks(line, 24), '2026-11-21T20:35:01.005Z');
    assert.deepEqual(
      recordsOf(tables, 13).map((record) => record.readUInt32LE(0)),
      [0, 0, 0],
      'one for each vertex',
    );
  });

  it('has the right names, times and layers of lines if previous ones are left out', async () => {
    const builder = new JobBuilder();
    const layers = ['A', 'B', 'C'].map((name) => builder.layer(layerOf(name)));
    const path = new Path();
    [1, 2, 3, 2].forEach((count, i) => {
      path.clear();
      for (let k = 0; k < count; k++) path.vertex(10 * k, 10 * i, i);
      // Two vertices enclose nothing, so there is nothing to close.
      path.closed = true;
      const time = Date.UTC(2026, 0, 1 + i);
      builder.line(Object.assign(new Feature(), { name: `line ${i}`, time, layer: layers[i % 3] }), path);
    });
    const { tables } = await tablesOf('tp3', builder.job);
    assert.deepEqual(
      recordsOf(tables, 12).map((line) => [
        utf16(follow(tables, follow(tables, line, 14, 5)!, 0)!),
        ...[line.readUInt16LE(12), line.readUInt16LE(20), line.readUInt16LE(22)],
        ticks(line, 24).slice(0, 10),
      ]),
      [
        ['line 1', 2, 1, 0, '2026-01-02'],
        ['line 2', 3, 2, 1, '2026-01-03'],
        ['line 3', 2, 0, 0, '2026-01-04'],
      ],
    );
  });

  it('has texts with words, vertex, layer, rotation and height', async () => {
    const { tables } = await tablesOf('tp3', site());
    const [label] = recordsOf(tables, 21) as [Buffer];
    const words = follow(tables, label, 0, 5)!;
    assert.equal(utf16(follow(tables, words, 6)!), 'Ahorn');
    assert.deepEqual([words.readUInt16LE(2), words.readUInt16LE(14)], [0xfffe, 0xfffe], 'the second text only');
    assert.deepEqual(f64(follow(tables, label, 6, 2)!, 0, 3), [-2, -6, 7]);
    assert.deepEqual([label.readUInt16LE(12), label.readFloatLE(16), label.readFloatLE(20)], [1, 0.5, 2]);
  });

  it('has surfaces with their first records, counts, name, origin, and links by slot', async () => {
    const { tables } = await tablesOf('tp3', site());
    const [surface] = recordsOf(tables, 17) as [Buffer];
    assert.deepEqual(
      [0, 6, 12].map((at) => [surface.readUInt16LE(at + 2), surface.readUInt16LE(at + 4)]),
      [
        [0, 6],
        [0, 0],
        [0, 0],
      ],
    );
    assert.deepEqual(
      [18, 22, 26].map((at) => surface.readUInt32LE(at)),
      [4, 2, 1],
    );
    assert.equal(utf16(surface.subarray(30, 160)), 'Gelände');
    assert.deepEqual(f64(surface, 160, 2), [1005, 2005]);
    assert.deepEqual(
      recordsOf(tables, 2)
        .slice(6)
        .map((vertex) => f64(vertex, 0, 3)),
      [
        [-5, -5, 1],
        [5, -5, 2],
        [5, 5, 3],
        [-5, 5, 4],
      ],
    );
    const numbers = recordsOf(tables, 14).map((record) => [0, 4, 8, 12, 16, 20].map((at) => record.readInt32LE(at)));
    assert.deepEqual(numbers, [
      [0, 1, 2, -1, -1, 1],
      [0, 2, 3, 0, -1, -1],
    ]);
    assert.deepEqual(
      recordsOf(tables, 18).map((edge) => [edge.readUInt32LE(0), edge.readUInt32LE(4)]),
      [[0, 2]],
    );
  });
});
