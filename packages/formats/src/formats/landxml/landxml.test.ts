import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { arcOfBulge, Feature, type HorizontalElement, Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { readWith } from '../../../testing/run-format.ts';
import { countByXpath, missingXmllint } from '../../../testing/xmllint.ts';
import { detect } from '../../convert/detect.ts';
import { MemorySource } from '../../core/byte-source.ts';
import { FormatError, LimitError } from '../../core/failure.ts';
import { landxml } from './format.ts';
import { Tin } from './tin.ts';

const CORPUS = join(process.env.CORPUS ?? join(import.meta.dirname, '../../../../../../shared/corpus'), 'landxml');
const METRIC = '<Units><Metric linearUnit="meter"/></Units>';
const wrap = (body: string, units = METRIC): string =>
  `<?xml version="1.0"?><LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2">${units}${body}</LandXML>`;
const surface = (points: string, faces: string, source = ''): string =>
  `<Surfaces><Surface name="s">${source}<Definition surfType="TIN"><Pnts>${points}</Pnts><Faces>${faces}</Faces></Definition></Surface></Surfaces>`;
const CORNERS = '<P id="1">0 0 5</P><P id="2">0 10 6</P><P id="3">10 0 7</P>';

describe('LandXML of other programs', () => {
  for (const [file, vertices, triangles] of [
    ['S1.xml', 17, 24],
    ['S2.xml', 57, 96],
    ['S3.xml', 164, 300],
  ] as const) {
    it(`has the whole surface of ${file}, counter-clockwise, in its unit`, async (t) => {
      const path = join(CORPUS, file);
      const { job, issues, version } = await readWith(landxml, readFileSync(path));
      assert.deepEqual([version, job.info.unit, issues.summary()], ['1.2', 'usSurveyFoot', []]);
      const [tin] = job.surfaces;
      assert.deepEqual([tin!.vertices.length / 3, tin!.triangles.length / 3], [vertices, triangles]);
      const { vertices: v, triangles: f } = tin!;
      for (let i = 0; i < f.length; i += 3) {
        const [a, b, c] = [3 * f[i]!, 3 * f[i + 1]!, 3 * f[i + 2]!];
        const area = (v[b]! - v[a]!) * (v[c + 1]! - v[a + 1]!) - (v[c]! - v[a]!) * (v[b + 1]! - v[a + 1]!);
        assert.ok(area >= 0, `triangle ${i / 3}`);
      }
      const missing = missingXmllint();
      if (missing !== undefined) return t.skip(`the counts by XPath: ${missing}`);
      assert.equal(countByXpath(path, 'count(//*[local-name()="P"])'), vertices);
      assert.equal(countByXpath(path, 'count(//*[local-name()="F"])'), triangles);
    });
  }

  it('has the alignment of the Japanese sample: connected elements, stations, profile, equations', async () => {
    const { job, issues } = await readWith(landxml, readFileSync(join(CORPUS, 'j_landxml_sample.xml')));
    const [road] = job.alignments;
    assert.equal(road?.name, '○○路線');
    assert.equal(road?.startStation, -90);
    const kinds = road!.horizontal.map((element) => element.kind);
    assert.deepEqual([kinds.length, kinds.filter((kind) => kind === 'clothoid').length], [18, 9]);
    // The file states the internal stationing of every equation and the whole length.
    const last = road!.horizontal.at(-1)!;
    assert.ok(Math.abs(last.startStation + last.length + 90 - 1085.94618322) < 1e-4);
    road!.horizontal.slice(1).forEach((element, i) => {
      const turn = Math.abs(Math.sin((element.azimuth - endAzimuth(road!.horizontal[i]!)) / 2));
      assert.ok(turn < 1e-5, `element ${i + 1} turns by ${turn}`);
    });
    assert.deepEqual(road!.equations, [
      { back: 289.62528129, ahead: 290 },
      { back: 675.88262387, ahead: 675 },
    ]);
    assert.deepEqual(
      road!.vertical.map(({ curve, length }) => [curve, length]),
      [
        ['none', 0],
        ['parabola', 80],
        ['parabola', 60],
        ['none', 0],
      ],
    );
    assert.equal(road!.sections.length, 1);
    assert.deepEqual([...road!.sections[0]!.points], [0, 82.12162605, -3, 82.06162605]);
    // Four lists of the sample are damaged: signs are separated from their digits. One face refers to missing points.
    assert.equal(issues.count('section-damaged'), 4);
    assert.equal(issues.count('face-without-point'), 1);
    assert.equal(job.points.length, 3);
    assert.deepEqual([job.points.northing(0), job.points.easting(0)], [-5851.24470669, -16562.24159873]);
    assert.equal(job.points.list.get(0), 'IntermediatePnts');
  });
});

function endAzimuth({ azimuth, length, startRadius, endRadius }: HorizontalElement): number {
  return azimuth + (length / startRadius + length / endRadius) / 2;
}

describe('LandXML surfaces', () => {
  it('have points by number, with gaps and in any order, and counter-clockwise faces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 1e9 }), { minLength: 3, maxLength: 30 }),
        fc.boolean(),
        async (ids, sorted) => {
          if (sorted) ids.sort((a, b) => a - b);
          const points = ids.map((id, i) => `<P id="${id}">${i} ${(i * i) % 7} ${i}.5</P>`).join('');
          const faces = ids
            .slice(2)
            .map((id, i) => `<F>${id} ${ids[i]} ${ids[i + 1]}</F>`)
            .join('');
          const { job, issues } = await readWith(landxml, wrap(surface(points, faces)));
          assert.deepEqual(issues.summary(), []);
          const [tin] = job.surfaces;
          assert.deepEqual(Array.from(tin!.vertices.subarray(0, 6)), [0, 0, 0.5, 1, 1, 1.5]);
          ids.slice(2).forEach((_, i) => {
            assert.deepEqual(
              [...tin!.triangles.subarray(3 * i, 3 * i + 3)].sort((a, b) => a - b),
              [i, i + 1, i + 2],
            );
          });
        },
      ),
      { numRuns: 40 },
    );
  });

  it('leave out and count invisible faces, faces with missing points and unreadable points', async () => {
    const bad =
      '<P id="x">1 2 3</P><P>1 2 3</P><P id="9">1 2</P><P id="10">NaN 1 2</P><P id="11">1 2 3 4</P><P id="12">1,5 2 3</P><P id="13"/>';
    const faces =
      '<F>1 2 3</F><F i="1">1 2 3</F><F>1 2 9</F><F>1 2</F><F>1 2 x</F><F/><F>1 2 3 4 5</F><F n="0 0 0">3 2 1</F>';
    const { job, issues } = await readWith(landxml, wrap(surface(CORNERS + bad, faces)));
    assert.equal(job.surfaces[0]!.vertices.length, 9);
    assert.deepEqual([...job.surfaces[0]!.triangles], [0, 1, 2, 2, 0, 1]);
    const text = issues.summary().map(({ code, count }) => `${code} ${count}`);
    assert.deepEqual(text, ['surface-point-unreadable 7', 'face-without-point 5', 'face-invisible 1']);
  });

  it('split faces of four points and read numbers in any notation', async () => {
    const points = '<P id="1"> +0\n0.0e0 5 </P><P id="2">0 1e1<!-- c --></P><P id="4"><![CDATA[10 10 8]]></P>';
    const more = '<P id="2">&#48; 10 6.</P><P id="3">10 .0 7</P>';
    const { job } = await readWith(landxml, wrap(surface(points + more, '<F>1 2 4 3</F>')));
    assert.equal(job.surfaces[0]!.triangles.length, 6);
    assert.deepEqual(Array.from(job.surfaces[0]!.vertices), [0, 0, 5, 10, 10, 8, 10, 0, 6, 0, 10, 7]);
  });

  it('are the same whether elements are written in the same form or differently', async () => {
    const word = fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: 1, max: 9 }).map(String) },
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.constantFrom('x', '', '-', '1e3', '.5', '7.', '123456789.123456789', '1234567890', '<!-- -->', '&#49;'),
    );
    const words = fc.array(word, { maxLength: 5 }).map((list) => list.join(' '));
    const three = fc.tuple(word, word, word).map((list) => list.join(' '));
    const text = fc.oneof({ weight: 9, arbitrary: three }, words);
    const points = fc.array(fc.tuple(fc.oneof(fc.integer({ min: 1, max: 12 }).map(String), word), text), {
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(points, fc.array(text, { maxLength: 20 }), async (places, corners) => {
        const made = (blank: string): string =>
          surface(
            places.map(([id, place]) => `<P id="${id.replace(/[<&].*/, '7')}"${blank}>${place}</P>`).join(''),
            corners.map((numbers) => `<F${blank}>${numbers}</F>\n`).join(''),
          );
        const [alike, apart] = [await readWith(landxml, wrap(made(''))), await readWith(landxml, wrap(made(' ')))];
        assert.deepEqual(alike.job.surfaces, apart.job.surfaces);
        const codes = ({ issues }: typeof alike) =>
          issues.summary().map(({ code, count, text }) => [code, count, text]);
        assert.deepEqual(codes(alike), codes(apart));
      }),
      { numRuns: 150 },
    );
  });

  it('of a hundred thousand points are complete, in memory of estimated size', async () => {
    const side = 320;
    const numbers = Array.from({ length: side * side }, (_, i) => i);
    const points = numbers
      .map((i) => `<P id="${i + 1}">${Math.floor(i / side)}.25 ${i % side}.5 ${i % 7}</P>`)
      .join('\n');
    const faces = numbers
      .filter((i) => i % side < side - 1 && i < side * (side - 1))
      .map((i) => `<F>${i + 1} ${i + 2} ${i + side + 1}</F>\n<F>${i + 2} ${i + side + 2} ${i + side + 1}</F>`);
    const { job, issues } = await readWith(landxml, wrap(surface(points, faces.join('\n'))));
    const { vertices, triangles } = job.surfaces[0]!;
    assert.deepEqual(issues.summary(), []);
    assert.equal(vertices.length, 3 * side * side);
    for (const i of numbers) {
      const place = [vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]];
      assert.deepEqual(place, [(i % side) + 0.5, Math.floor(i / side) + 0.25, i % 7]);
    }
    assert.equal(triangles.length, 6 * (side - 1) ** 2);
    const last = side * side - 1;
    assert.deepEqual([...triangles.subarray(-3)], [last - side, last, last - 1]);
  });

  it('release memory that was overestimated', () => {
    const filled = (expected: (soFar: number) => number): Tin => {
      const tin = new Tin(2, expected);
      for (let id = 0; id < 70_000; id++) tin.addPoint(id, Float64Array.of(id, 1, 2), 3);
      for (let id = 0; id < 69_998; id++) tin.addFace(Float64Array.of(id, id + 1, id + 2), 3);
      return tin;
    };
    const usual = filled((soFar) => 2 * soFar);
    for (const guess of [() => 0, () => Infinity, (soFar: number) => 1000 * soFar]) {
      const tin = filled(guess);
      assert.deepEqual(tin.vertices(), usual.vertices());
      assert.deepEqual(tin.triangles(), usual.triangles());
      assert.ok(tin.vertices().buffer.byteLength <= 4 * tin.vertices().byteLength);
    }
  });

  it('include breaklines and boundaries', async () => {
    const source =
      '<SourceData><Breaklines><Breakline name="b" brkType="standard"><PntList3D>1 2 3 4 5 6</PntList3D></Breakline><Breakline/></Breaklines>' +
      '<Boundaries><Boundary bndType="outer"><PntList2D>1 2 3 4</PntList2D></Boundary></Boundaries></SourceData>';
    const { job, issues } = await readWith(landxml, wrap(surface(CORNERS, '<F>1 2 3</F>', source)));
    const [tin] = job.surfaces;
    assert.deepEqual(
      [tin!.breaklines[0]!.kind, [...tin!.breaklines[0]!.coordinates]],
      ['standard', [2, 1, 3, 5, 4, 6]],
    );
    assert.deepEqual(
      [tin!.boundaries[0]!.kind, [...tin!.boundaries[0]!.coordinates]],
      ['outer', [2, 1, Number.NaN, 4, 3, Number.NaN]],
    );
    assert.equal(issues.count('geometry-damaged'), 1);
  });
});

