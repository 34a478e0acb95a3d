import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Feature, type HorizontalElement, JobBuilder, Path, surfaceOf } from '@fieldbridge/fieldjob';
import { readWith, writeWith } from '../../testing/machine/support.ts';
import { utf16, walk } from '../../testing/machine/walker.ts';
import { f64, firstPage, NO_VALUE, recordsOf, site, tablesOf, ticks } from '../../testing/machine/written.ts';
import { jobWith } from '../../testing/traits.ts';

describe('records of a written TP3, byte by byte', () => {
  it('has control points in radians, north before east, and planes with angles of slope', async () => {
    const job = jobWith({
      controlPoint: {
        ...{ name: 'TBM', description: 'bolt', latitude: 45, longitude: -90, ellipsoidHeight: 90.5 },
        ...{ residualEasting: 0.03, residualNorthing: -0.04, residualElevation: 0.01 },
      },
      plane: { slope: 0.5, crossSlope: -0.02, azimuth: 0.25 },
    });
    const { tables } = await tablesOf('tp3', job);
    const [control] = recordsOf(tables, 15) as [Buffer];
    assert.deepEqual([utf16(control.subarray(0, 66)), utf16(control.subarray(66, 196))], ['TBM', 'bolt']);
    assert.deepEqual(f64(control, 196, 8), [Math.PI / 4, -Math.PI / 2, 90.5, 2000, 1000, 50, 0.05, 0.01]);
    assert.equal(control.readUInt32LE(260), 0x43);
    const [plane] = recordsOf(tables, 20) as [Buffer];
    assert.equal(utf16(plane.subarray(0, 130)), 'PLANE');
    assert.deepEqual(f64(plane, 140, 6), [1000, 2000, 50, 0.25, Math.atan(0.5), Math.atan(-0.02)]);
    const [level] = recordsOf((await tablesOf('tp3', jobWith({ plane: { slope: 0 } }))).tables, 20) as [Buffer];
    assert.deepEqual([plane.readUInt16LE(134), level.readUInt16LE(134)], [0x21f, 0x219]);
  });

  describe('marks a control point without a position on the earth by its flags and by "no value" three times', () => {
    for (const own of [{}, { ellipsoidHeight: 100 }, { latitude: 52, ellipsoidHeight: 100 }])
      it(JSON.stringify(own), async () => {
        const { bytes, issues } = await writeWith('tp3', jobWith({ controlPoint: own }));
        const [control] = recordsOf(walk(bytes).tables, 15) as [Buffer];
        for (const at of [196, 204, 212]) assert.deepEqual(control.subarray(at, at + 8), NO_VALUE);
        assert.equal(control.readUInt32LE(260), 3);
        assert.equal(issues.count('control-position-incomplete'), 'ellipsoidHeight' in own ? 1 : 0);
        const { latitude, longitude, ellipsoidHeight } = (await readWith('tp3', bytes)).job.controlPoints[0]!;
        assert.ok([latitude, longitude, ellipsoidHeight].every(Number.isNaN), 'not at 0, 0');
      });
  });

  it('has alignments as lists of nodes, linked in both directions', async () => {
    const element = (own: Partial<HorizontalElement>): HorizontalElement => ({
      kind: 'straight',
      ...{ startStation: 50, length: 10, startEasting: 1000, startNorthing: 2000, azimuth: 0 },
      ...{ startRadius: Infinity, endRadius: Infinity, ...own },
    });
    const left = element({ kind: 'arc', startNorthing: 2010, startStation: 60, startRadius: -80, endRadius: -80 });
    const vertical = [
      { station: 50, elevation: 5, curve: 'none', length: 0, radius: Number.NaN },
      { station: 60, elevation: 6, curve: 'parabola', length: 8, radius: Number.NaN },
    ] as const;
    const job = jobWith({ alignment: { startStation: 50, horizontal: [element({}), left], vertical } });
    const { tables, bytes } = await tablesOf('tp3', job);
    const [alignment] = recordsOf(tables, 19) as [Buffer];
    assert.equal(utf16(alignment.subarray(60, 126)), 'AXIS');
    const list = (entry: number): { type: number; payload: Buffer }[] => {
      const nodes = [];
      let before = 0xfffffffe;
      for (let at = alignment.readUInt32LE(entry + 2); at !== 0xfffffffe; at = bytes.readUInt32LE(at + 10)) {
        assert.deepEqual([bytes.readUInt16LE(at + 2), bytes.readUInt32LE(at + 14)], [18, before]);
        nodes.push({
          type: bytes.readUInt16LE(at),
          payload: bytes.subarray(at + 18, at + 18 + bytes.readUInt16LE(at + 6)),
        });
        before = at;
      }
      return nodes;
    };
    const horizontal = list(0);
    assert.deepEqual(
      horizontal.map(({ type, payload }) => [type, payload.length]),
      [
        [1, 48],
        [2, 16],
        [4, 28],
      ],
    );
    assert.deepEqual(f64(horizontal[0]!.payload, 0, 2), [2000, 1000], 'north first');
    assert.deepEqual(horizontal[0]!.payload.subarray(16, 24), NO_VALUE);
    assert.deepEqual(f64(horizontal[0]!.payload, 24, 3), [0, 50, 10]);
    assert.deepEqual(f64(horizontal[1]!.payload, 0, 2), [0, 10]);
    assert.deepEqual([horizontal[2]!.payload.readUInt32LE(0), ...f64(horizontal[2]!.payload, 4, 3)], [1, -80, 10, 0]);
    const profile = list(6).map(({ type, payload }) => [type, ...f64(payload, 0, payload.length / 8)]);
    assert.deepEqual(profile, [
      [10, 50],
      [11, 50, 5],
      [13, 60, 6, 8],
    ]);
    assert.deepEqual([list(12), list(18)], [[], []], 'no templates');
  });
});

