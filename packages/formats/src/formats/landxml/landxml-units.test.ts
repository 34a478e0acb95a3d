import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Feature, type FieldJob, type HorizontalElement, Path } from '@fieldbridge/fieldjob';
import { imported } from '../../../testing/journeys.ts';
import { readWith } from '../../../testing/run-format.ts';
import { landxml } from './format.ts';

/** A document whose lengths are metres times `k` in `unit`, with every kind of element that has a length. */
function document(k: number, unit: string): string {
  const length = (value: number): string => String(value * k);
  const at = (...values: readonly number[]): string => values.map(length).join(' ');
  const place = (name: string, ...values: readonly number[]): string => `<${name}>${at(...values)}</${name}>`;
  const { spiralEnd, curve, secondEnd } = AXIS;
  const axis = [
    `<Line length="${length(100.0004)}">${place('Start', 1000, 2000, 5)}${place('End', 1100, 2000, 5)}</Line>`,
    `<Spiral length="${length(50)}" radiusStart="INF" radiusEnd="${length(200)}" rot="cw" spiType="clothoid">${place('Start', 1100, 2000)}${place('PI', 1133, 2000)}${place('End', ...spiralEnd)}</Spiral>`,
    `<Curve rot="cw" radius="${length(200)}" length="${length(100)}">${place('Start', ...spiralEnd)}${place('Center', ...curve.centre)}${place('End', ...curve.end)}</Curve>`,
    `<Spiral length="${length(50)}" radiusStart="${length(200)}" radiusEnd="INF" rot="cw">${place('Start', ...curve.end)}${place('End', ...secondEnd)}</Spiral>`,
    `<Feature><Property label="x" value="y"/></Feature>`,
    `<Curve rot="ccw">${place('Start', 500, 600)}${place('Center', 500, 520)}${place('End', 580, 520)}</Curve>`,
    `<IrregularLine>${place('PntList3D', 0, 0, 1, 3, 4, 2, 3, 10, 3)}</IrregularLine>`,
    `<IrregularLine>${place('PntList2D', 3, 10, 0, 6)}</IrregularLine>`,
  ];
  const profile = [
    place('PVI', 10, 5),
    `<ParaCurve length="${length(20)}">${at(60, 8)}</ParaCurve>`,
    `<UnsymParaCurve lengthIn="${length(10)}" lengthOut="${length(30)}">${at(120, 7)}</UnsymParaCurve>`,
    `<CircCurve length="${length(15)}" radius="${length(900)}">${at(200, 9)}</CircCurve>`,
    '<Feature/>',
  ];
  const sections = `<CrossSects><CrossSect sta="${length(75)}" name="A"><CrossSectSurf name="top">${place('PntList2D', -4, 1, 4, 1.5)}</CrossSectSurf><DesignCrossSectSurf name="base">${place('CrossSectPnt', -3, 0.5)}${place('CrossSectPnt', 3, 0.25)}<Feature/></DesignCrossSectSurf><Feature/></CrossSect><Feature/></CrossSects>`;
  return `<?xml version="1.0"?><LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2">
<Units><Metric linearUnit="${unit}"/></Units>
<Project name="site" desc="north bank"><Feature><Property label="client" value="rail"/></Feature><Other><Property label="a" value="b"/></Other></Project>
<CgPoints name="control"><CgPoint name="A" code="NAIL" desc="kerb" timeStamp="2024-05-06T07:08:09Z" state="existing">${at(10, 20, 30)}</CgPoint><CgPoints><CgPoint name="B">${at(11, 21)}</CgPoint></CgPoints><CgPoints name="inner"><CgPoint>${at(12, 22, 32)}</CgPoint></CgPoints><Feature/></CgPoints>
<Alignments><Alignment name="axis" desc="left track" staStart="${length(10)}"><CoordGeom>${axis.join('')}</CoordGeom>
<StaEquation staBack="${length(50)}" staAhead="${length(55)}"/><StaEquation staBack="${length(1)}"/>
<Profile><ProfSurf/><Feature/><ProfAlign>${profile.join('')}</ProfAlign><ProfAlign>${place('PVI', 0, 0)}</ProfAlign></Profile>${sections}<AlignPIs/><Feature/></Alignment></Alignments>
<PlanFeatures><PlanFeature name="fence" code="F" desc="wire" state="old"><CoordGeom><Line><Start pntRef="A"/>${place('End', 40, 50, 60)}</Line></CoordGeom><CoordGeom><Line>${place('Start', 1, 2)}${place('End', 3, 4)}</Line></CoordGeom><Feature code="ignored"><Property label="height" value="1.8"/></Feature></PlanFeature></PlanFeatures>
<Parcels><Parcel name="lot"><CoordGeom><Line>${place('Start', 0, 0)}${place('End', 0, 9)}</Line><Curve rot="cw">${place('Start', 0, 9)}${place('Center', 0, 4.5)}${place('End', 0, 0)}</Curve></CoordGeom><CoordGeom><Line>${place('Start', 1, 1)}${place('End', 1, 2)}</Line><Line>${place('Start', 1, 2)}${place('End', 2, 2)}</Line><Line>${place('Start', 2, 2)}${place('End', 1, 1)}</Line></CoordGeom><Feature code="LOT"/></Parcel></Parcels>
<Surfaces><Surface name="ground" desc="as built"><SourceData><Breaklines><Breakline name="b" brkType="standard">${place('PntList3D', 1, 2, 3, 4, 5, 6)}</Breakline></Breaklines></SourceData><Definition surfType="grid"><Pnts><P id="7">${at(0, 0, 1)}</P><P id="8">${at(0, 10, 2)}</P><P id="9">${at(10, 0, 3)}</P></Pnts><Faces><F>7 8 9</F></Faces></Definition></Surface></Surfaces>
</LandXML>`;
}