describe('LandXML points, lines and areas', () => {
  const start = '<Start>0 0 1</Start>';

  it('resolve points by reference, with their list, and scale small units', async () => {
    const points =
      '<CgPoints name="A"><CgPoint name="1" code="T" desc="d" oID="7">1000 2000 3000</CgPoint><CgPoint name="2" pntRef="1"/><CgPoint name="3" pntRef="9"/></CgPoints>';
    const { job, issues } = await readWith(landxml, wrap(points, '<Units><Metric linearUnit="millimeter"/></Units>'));
    assert.deepEqual([job.info.unit, job.points.length], ['metre', 2]);
    assert.deepEqual([job.points.northing(1), job.points.easting(1), job.points.elevation(1)], [1, 2, 3]);
    const feature = job.points.load(0, new Feature());
    assert.deepEqual(
      [feature.code, feature.description, feature.list, feature.attributes],
      ['T', 'd', 'A', ['oID', '7']],
    );
    assert.equal(issues.count('coordinates-missing'), 1);
  });

  describe('have their elevations in the linear unit; a different elevationUnit is reported, with both', () => {
    const points = '<CgPoints><CgPoint name="1">1000 2000 30</CgPoint></CgPoints>';
    for (const [units, said] of [
      ['<Metric linearUnit="meter" elevationUnit="meter"/>', ''],
      ['<Metric linearUnit="meter"/>', ''],
      ['<Metric linearUnit="meter" elevationUnit=""/>', ''],
      ['<Imperial linearUnit="foot" elevationUnit="feet"/>', ''],
      ['<Imperial linearUnit="USSurveyFoot" elevationUnit="feet"/>', ''],
      ['<Metric linearUnit="meter" elevationUnit="feet"/>', 'linearUnit="meter" and elevationUnit="feet"'],
      ['<Metric linearUnit="meter" elevationUnit="kilometer"/>', 'linearUnit="meter" and elevationUnit="kilometer"'],
      ['<Imperial linearUnit="foot" elevationUnit="meter"/>', 'linearUnit="foot" and elevationUnit="meter"'],
      ['<Imperial linearUnit="foot" elevationUnit="miles"/>', 'linearUnit="foot" and elevationUnit="miles"'],
    ] as const)
      it(JSON.stringify(units), async () => {
        const { job, issues } = await readWith(landxml, wrap(points, `<Units>${units}</Units>`));
        assert.equal(job.points.elevation(0), 30, units);
        const found = issues.places().find(({ code }) => code === 'unit-doubtful')?.parameters?.['found'] ?? '';
        assert.equal(found, said, units);
      });
  });

  describe('keep arcs of plan features as arcs, in either direction and of any angle', () => {
    for (const rot of ['cw', 'ccw'])
      it(JSON.stringify(rot), async () => {
        // A quarter in one direction is three quarters in the other: from the north of the centre to its east.
        const curve = `<Curve rot="${rot}"><Start>10 0</Start><Center>0 0</Center><End>0 10</End></Curve>`;
        const { job } = await readWith(
          landxml,
          wrap(`<PlanFeatures><PlanFeature name="k"><CoordGeom>${curve}</CoordGeom></PlanFeature></PlanFeatures>`),
        );
        const path = job.lines.loadPath(0, new Path());
        const arc = arcOfBulge(0, 10, 10, 0, path.bulges[0]!)!;
        assert.ok(Math.hypot(arc.easting, arc.northing) < 1e-9, `${arc.easting} ${arc.northing}`);
        assert.ok(Math.abs(arc.sweep - (rot === 'cw' ? -Math.PI / 2 : 1.5 * Math.PI)) < 1e-9);
      });
  });

  it('turn parcels into areas and transition curves into chords', async () => {
    const line = (from: string, to: string): string => `<Line><Start>${from}</Start><End>${to}</End></Line>`;
    const parcel = `<Parcels><Parcel name="p"><CoordGeom>${line('0 0', '0 10')}${line('0 10', '10 0')}${line('10 0', '0 0')}</CoordGeom></Parcel></Parcels>`;
    const spiral = `<PlanFeatures><PlanFeature><CoordGeom><Spiral length="50" radiusStart="INF" radiusEnd="100" rot="cw" spiType="bloss">${start}<PI>33.4 0</PI><End>49.6895 4.1480 2</End></Spiral></CoordGeom></PlanFeature></PlanFeatures>`;
    const { job, issues } = await readWith(landxml, wrap(parcel + spiral));
    const ring = job.areas.loadPath(0, new Path());
    assert.deepEqual([ring.closed, ring.count], [true, 3]);
    const path = job.lines.loadPath(0, new Path());
    assert.ok(path.count > 10);
    // Near its start a clothoid with A² = radius × length = 5000 is close to a cubic parabola: offset = length³ / 6 A².
    for (let i = 0; i < path.count / 2; i++) {
      const [easting, northing] = path.coordinates.subarray(3 * i, 3 * i + 2);
      assert.ok(Math.abs(easting! - northing! ** 3 / 30_000) < 0.003, `${easting} at ${northing}`);
    }
    assert.deepEqual([path.coordinates[2], path.coordinates[3 * path.count - 1]], [1, 2]);
    assert.equal(issues.count('spiral-kind'), 1);
  });

  it('turn a parcel that does not quite close into an area with every vertex', async () => {
    const line = (from: string, to: string): string => `<Line><Start>${from}</Start><End>${to}</End></Line>`;
    const sides = `${line('0 0', '0 10')}${line('0 10', '10 0')}${line('10 0', '0.001 0')}`;
    const geometry = `<CoordGeom>${sides}</CoordGeom>`;
    const body = `<Parcels><Parcel>${geometry}</Parcel></Parcels><PlanFeatures><PlanFeature>${geometry}</PlanFeature></PlanFeatures>`;
    const { job } = await readWith(landxml, wrap(body));
    const path = new Path();
    assert.deepEqual([job.areas.loadPath(0, path).closed, path.count], [true, 4]);
    assert.deepEqual([job.lines.loadPath(0, path).closed, path.count], [false, 4]);
  });

  it('skip unreadable geometry, and count elements that a job cannot hold', async () => {
    const broken =
      '<PlanFeatures><PlanFeature><CoordGeom><Line><Start>a b</Start><End>1 2</End></Line></CoordGeom></PlanFeature><PlanFeature/></PlanFeatures>';
    const alignment = '<Alignments><Alignment name="a"><CoordGeom><Chain/></CoordGeom></Alignment></Alignments>';
    const { job, issues, tally } = await readWith(
      landxml,
      wrap(
        `${broken}${alignment}<PipeNetworks><Pipe/></PipeNetworks>`,
        '<Units><Metric linearUnit="furlong"/></Units>',
      ),
    );
    assert.deepEqual([job.lines.length, job.alignments.length], [0, 0]);
    const codes = Object.fromEntries(issues.summary().map(({ code, count }) => [code, count]));
    assert.deepEqual(codes, {
      'unit-unknown': 1,
      'geometry-damaged': 2,
      'geometry-missing': 2,
      'alignment-damaged': 1,
      'element-not-read': 1,
    });
    assert.equal(tally.of('Pipe').skipped, 1);
  });

  it('use a code or WKT as the system, and a name only as a name', async () => {
    const system = async (attributes: string): Promise<unknown> =>
      (await readWith(landxml, wrap(`<CoordinateSystem ${attributes}/>`))).job.info.crs;
    assert.deepEqual(await system('epsgCode="25832" name="n"'), { kind: 'epsg', code: 25832, name: 'n' });
    assert.deepEqual(await system('ogcWktCode="PROJCS[&quot;a&quot;]"'), { kind: 'wkt', wkt: 'PROJCS["a"]' });
    assert.deepEqual(await system('desc="UTM"'), { kind: 'local', name: 'UTM' });
  });
});