describe('the other written files', () => {
  it('begins an axis at the station of its first element, if it has one', async () => {
    const element = { kind: 'straight', length: 10, startEasting: 0, startNorthing: 0, azimuth: 0 } as const;
    const radii = { startRadius: Infinity, endRadius: Infinity };
    for (const [stated, station] of [
      [-120.5, -120.5],
      [Number.NaN, 7],
    ] as const) {
      const horizontal = [{ ...element, ...radii, startStation: stated }];
      const { tables, bytes } = await tablesOf('tp3', jobWith({ alignment: { startStation: 7, horizontal } }));
      const start = recordsOf(tables, 19)[0]!.readUInt32LE(2) + 18;
      assert.equal(bytes.readDoubleLE(start + 32), station);
    }
  });

  describe('marks a plane as level only if it has no slope in either direction', () => {
    for (const [slope, crossSlope, flags] of [
      [0, 0, 0x219],
      [0, 0.01, 0x21f],
      [-0.01, 0, 0x21f],
    ] as const)
      it(String(slope), async () => {
        const { tables } = await tablesOf('tp3', jobWith({ plane: { slope, crossSlope } }));
        const [plane] = recordsOf(tables, 20) as [Buffer];
        assert.deepEqual([plane.readUInt16LE(132), plane.readUInt16LE(134)], [1, flags]);
      });
  });

  it('PT3: points of 30 bytes, layers of 186, pages of 128, counts up to table 10', async () => {
    const { tables, bytes } = await tablesOf('pt3', site());
    assert.deepEqual([tables.get(1)!.recordSize, tables.get(11)!.recordSize, tables.get(1)!.capacity], [30, 186, 128]);
    const [point] = recordsOf(tables, 1) as [Buffer];
    assert.deepEqual([point.readUInt32LE(18), ticks(point, 22)], [0, '2026-11-21T20:35:01.005Z']);
    assert.deepEqual(
      Array.from({ length: 11 }, (_, i) => bytes.readUInt32LE(0x12a + 4 * i)),
      [2, 2, 0, 0, 2, 2, 2, 0, 0, 1, 0],
    );
    assert.equal(Math.min(...[...tables.keys()].map((id) => firstPage(bytes, id))), 0x15e);
    assert.deepEqual([bytes.readUInt32LE(0x10), bytes.readUInt32LE(0x14)], [1, 7]);
  });

  it('LN3: lines of 21 bytes, vertices in single precision, a closed line repeats its first vertex', async () => {
    const { tables, bytes } = await tablesOf('ln3', site());
    const [line] = recordsOf(tables, 6) as [Buffer];
    assert.deepEqual(
      [tables.get(6)!.recordSize, line.readUInt16LE(12), line.readUInt16LE(14), line.readUInt8(16)],
      [21, 4, 1, 1],
    );
    const vertices = recordsOf(tables, 1).map((vertex) => [0, 4, 8].map((at) => vertex.readFloatLE(at)));
    // The middle of the line is 3, 4.
    assert.deepEqual(vertices, [
      [-3, -4, 1.5],
      [3, -4, 1.5],
      [3, 4, 1.5],
      [-3, -4, 1.5],
    ]);
    assert.equal(recordsOf(tables, 7).length, 4);
    assert.deepEqual(
      recordsOf(tables, 5).map((layer) => [layer.length, ...f64(layer, 138, 2)]),
      [
        [154, 0, 0],
        [154, 3, 4],
      ],
    );
    assert.deepEqual(
      Array.from({ length: 7 }, (_, i) => bytes.readUInt32LE(0x12a + 4 * i)),
      [4, 0, 0, 0, 2, 1, 4],
    );
    assert.equal(Math.min(...[...tables.keys()].map((id) => firstPage(bytes, id))), 0x146);
  });

  it('LN3: an unknown elevation is NaN, not 0', async () => {
    const builder = new JobBuilder();
    const path = new Path();
    for (const [easting, elevation] of [
      [0, Number.NaN],
      [10, 0],
      [20, -1.5],
    ] as const)
      path.vertex(easting, 0, elevation);
    builder.line(new Feature(), path);
    const { tables, bytes } = await tablesOf('ln3', builder.job);
    const elevations = [Number.NaN, 0, -1.5];
    assert.deepEqual(
      recordsOf(tables, 1).map((vertex) => vertex.readFloatLE(8)),
      elevations,
    );
    const { lines } = (await readWith('ln3', bytes)).job;
    assert.deepEqual(
      elevations.map((_, i) => lines.coordinates.get(3 * i + 2)),
      elevations,
    );
  });

  it('TN3: wide pages, points with northing first, references with 128 records per page', async () => {
    const rows = 300;
    const vertices = Float64Array.from(
      Array.from({ length: 2 * rows }, (_, i) => [Math.floor(i / 2), i % 2, i]).flat(),
    );
    const corners = Array.from({ length: 2 * rows - 2 }, (_, i) => (i % 2 ? [i, i + 1, i + 2] : [i, i + 2, i + 1]));
    const builder = new JobBuilder();
    builder.surface(surfaceOf('strip', vertices, Int32Array.from(corners.flat())));
    const { tables, bytes, name } = await tablesOf('tn3', builder.job);
    assert.deepEqual(
      [name, bytes.readUInt32LE(0x10), bytes.readUInt32LE(0x14), firstPage(bytes, 1)],
      ['strip', 1, 2, 0x1ac],
    );
    assert.deepEqual(f64(recordsOf(tables, 1)[599]!, 0, 3), [1, 299, 599]);
    const reference = (record: Buffer, at: number): number[] => [0, 2, 4].map((part) => record.readUInt16LE(at + part));
    // Triangle 300 has the corners 300, 302, 301: pages of 128 begin at 256.
    const triangle = recordsOf(tables, 2)[300]!;
    assert.deepEqual(
      [0, 6, 12].map((at) => reference(triangle, at)),
      [
        [1, 2, 44],
        [1, 2, 46],
        [1, 2, 45],
      ],
    );
    const across = [18, 24, 30].map((at) => reference(triangle, at));
    // Across 300-302 is the border, across 302-301 the triangle 301, across 301-300 the triangle 299.
    assert.deepEqual(across, [
      [0, 0xfffe, 0],
      [2, 2, 45],
      [2, 2, 43],
    ]);
    assert.ok(recordsOf(tables, 6).every((record) => record.readUInt32LE(0) === 9));
    assert.equal(recordsOf(tables, 6).length, 600);
  });
});