/** The axis of the document: a clothoid to radius 200, an arc of 100, a clothoid back, all to the right. */
const AXIS = (() => {
  const radius = 200;
  /** Walks along a curve with linear curvature in small steps: northing, easting and azimuth. */
  const walk = ([n, e, azimuth]: readonly number[], length: number, from: number, to: number): number[] => {
    let [northing, easting] = [n!, e!];
    const steps = 20_000;
    for (let i = 0; i < steps; i++) {
      const s = ((i + 0.5) * length) / steps;
      const direction = azimuth! + from * s + ((to - from) * s * s) / (2 * length);
      northing += (length / steps) * Math.cos(direction);
      easting += (length / steps) * Math.sin(direction);
    }
    return [northing, easting, azimuth! + ((from + to) * length) / 2];
  };
  const spiral = walk([1100, 2000, 0], 50, 0, 1 / radius);
  const curve = walk(spiral, 100, 1 / radius, 1 / radius);
  const second = walk(curve, 50, 1 / radius, 0);
  const [n, e, azimuth] = spiral as [number, number, number];
  return {
    spiralEnd: spiral.slice(0, 2),
    curve: { centre: [n - radius * Math.sin(azimuth), e + radius * Math.cos(azimuth)], end: curve.slice(0, 2) },
    secondEnd: second.slice(0, 2),
    azimuths: [0, 0, 0.125, 0.625],
  };
})();

const near = (actual: number, expected: number, tolerance: number, what: string): void =>
  assert.ok(actual === expected || Math.abs(actual - expected) <= tolerance, `${what}: ${actual}, not ${expected}`);

/** All lengths of a job, in a fixed order, and its directions. */
function lengthsOf(job: FieldJob): number[] {
  const path = new Path();
  const paths = [job.lines, job.areas].flatMap((table) =>
    Array.from({ length: table.length }, (_, row) => {
      table.loadPath(row, path);
      return [...path.coordinates.subarray(0, 3 * path.count), ...path.bulges.subarray(0, path.count)];
    }).flat(),
  );
  const alignments = job.alignments.flatMap(({ startStation, horizontal, vertical, sections, equations }) => [
    startStation,
    ...horizontal.flatMap(({ kind, ...numbers }) => Object.values(numbers) as number[]),
    ...vertical.flatMap(({ station, elevation, length, radius }) => [station, elevation, length, radius]),
    ...sections.flatMap(({ station, points }) => [station, ...points]),
    ...equations.flatMap(({ back, ahead }) => [back, ahead]),
  ]);
  const surfaces = job.surfaces.flatMap(({ vertices, breaklines }) => [
    ...vertices,
    ...breaklines.flatMap(({ coordinates }) => [...coordinates]),
  ]);
  return [...job.points.coordinates.view(), ...paths, ...alignments, ...surfaces];
}