describe('LandXML with something wrong', () => {
  it('keeps everything before damage, wherever the file is truncated', async () => {
    const whole = Buffer.from(
      wrap(`<CgPoints><CgPoint name="1">1 2 3</CgPoint></CgPoints>${surface(CORNERS, '<F>1 2 3</F>')}`),
    );
    const start = whole.indexOf('version="1.2">') + 'version="1.2">'.length;
    for (let length = 0; length < whole.length; length++) {
      const cut = readWith(landxml, whole.subarray(0, length));
      if (length < start)
        await assert.rejects(cut, (error) => error instanceof FormatError && error.code === 'xml-cut-off');
      else assert.equal((await cut).issues.count('xml-cut-off'), 1, `${length} bytes`);
    }
  });

  it('gives a job or a code for any changed byte', async () => {
    const whole = readFileSync(join(CORPUS, 'j_landxml_sample.xml'));
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
        const damaged = Buffer.from(whole);
        damaged[at] = byte;
        try {
          await readWith(landxml, damaged);
        } catch (error) {
          assert.ok(error instanceof FormatError, String(error));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('refuses bombs, other roots and more than the limits allow, by name', async () => {
    const refused = (document: string, code: string): Promise<void> =>
      assert.rejects(readWith(landxml, document), (error) => error instanceof FormatError && error.code === code);
    await refused('<!DOCTYPE LandXML [<!ENTITY a "b">]><LandXML/>', 'xml-doctype');
    await refused('<GPX/>', 'landxml-wrong-root');
    const many = wrap(surface(CORNERS, ''));
    await assert.rejects(
      readWith(landxml, many, { limits: { vertices: 2 } }),
      (error) => error instanceof LimitError && error.limit === 'vertices',
    );
    assert.equal(detect(new MemorySource(readFileSync(join(CORPUS, 'S1.xml')), 'S1.xml'))?.format.id, 'landxml');
  });
});