describe('A LandXML document with every kind of length', () => {
  it('gives the same job in every unit of the format', async () => {
    const metres = (await readWith(landxml, document(1, 'meter'))).job;
    assert.ok(lengthsOf(metres).length > 100, `${lengthsOf(metres).length}`);
    for (const [unit, k] of [
      ['millimeter', 1000],
      ['Centimeter', 100],
      ['kilometer', 0.001],
    ] as const) {
      const { job } = await readWith(landxml, document(k, unit));
      assert.equal(job.info.unit, 'metre');
      const [found, expected] = [lengthsOf(job), lengthsOf(metres)];
      assert.equal(found.length, expected.length);
      found.forEach((value, i) => {
        if (Number.isNaN(expected[i]!)) assert.ok(Number.isNaN(value), `${unit}: ${i}`);
        else near(value, expected[i]!, 1e-9 * Math.max(1, Math.abs(expected[i]!)), `${unit}: number ${i}`);
      });
    }
    const feet = document(1, 'meter').replace('<Metric linearUnit="meter"/>', '<Imperial linearUnit="foot"/>');
    const inches = document(12, 'inch').replace('<Metric', '<Imperial');
    const [inFeet, inInches] = [await readWith(landxml, feet), await readWith(landxml, inches)];
    assert.deepEqual([inFeet.job.info.unit, inInches.job.info.unit], ['internationalFoot', 'internationalFoot']);
    lengthsOf(inInches.job).forEach((value, i) => {
      const expected = lengthsOf(inFeet.job)[i]!;
      if (!Number.isNaN(expected)) near(value, expected, 1e-9 * Math.max(1, Math.abs(expected)), `inch: number ${i}`);
    });
  });

  it('has an axis from its coordinates, and from stated values that agree with them', async () => {
    const { job } = await readWith(landxml, document(1, 'meter'));
    const [axis] = job.alignments;
    const { horizontal } = axis!;
    assert.deepEqual([axis!.name, axis!.description, axis!.startStation], ['axis', 'left track', 10]);
    assert.deepEqual(
      horizontal.map(({ kind }) => kind),
      ['straight', 'clothoid', 'arc', 'clothoid', 'arc', 'straight', 'straight', 'straight'],
    );
    const field = (name: Exclude<keyof HorizontalElement, 'kind'>): number[] => horizontal.map((one) => one[name]);
    // The stated length of the straight differs from its coordinates by less than their rounding, so it counts.
    const lengths = [100.0004, 50, 100, 50, (80 * Math.PI) / 2, 5, 6, 5];
    field('length').forEach((value, i) => {
      near(value, lengths[i]!, 1e-9, `length ${i}`);
    });
    let station = 10;
    field('startStation').forEach((value, i) => {
      near(value, station, 1e-9, `station ${i}`);
      station += lengths[i]!;
    });
    AXIS.azimuths.forEach((azimuth, i) => {
      near(horizontal[i]!.azimuth, azimuth, 1e-6, `azimuth ${i}`);
    });
    // From the centre's east, turning left: it begins northwards and ends in the north, heading west.
    near(horizontal[4]!.azimuth, 0, 1e-12, 'azimuth of the arc to the left');
    const radii: (readonly [number, number])[] = [
      [Infinity, Infinity],
      [Infinity, 200],
      [200, 200],
      [200, Infinity],
      [-80, -80],
      [Infinity, Infinity],
    ];
    radii.forEach(([from, to], i) => {
      near(horizontal[i]!.startRadius, from, 1e-6, `radius ${i}`);
      near(horizontal[i]!.endRadius, to, 1e-6, `end radius ${i}`);
    });
    const bearings = [Math.atan2(4, 3), Math.PI / 2, Math.PI + Math.atan2(4, 3)];
    bearings.forEach((bearing, i) => {
      near(horizontal[5 + i]!.azimuth, bearing, 1e-12, `bearing ${i}`);
    });
    assert.deepEqual(axis!.equations, [{ back: 50, ahead: 55 }]);
    const rounded = (value: number): number => Math.round(value * 1e9) / 1e9;
    const vertical = axis!.vertical.map((point) => ({ ...point, elevation: rounded(point.elevation) }));
    assert.deepEqual(vertical, [
      { station: 10, elevation: 5, curve: 'none', length: 0, radius: Number.NaN },
      { station: 60, elevation: 8, curve: 'parabola', length: 20, radius: Number.NaN },
      // The two halves of the unsymmetrical one, whose grades are -1/60 and 1/40.
      { station: 115, elevation: rounded(7 + 5 / 60), curve: 'parabola', length: 10, radius: Number.NaN },
      { station: 135, elevation: 7.375, curve: 'parabola', length: 30, radius: Number.NaN },
      { station: 200, elevation: 9, curve: 'arc', length: 15, radius: 900 },
    ]);
    assert.deepEqual(
      axis!.sections.map(({ name, station: at, points }) => [name, at, [...points]]),
      [
        ['top', 75, [-4, 1, 4, 1.5]],
        ['base', 75, [-3, 0.5, 3, 0.25]],
      ],
    );
  });

  it('has points, features, parcels and surfaces with all their properties, and counts skipped elements', async () => {
    const { job, issues, tally } = await readWith(landxml, document(1, 'meter'));
    assert.deepEqual(
      [job.info.name, job.info.description, job.info.properties],
      ['site', 'north bank', { client: 'rail' }],
    );
    const points = [0, 1, 2].map((row) => {
      const { name, code, description, list, attributes, time } = job.points.load(row, new Feature());
      return [name, code, description, list, attributes, time];
    });
    assert.deepEqual(points, [
      ['A', 'NAIL', 'kerb', 'control', ['state', 'existing'], Date.UTC(2024, 4, 6, 7, 8, 9)],
      ['B', '', '', 'control', [], Number.NaN],
      ['', '', '', 'inner', [], Number.NaN],
    ]);
    assert.deepEqual([...job.points.coordinates.view()], [20, 10, 30, 21, 11, Number.NaN, 22, 12, 32]);
    const path = new Path();
    const fence = [0, 1].map((row) => {
      const { name, code, description, attributes } = job.lines.load(row, new Feature());
      job.lines.loadPath(row, path);
      return [name, code, description, attributes, [...path.coordinates.subarray(0, 3 * path.count)]];
    });
    const said = ['fence', 'F', 'wire', ['state', 'old', '@code', 'ignored', 'height', '1.8']];
    assert.deepEqual(fence, [
      [...said, [20, 10, 30, 50, 40, 60]],
      [...said, [2, 1, Number.NaN, 4, 3, Number.NaN]],
    ]);
    const lot = job.areas.load(0, new Feature());
    job.areas.loadPath(0, path);
    assert.deepEqual([lot.name, lot.code, path.closed, path.rings, path.count], ['lot', 'LOT', true, [0, 2], 5]);
    near(path.bulges[1]!, -1, 1e-12, 'the half circle turns right');
    const [ground] = job.surfaces;
    assert.deepEqual([ground!.name, ground!.description, [...ground!.triangles]], ['ground', 'as built', [0, 1, 2]]);
    assert.deepEqual(ground!.breaklines, [
      { name: 'b', kind: 'standard', coordinates: Float64Array.of(2, 1, 3, 5, 4, 6) },
    ]);
    assert.deepEqual(
      issues
        .places()
        .map(({ code, text }) => [code, /<(\w+)>/.exec(text)?.[1] ?? ''])
        .sort((a, b) => (a.join() < b.join() ? -1 : 1)),
      [
        ['element-not-read', 'Feature'],
        ['element-not-read', 'ProfAlign'],
        ['element-not-read', 'ProfSurf'],
        ['parabola-divided', ''],
        ['station-equation-damaged', ''],
        ['surface-kind', ''],
      ],
    );
    const found = ['CgPoint', 'Alignment', 'CrossSectSurf', 'DesignCrossSectSurf', 'PlanFeature', 'Parcel', 'Surface'];
    assert.deepEqual(
      [...found, 'Breakline', 'ProfSurf'].map((name) => tally.of(name).found),
      [3, 1, 1, 1, 1, 1, 1, 1, 1],
    );
  });
});

describe('A LandXML document with alternative forms', () => {
  const wrap = (body: string): string =>
    `<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2"><Units><Metric linearUnit="millimeter"/></Units>${body}</LandXML>`;

  it('may have units and reference system anywhere, also after coordinates', async () => {
    const points = (name: string): string => `<CgPoints><CgPoint name="${name}">1000 2000 3</CgPoint></CgPoints>`;
    const units = '<Units><Imperial linearUnit="inch"/></Units>';
    const system = '<CoordinateSystem epsgCode="2222"/>';
    const documents = [
      `${units}${system}${points('a')}${points('b')}`,
      `${points('a')}${units}${points('b')}${system}`,
      `${system}${points('a')}${points('b')}${units}`,
    ].map((body) => `<LandXML version="1.2">${body}</LandXML>`);
    const utf16 = Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${documents[1]}`, 'utf16le');
    for (const document of [...documents, utf16]) {
      // As in an import: unit and system are settled with the first coordinate.
      const { job, issues } = await imported(document, 'a.xml');
      assert.deepEqual([job.info.unit, job.info.crs], ['internationalFoot', { kind: 'epsg', code: 2222 }]);
      assert.equal(issues.count('unit-assumed'), 0);
      assert.deepEqual(
        [0, 1].map((row) => job.points.northing(row)),
        [1000 / 12, 1000 / 12],
      );
    }
    const { issues } = await imported(`<LandXML version="1.2">${points('a')}</LandXML>`, 'a.xml');
    assert.equal(issues.count('unit-assumed'), 1);
  });

  it('may have an axis in several consecutive parts', async () => {
    const line = (from: number): string =>
      `<CoordGeom><Line><Start>${from} 0</Start><End>${from + 1000} 0</End></Line></CoordGeom>`;
    const axis = (...parts: string[]): string =>
      wrap(`<Alignments><Alignment name="a" staStart="0">${parts.join('')}</Alignment></Alignments>`);
    const { job } = await readWith(landxml, axis(line(0), line(1000)));
    assert.deepEqual(
      job.alignments[0]!.horizontal.map(({ startStation, startNorthing }) => [startStation, startNorthing]),
      [
        [0, 0],
        [1, 1],
      ],
    );
    for (const parts of [
      [line(0), '<CoordGeom><Bezier/></CoordGeom>'],
      ['<CoordGeom><Bezier/></CoordGeom>', line(0)],
    ]) {
      const { job: none, issues } = await readWith(landxml, axis(...parts));
      assert.deepEqual([none.alignments.length, issues.count('alignment-damaged')], [0, 1]);
    }
  });

  it('may have station equations by distance along the axis; decreasing stations are reported', async () => {
    const equations = [
      '<StaEquation staAhead="2000000" staInternal="150000"/>',
      '<StaEquation staAhead="500000" staBack="2100000" staInternal="250000"/>',
      '<StaEquation staAhead="0" staInternal="300000" staIncrement="decreasing"/>',
    ];
    const axis = `<Alignments><Alignment name="a" length="1" staStart="100000">${equations.join('')}</Alignment></Alignments>`;
    const { job, issues } = await readWith(landxml, wrap(axis));
    assert.deepEqual(job.alignments[0]!.equations, [
      { back: 150, ahead: 2000 },
      { back: 2100, ahead: 500 },
      { back: 550, ahead: 0 },
    ]);
    assert.deepEqual(
      issues.summary().map(({ code, severity, count }) => `${code} ${severity} ${count}`),
      ['station-decreasing warning 1'],
    );
  });

  it('may have any number of parts and equations, at a constant cost each', async () => {
    const part =
      '<CoordGeom><Line><Start>0 0</Start><End>1 1</End></Line></CoordGeom><StaEquation staAhead="3" staInternal="2"/>';
    const many = 30_000;
    const axis = `<Alignments><Alignment name="a" staStart="0">${part.repeat(many)}</Alignment></Alignments>`;
    const [read] = (await readWith(landxml, wrap(axis))).job.alignments;
    assert.deepEqual([read!.horizontal.length, read!.equations.length], [many, many]);
  });

  it('may have an axis of only intersection points, which are not read and reported', async () => {
    const axis =
      '<Alignments><Alignment name="a"><AlignPIs><AlignPI><PI>1 2</PI></AlignPI></AlignPIs></Alignment></Alignments>';
    const { job, issues, tally } = await readWith(landxml, wrap(axis));
    assert.equal(job.alignments[0]!.horizontal.length, 0);
    assert.deepEqual([issues.count('element-not-read'), tally.of('AlignPIs').skipped], [1, 1]);
  });

  it('may have parcels inside parcels, each an area', async () => {
    const ring = (at: number): string =>
      `<CoordGeom><IrregularLine><PntList2D>${at} 0 ${at} 9000 ${at + 9000} 0 ${at} 0</PntList2D></IrregularLine></CoordGeom>`;
    const inner = `<Parcel name="1a">${ring(3000)}<Parcels><Parcel name="1a1">${ring(5000)}</Parcel></Parcels></Parcel>`;
    const parcels = `<Parcels><Parcel name="1">${ring(1000)}<Parcels>${inner}<Feature/></Parcels></Parcel><Parcel name="2"><Parcels><Parcel name="2a">${ring(7000)}</Parcel></Parcels></Parcel></Parcels>`;
    const { job, issues, tally } = await readWith(landxml, wrap(parcels));
    const path = new Path();
    const areas = Array.from({ length: job.areas.length }, (_, row) => [
      job.areas.name.get(row),
      job.areas.loadPath(row, path).coordinates[1],
    ]);
    assert.deepEqual(areas, [
      ['1', 1],
      ['1a', 3],
      ['1a1', 5],
      ['2a', 7],
    ]);
    assert.equal(issues.count('geometry-missing'), 1);
    const { found, read, skipped } = tally.of('Parcel');
    assert.deepEqual([found, read, skipped], [5, 4, 1]);
  });

  it('may have parts of a surface that are not read, which are counted', async () => {
    const surface =
      '<Surfaces><Surface name="s"><Definition><Pnts><P id="1">0 0 0</P></Pnts><Contours/><Feature/></Definition><Watersheds/><Feature/></Surface></Surfaces>';
    const { issues, tally } = await readWith(landxml, wrap(surface));
    assert.equal(issues.count('element-not-read'), 2);
    assert.deepEqual([tally.of('Watersheds').skipped, tally.of('Contours').skipped], [1, 1]);
  });
});

describe('Damage in a LandXML document', () => {
  const wrap = (body: string): string =>
    `<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2"><Units><Metric linearUnit="meter"/></Units>${body}</LandXML>`;
  const line = (geometry: string): string =>
    `<PlanFeatures><PlanFeature name="x"><CoordGeom>${geometry}</CoordGeom></PlanFeature></PlanFeatures>`;

  describe('affects only its own feature and is reported, whatever is missing', () => {
    for (const geometry of [
      '<Line><Start>0 0</Start></Line>',
      '<Line><Start>0</Start><End>1 1</End></Line>',
      '<Line><Start>0 0 0 0</Start><End>1 1</End></Line>',
      '<Line><Start pntRef="nobody"/><End>1 1</End></Line>',
      '<Line><Start/><End>1 1</End></Line>',
      '<Curve rot="cw"><Start>0 0</Start><End>1 1</End></Curve>',
      '<Spiral radiusStart="INF" radiusEnd="9" rot="cw"><Start>0 0</Start><PI>1 0</PI><End>2 0</End></Spiral>',
      '<Spiral length="0" radiusStart="INF" radiusEnd="9" rot="cw"><Start>0 0</Start><PI>1 0</PI><End>2 0</End></Spiral>',
      '<Spiral length="2" radiusStart="INF" radiusEnd="9" rot="cw"><Start>0 0</Start><End>2 0</End></Spiral>',
      '<Bezier length="2"><Start>0 0</Start><PI>1 0</PI><End>2 0</End></Bezier>',
      '<IrregularLine/>',
      '<IrregularLine><PntList2D>0 0 1</PntList2D></IrregularLine>',
      '<IrregularLine><PntList3D>0 0 1 2 2 nothing</PntList3D></IrregularLine>',
    ])
      it(JSON.stringify(geometry), async () => {
        const { job, issues } = await readWith(landxml, wrap(line(geometry)));
        assert.equal(job.lines.length, 0, geometry);
        assert.deepEqual([issues.count('geometry-damaged'), issues.count('geometry-missing')], [1, 1], geometry);
      });
  });

  it('may be a number beyond the range of doubles, which is not a coordinate', async () => {
    const points = ['1e400 2 3', '1 -1e400 3', '1 2 1e400', '1 2 3'].map(
      (at, i) => `<CgPoint name="${i}">${at}</CgPoint>`,
    );
    const corners = ['0 0 0', '1 0 1e999', '0 1 0', '1e999 1 0', '1 1 0'].map((at, i) => `<P id="${i}">${at}</P>`);
    const source =
      '<SourceData><Breaklines><Breakline><PntList3D>1 2 3 4 1e999 6</PntList3D></Breakline></Breaklines></SourceData>';
    const surface = `<Surfaces><Surface name="s">${source}<Definition><Pnts>${corners.join('')}</Pnts><Faces><F>0 2 4</F><F>0 1 2</F></Faces></Definition></Surface></Surfaces>`;
    const { job, issues } = await readWith(landxml, wrap(`<CgPoints>${points.join('')}</CgPoints>${surface}`));
    assert.deepEqual([...job.points.coordinates.view()], [2, 1, 3]);
    assert.equal(issues.count('coordinates-missing'), 3);
    assert.deepEqual([...job.surfaces[0]!.vertices], [0, 0, 0, 1, 0, 0, 1, 1, 0]);
    assert.deepEqual([job.surfaces[0]!.triangles.length, job.surfaces[0]!.breaklines.length], [3, 0]);
    const reported = ['surface-point-unreadable', 'face-without-point', 'geometry-damaged'];
    assert.deepEqual(
      reported.map((code) => issues.count(code)),
      [2, 1, 1],
    );
  });

  it('leaves the readable parts of a profile and its sections', async () => {
    const good = '<PVI>0 1</PVI><ParaCurve length="0">5 2</ParaCurve>';
    const bad =
      '<PVI>7</PVI><PVI>a 1</PVI><PVI/><ParaCurve>9 3</ParaCurve><CircCurve length="-1">9 3</CircCurve><toString>1 2</toString>';
    const profile = `<Profile><ProfAlign>${good}${bad}</ProfAlign></Profile>`;
    const surfaces = ['1 2 3', '1 x', ''].map(
      (list) => `<CrossSectSurf><PntList2D>${list}</PntList2D></CrossSectSurf>`,
    );
    const slope =
      '<CrossSectSurf><CrossSectPnt dataFormat="Slope Distance">1 2</CrossSectPnt></CrossSectSurf><CrossSectSurf><CrossSectPnt dataFormat="Offset Elevation">1 2</CrossSectPnt></CrossSectSurf>';
    const sections = `<CrossSects><CrossSect sta="5">${surfaces.join('')}${slope}</CrossSect><CrossSect><CrossSectSurf><PntList2D>1 2</PntList2D></CrossSectSurf></CrossSect></CrossSects>`;
    const { job, issues } = await readWith(
      landxml,
      wrap(`<Alignments><Alignment staStart="x">${profile}${sections}</Alignment></Alignments>`),
    );
    const [axis] = job.alignments;
    assert.deepEqual([axis!.name, axis!.startStation, axis!.horizontal], ['', 0, []]);
    assert.deepEqual(
      axis!.vertical.map(({ station, curve, length }) => [station, curve, length]),
      [
        [0, 'none', 0],
        [5, 'parabola', 0],
      ],
    );
    assert.equal(issues.count('profile-damaged'), 6);
    assert.deepEqual(
      axis!.sections.map(({ station, points }) => [station, [...points]]),
      [
        [5, []],
        [5, [1, 2]],
      ],
    );
    assert.equal(issues.count('section-damaged'), 4);
  });

  it('leaves the readable lines of a surface, and the others are reported', async () => {
    const breaklines = [
      '<Breakline name="good"><PntList3D>1 2 3 4 5 6</PntList3D><Feature/><PntList2D>7 8</PntList2D></Breakline>',
      '<Breakline name="odd"><PntList3D>1 2 3 4</PntList3D></Breakline>',
      '<Breakline name="word"><PntList2D>1 2 x 4</PntList2D></Breakline>',
      '<Breakline name="half"><PntList2D>1 2</PntList2D><PntList2D>1</PntList2D></Breakline>',
      '<Breakline name="none"/>',
      '<Other/>',
    ];
    const boundary =
      '<Boundaries><Boundary name="edge" bndType="outer"><PntList2D>0 0 0 9 9 0</PntList2D></Boundary></Boundaries>';
    const source = `<SourceData><Breaklines>${breaklines.join('')}</Breaklines>${boundary}<Contours/></SourceData>`;
    const surface = `<Surfaces><Surface name="s">${source}<Definition><Pnts/><Faces/></Definition></Surface></Surfaces>`;
    const { job, issues, tally } = await readWith(landxml, wrap(surface));
    const [tin] = job.surfaces;
    assert.deepEqual(
      tin!.breaklines.map(({ name, coordinates }) => [name, [...coordinates]]),
      [
        ['good', [2, 1, 3, 5, 4, 6]],
        ['good', [8, 7, Number.NaN]],
      ],
    );
    assert.deepEqual(
      tin!.boundaries.map(({ name, kind, coordinates }) => [name, kind, coordinates.length]),
      [['edge', 'outer', 9]],
    );
    assert.deepEqual([issues.count('geometry-damaged'), issues.count('element-not-read')], [4, 2]);
    const { found, skipped } = tally.of('Breakline');
    assert.deepEqual([found, skipped], [5, 4]);
  });

  it('cannot give more vertices than the limit in lists, axes and sections', async () => {
    const list = '<PntList2D>1 1 2 2 3 3 4 4</PntList2D>';
    for (const body of [
      `<Surfaces><Surface><SourceData><Boundaries><Boundary>${list}</Boundary></Boundaries></SourceData></Surface></Surfaces>`,
      `<Surfaces><Surface><SourceData><Breaklines><Breakline><PntList2D>1 1 2 2</PntList2D><PntList3D>3 3 3 4 4 4</PntList3D></Breakline></Breaklines></SourceData></Surface></Surfaces>`,
      line(`<IrregularLine>${list}</IrregularLine>`),
      `<Alignments><Alignment><CoordGeom><IrregularLine>${list}</IrregularLine></CoordGeom></Alignment></Alignments>`,
      `<Alignments><Alignment><CrossSects><CrossSect sta="0"><CrossSectSurf>${list}</CrossSectSurf></CrossSect></CrossSects></Alignment></Alignments>`,
    ]) {
      await assert.rejects(readWith(landxml, wrap(body), { limits: { vertices: 2 } }), { limit: 'vertices' }, body);
      await readWith(landxml, wrap(body), { limits: { vertices: 4 } });
    }
  });
});
