import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Alignment, type FieldJob, JobBuilder, Path, Profile } from '@fieldbridge/fieldjob';
import { plainJob } from '@fieldbridge/fieldjob/testing/same-job.ts';
import { imported } from '../../../testing/journeys.ts';
import { type ReadResult, readWith, writeWith } from '../../../testing/run-format.ts';
import { mjf } from '../mjf/format.ts';
import { landxml } from './format.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../shared/corpus');
const documentOf = (body: string, units = '<Metric linearUnit="meter"/>'): string =>
  `<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2"><Units>${units}</Units>${body}</LandXML>`;
const read = (body: string, units?: string): Promise<ReadResult> => readWith(landxml, documentOf(body, units));
const axis = (along: string): string =>
  '<Alignments><Alignment name="road" length="100" staStart="500"><CoordGeom><Line length="100"><Start>0 0</Start>' +
  `<End>100 0</End></Line></CoordGeom>${along}</Alignment></Alignments>`;

/** A job after it was written as LandXML and read again. */
async function again(job: FieldJob): Promise<FieldJob> {
  const { result } = await writeWith(landxml, job);
  return (await readWith(landxml, result)).job;
}

const ALONG =
  '<StaEquation staBack="520" staAhead="1000" staInternal="520" desc="old road"/><StaEquation staBack="1010" staAhead="0" staInternal="530"/>' +
  '<Profile><ProfAlign name="design grade"><PVI>500 10</PVI><PVI>600 12</PVI></ProfAlign></Profile>' +
  '<CrossSects><CrossSect name="NO.1" sta="510" desc="at the bridge" angleSkew="90"><CrossSectSurf name="ground" desc="2024"><PntList2D>-5 9 5 9.5</PntList2D>' +
  '<Feature name="material"><Property label="upper" value="sand"/><Property label="lower" value="clay"/></Feature></CrossSectSurf>' +
  '<DesignCrossSectSurf name="lane" side="left" material="asphalt" typicalThickness="0.1"><CrossSectPnt code="CL" name="p1">0 10</CrossSectPnt><CrossSectPnt code="EP">-4 9.9</CrossSectPnt></DesignCrossSectSurf>' +
  '<DesignCrossSectSurf name="lane" side="right"><CrossSectPnt>0 10</CrossSectPnt><CrossSectPnt>4 9.9</CrossSectPnt></DesignCrossSectSurf></CrossSect></CrossSects>' +
  '<Superelevation staStart="510" staEnd="590"><BeginRunoutSta>505</BeginRunoutSta><FullSuperSta>520</FullSuperSta><FullSuperelev>-5.0</FullSuperelev><AdverseSE>adverse</AdverseSE>' +
  '<Feature><Property label="rule" value="B"/></Feature></Superelevation>' +
  '<Feature name="SpeedStation" code="0"><Property label="station" value="0"/><Property label="speed" value="80"/></Feature>' +
  '<Feature name="SpeedStation"><Property label="station" value="50"/><Property label="speed" value="60"/></Feature>' +
  '<Feature><Property label="grade/type" value="1"/><Feature name="inner"><Property label="a" value="2"/></Feature></Feature>';

describe('what LandXML says along an alignment', () => {
  it('is read: sides, codes, names, superelevation, descriptions of equations and properties', async () => {
    const { job, issues } = await read(axis(ALONG));
    const { sections, equations, superelevation, profileName, attributes } = job.alignments[0]!;
    const [ground, left, right] = sections;
    assert.deepEqual(
      { ...ground, points: [...ground!.points] },
      {
        ...{ name: 'ground', station: 510, points: [-5, 9, 5, 9.5], kind: 'existing', section: 'NO.1' },
        attributes: [
          ...['CrossSect.desc', 'at the bridge', 'CrossSect.angleSkew', '90', 'desc', '2024'],
          ...['material › upper', 'sand', 'material › lower', 'clay'],
        ],
      },
    );
    assert.deepEqual(
      [left!.side, left!.codes, left!.pointNames, left!.section],
      ['left', ['CL', 'EP'], ['p1', ''], 'NO.1'],
    );
    assert.deepEqual(left!.attributes!.slice(4), ['material', 'asphalt', 'typicalThickness', '0.1']);
    assert.deepEqual([right!.side, right!.codes], ['right', undefined]);
    assert.deepEqual(equations, [
      { back: 520, ahead: 1000, description: 'old road' },
      { back: 1010, ahead: 0 },
    ]);
    assert.deepEqual(superelevation, [
      {
        ...{ startStation: 510, endStation: 590, attributes: ['rule', 'B'] },
        events: [
          { kind: 'BeginRunoutSta', value: 505 },
          { kind: 'FullSuperSta', value: 520 },
          { kind: 'FullSuperelev', value: '-5.0' },
          { kind: 'AdverseSE', value: 'adverse' },
        ],
      },
    ]);
    assert.equal(profileName, 'design grade');
    assert.deepEqual(attributes, [
      ...['SpeedStation › @code', '0', 'SpeedStation › station', '0', 'SpeedStation › speed', '80'],
      ...['SpeedStation › station', '50', 'SpeedStation › speed', '60', 'grade/type', '1', 'inner › a', '2'],
    ]);
    assert.equal(issues.count('element-not-read'), 0);
  });

  it('survives LandXML → LandXML', async () => {
    const { job } = await read(axis(ALONG));
    assert.deepEqual(plainJob(await again(job)), plainJob(job));
  });

  it('is in the unit of the job: stations and thicknesses of a file in millimetres', async () => {
    const { job } = await read(axis(ALONG), '<Metric linearUnit="millimeter"/>');
    const [{ sections, superelevation }] = job.alignments as [(typeof job.alignments)[number]];
    assert.deepEqual([sections[1]!.station, superelevation[0]!.startStation], [0.51, 0.51]);
    assert.deepEqual(superelevation[0]!.events[0], { kind: 'BeginRunoutSta', value: 0.505 });
    assert.equal(superelevation[0]!.events[2]!.value, '-5.0', 'a slope is no length');
  });

  it('has the elevations of an unsymmetrical parabola', async () => {
    const profile = (curve: string): string =>
      axis(`<Profile><ProfAlign name="p"><PVI>500 20</PVI>${curve}<PVI>600 20</PVI></ProfAlign></Profile>`);
    const { job, issues } = await read(profile('<UnsymParaCurve lengthIn="20" lengthOut="40">550 25</UnsymParaCurve>'));
    assert.deepEqual([issues.count('parabola-divided'), issues.count('parabola-simplified')], [1, 0]);
    const elevations = new Profile(job.alignments[0]!.vertical);
    // By the textbook: the middle is L1 L2 (g2 - g1) / 2 (L1 + L2) off the point; both halves touch there.
    const middle = 25 + (20 * 40 * (-0.1 - 0.1)) / (2 * 60);
    for (const [station, elevation] of [
      [530, 23],
      [550, middle],
      [590, 21],
      [540, 24 + (middle - 25) * (10 / 20) ** 2],
      [570, 23 + (middle - 25) * (20 / 40) ** 2],
    ] as const)
      assert.ok(Math.abs(elevations.elevation(station) - elevation) < 1e-9, `${station}`);
    const atTheEnd = await read(
      axis(
        '<Profile><ProfAlign name="p"><UnsymParaCurve lengthIn="20" lengthOut="40">550 25</UnsymParaCurve></ProfAlign></Profile>',
      ),
    );
    assert.equal(atTheEnd.issues.count('parabola-simplified'), 1);
  });

  it('that is damaged is counted', async () => {
    const { job, issues } = await read(
      axis(
        '<Superelevation staStart="x"><FullSuperSta>soon</FullSuperSta><Other/></Superelevation><CrossSects><Feature/></CrossSects>',
      ),
    );
    const { startStation, events } = job.alignments[0]!.superelevation[0]!;
    assert.deepEqual([startStation, events], [Number.NaN, []]);
    assert.equal(issues.count('element-not-read'), 2);
  });

  it('of a Japanese road comes through, but for lists of points that are broken in the sample', async () => {
    const file = readFileSync(join(CORPUS, 'landxml/j_landxml_sample.xml'), 'utf8');
    const { job, issues } = await readWith(landxml, file);
    const [road] = job.alignments;
    const broken = file.match(/<PntList2D>[^<]* -\n[^<]*<\/PntList2D>\s*<\/CrossSectSurf>/g)!.length;
    assert.deepEqual([road!.sections.length, issues.count('section-damaged')], [1, broken]);
    const [lane] = road!.sections.filter(({ side }) => side === 'left');
    assert.deepEqual([lane!.name, lane!.codes], ['Carriageway', ['PL-1-Lp1', 'PL-1-Lp2']]);
    assert.equal(road!.profileName, '縦断線形 1');
    // The parameters of its clothoids are properties of their elements.
    const clothoids = [2, 4, 5, 7, 9, 11, 13, 15, 17];
    const parameters = [125, 125, 75, 75, 70, 200, 80, 110, 110];
    assert.deepEqual(road!.attributes, [
      ...clothoids.flatMap((element, i) => [`@Element ${element} › A`, String(parameters[i])]),
      ...['@CrossSects › profAlignRefs', '縦断線形 1', '@CrossSects › projectPhase', '詳細'],
      ...['Horizontal › method', 'IP 法', 'Interval › main', '20.00000000'],
    ]);
    assert.deepEqual(job.points.attributes.get(1), ['sta', '-80.00000000', 'tangentDirectionAngle', '30.2045']);
    const back = await again(job);
    assert.deepEqual(plainJob(back)['points'], plainJob(job)['points']);
    const [given, kept] = [job, back].map(({ alignments: [one] }) => ({ ...one!, horizontal: [] }));
    assert.deepEqual(kept, given);
  });
});

describe('properties of LandXML', () => {
  const feature = (label: string): string =>
    `<Feature name="make" code="c"><Property label="${label}" value="v"/></Feature>`;
  const line = '<Line><Start>0 0</Start><End>0 100</End></Line>';
  const alignment = (...[geometry = '', profile = '', aligned = '', sections = '', whole = '']: readonly string[]) =>
    `<Alignments><Alignment name="A" length="100" staStart="0"><CoordGeom>${line}${geometry}</CoordGeom>` +
    `<Profile><ProfAlign name="P"><PVI>0 1</PVI><PVI>100 2</PVI>${aligned}</ProfAlign>${profile}</Profile>` +
    `<CrossSects><CrossSect sta="5"><CrossSectSurf name="S"><PntList2D>0 1 2 3</PntList2D></CrossSectSurf></CrossSect>${sections}</CrossSects>` +
    `${whole}</Alignment></Alignments>`;

  for (const [what, parts, key, place] of [
    ['the geometry', [feature('a')], '@CoordGeom › make › a', /<\/Line>\s*<Feature/],
    ['the profiles', ['', feature('a')], '@Profile › make › a', /<\/ProfAlign>\s*<Feature/],
    ['one profile', ['', '', feature('a')], '@ProfAlign › make › a', /<\/PVI>\s*<Feature/],
    ['the cross sections', ['', '', '', feature('a')], '@CrossSects › make › a', /<\/CrossSect>\s*<Feature/],
    ['the alignment', ['', '', '', '', feature('a')], 'make › a', /<\/CrossSects>\s*<Feature/],
  ] as const)
    it(`of ${what} of an alignment come back in their place`, async () => {
      const { job, issues } = await read(alignment(...parts));
      const { attributes } = job.alignments[0]!;
      assert.deepEqual(attributes, [key.replace(/a$/, '@code'), 'c', key, 'v']);
      assert.equal(issues.count('properties-not-read') + issues.count('element-not-read'), 0);
      const { result } = await writeWith(landxml, job);
      assert.match(result.toString(), place);
      assert.deepEqual((await again(job)).alignments[0]!.attributes, attributes);
    });

  for (const [element, key] of [
    ['Line', '@Element 1 › make › a'],
    ['CrossSect', '@CrossSect › make › a'],
  ] as const)
    it(`of a single <${element}> come back in it`, async () => {
      const text = alignment().replace(`</${element}>`, `${feature('a')}</${element}>`);
      const { job, issues } = await read(text);
      assert.equal(issues.count('properties-not-read') + issues.count('element-not-read'), 0);
      const [{ attributes, sections }] = job.alignments as [Alignment];
      const own = element === 'Line' ? attributes : sections[0]!.attributes;
      assert.deepEqual(own, [key.replace(/a$/, '@code'), 'c', key, 'v']);
      const { result } = await writeWith(landxml, job);
      assert.match(result.toString(), new RegExp(`</Feature>\\s*</${element}>`));
      const [again] = (await readWith(landxml, result)).job.alignments;
      assert.deepEqual([again!.attributes, again!.sections], [attributes, sections]);
    });

  it('of parts that an alignment no longer has are written with it', async () => {
    const { job } = await read(alignment('', feature('a'), feature('b'), feature('c')));
    const [given] = job.alignments;
    const builder = new JobBuilder();
    builder.alignment({ ...given!, vertical: [], sections: [], profileName: '' });
    assert.deepEqual((await again(builder.job)).alignments[0]!.attributes, given!.attributes);
    assert.equal(given!.attributes.length, 12);
  });

  it('of a surface and its definition come back in their place, through a package, too', async () => {
    const definition = `<Definition surfType="TIN"><Pnts><P id="1">0 0 0</P><P id="2">0 9 0</P><P id="3">9 0 0</P></Pnts><Faces><F>1 2 3</F></Faces>${feature('a')}</Definition>`;
    const { job, issues } = await read(`<Surfaces><Surface name="S">${definition}${feature('b')}</Surface></Surfaces>`);
    const { attributes } = job.surfaces[0]!;
    assert.deepEqual(attributes, [
      ...['@Definition › make › @code', 'c', '@Definition › make › a', 'v'],
      ...['make › @code', 'c', 'make › b', 'v'],
    ]);
    assert.equal(issues.count('properties-not-read') + issues.count('element-not-read'), 0);
    const packed = (await readWith(mjf, (await writeWith(mjf, job)).result)).job;
    const { result } = await writeWith(landxml, packed);
    assert.match(result.toString(), /<\/Faces>\s*<Feature[\s\S]*<\/Definition>\s*<Feature/);
    assert.deepEqual((await readWith(landxml, result)).job.surfaces[0]!.attributes, attributes);
  });

  for (const [element, text] of [
    ['PVI', alignment().replace('0 1</PVI>', `0 1${feature('a')}</PVI>`)],
    [
      'Breakline',
      `<Surfaces><Surface name="S"><SourceData><Breaklines><Breakline><PntList3D>0 0 0 1 1 1</PntList3D>${feature('a')}</Breakline></Breaklines></SourceData></Surface></Surfaces>`,
    ],
  ] as const)
    it(`of <${element}> have no place and are counted as its own: ${text.length}`, async () => {
      const { issues, tally } = await read(text);
      const [left] = issues.summary().filter(({ code }) => code === 'properties-not-read');
      assert.deepEqual([left?.count, left?.parameters], [1, { element }]);
      assert.equal(tally.of(`Feature of ${element}`).skipped, 1);
    });
});

describe('LandXML with easting before northing', () => {
  const GEOMETRY =
    '<CoordGeom><Line><Start>100 500</Start><End>200 500</End></Line>' +
    '<Curve rot="cw" radius="50" length="78.53981633974483"><Start>200 500</Start><Center>200 550</Center><End>250 550</End></Curve></CoordGeom>';
  const FILE =
    '<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2"><Units><Metric linearUnit="meter"/></Units>' +
    `<Alignments><Alignment name="A" length="178.5" staStart="0">${GEOMETRY}</Alignment></Alignments>` +
    `<PlanFeatures><PlanFeature name="kerb">${GEOMETRY}</PlanFeature></PlanFeatures></LandXML>`;

  it('comes in as the same alignments and arcs by swap=true', async () => {
    const right = (await imported(FILE, 'a.xml')).job;
    const { job, issues } = await imported(FILE.replace(/>(\d+) (\d+)</g, '>$2 $1<'), 'a.xml', { swap: true });
    assert.equal(issues.count('alignment-not-transformed') + issues.count('geometry-damaged'), 0);
    const values = ({ alignments, lines }: typeof job): number[] => [
      ...alignments.flatMap(({ horizontal }) =>
        horizontal.flatMap((one) => [one.startEasting, one.startNorthing, one.azimuth, one.length, one.startRadius]),
      ),
      ...lines.coordinates.view(),
      ...lines.loadPath(0, new Path()).bulges.slice(0, 3),
    ];
    const [found, expected] = [values(job), values(right)];
    assert.equal(found.length, expected.length);
    for (const [i, value] of found.entries())
      assert.ok(
        Object.is(value, expected[i]!) || Math.abs(value - expected[i]!) < 1e-9,
        `${i}: ${value} ${expected[i]}`,
      );
  });
});

describe('points of LandXML', () => {
  const POINTS =
    '<CgPoints name="list"><CgPoint name="1" featureRef="a">10 20 30</CgPoint><CgPoint name="2" oID="7" featureRef="b">11 21 31</CgPoint><CgPoint name="3" featureRef="none">12 22</CgPoint>' +
    '<Feature name="a"><Property label="kind" value="oak"/><Feature name="crown"><Property label="width" value="8"/></Feature></Feature><Feature name="b"><Property label="kind" value="elm"/></Feature><Feature name="unused"/></CgPoints>';

  it('have the properties that they refer to, and keep them', async () => {
    const { job, issues } = await read(POINTS);
    const attributes = [0, 1, 2].map((row) => job.points.attributes.get(row));
    assert.deepEqual(attributes, [
      ['kind', 'oak', 'crown › width', '8'],
      ['oID', '7', 'kind', 'elm'],
      ['featureRef', 'none'],
    ]);
    assert.equal(issues.count('element-not-read'), 1, 'the one that no point refers to');
    assert.deepEqual(plainJob(await again(job))['points'], plainJob(job)['points']);
  });

  it('are read under Survey: lists, instruments and targets, each once; observations are counted', async () => {
    const { job, tally } = await read(
      '<CgPoints><CgPoint name="A">1 2 3</CgPoint></CgPoints><Survey><SurveyHeader name="s"/><CgPoints name="field"><CgPoint name="B" code="TREE">4 5 6</CgPoint></CgPoints>' +
        '<InstrumentSetup id="1"><InstrumentPoint pntRef="A"/><RawObservation><TargetPoint name="C" desc="far">7 8 9</TargetPoint></RawObservation>' +
        '<RawObservation><TargetPoint pntRef="B">4 5 6</TargetPoint></RawObservation></InstrumentSetup>' +
        '<ObservationGroup id="g"><RawObservation><TargetPoint name="D">10 11</TargetPoint></RawObservation></ObservationGroup></Survey>',
    );
    const points = Array.from({ length: job.points.length }, (_, row) => [
      job.points.name.get(row),
      job.points.list.get(row),
      job.points.northing(row),
    ]);
    assert.deepEqual(points, [
      ['A', '', 1],
      ['B', 'field', 4],
      ['C', '', 7],
      ['D', '', 10],
    ]);
    assert.deepEqual([tally.of('RawObservation').skipped, tally.of('SurveyHeader').skipped], [3, 1]);
  });
});

describe('pipe networks of LandXML', () => {
  const NETWORK =
    '<PipeNetworks><PipeNetwork name="storm" pipeNetType="storm"><Pipes><Pipe name="p1" refStart="m1" refEnd="m2" length="30" slope="0.01" desc="main"><CircPipe diameter="300" material="PVC"/></Pipe>' +
    '<Pipe name="p2" refStart="m2" refEnd="nowhere"><CircPipe diameter="300"/></Pipe><Pipe name="p3" refStart="m1" refEnd="m3"><CircPipe diameter="200"/><Center>100 230</Center></Pipe></Pipes>' +
    '<Structs><Struct name="m1" desc="manhole" elevRim="52.5" elevSump="49.8"><Center>100 200</Center><CircStruct diameter="1000"/><Invert elev="50" flowDir="out" refPipe="p1"/><Invert elev="50.2" flowDir="out" refPipe="p3"/></Struct>' +
    '<Struct name="m2"><Center>130 200 52</Center><RectStruct length="2" width="1"/><Invert elev="49.7" flowDir="in" refPipe="p1"/></Struct>' +
    '<Struct name="m3"><Center>130 230</Center><Connection/></Struct><Struct name="m4"/></Structs></PipeNetwork></PipeNetworks>';

  it('become points at the rims and lines at the inverts, with all their details', async () => {
    const { job, issues, tally } = await read(NETWORK);
    const { points, lines } = job;
    const places = [0, 1, 2].map((row) => [
      points.name.get(row),
      points.easting(row),
      points.northing(row),
      points.elevation(row),
    ]);
    assert.deepEqual(places, [
      ['m1', 200, 100, 52.5],
      ['m2', 200, 130, 52],
      ['m3', 230, 130, Number.NaN],
    ]);
    assert.deepEqual([points.list.get(0), points.description.get(0)], ['storm', 'manhole']);
    assert.deepEqual(points.attributes.get(0), [
      ...['elevRim', '52.5', 'elevSump', '49.8', 'CircStruct.diameter', '1000'],
      ...['Invert.elev', '50', 'Invert.flowDir', 'out', 'Invert.refPipe', 'p1'],
      ...['Invert 2.elev', '50.2', 'Invert 2.flowDir', 'out', 'Invert 2.refPipe', 'p3'],
    ]);
    assert.deepEqual([lines.name.get(0), lines.description.get(0)], ['p1', 'main']);
    assert.deepEqual([...lines.coordinates.view().subarray(0, 6)], [200, 100, 50, 200, 130, 49.7]);
    assert.deepEqual(lines.attributes.get(0), [
      ...['network', 'storm', 'refStart', 'm1', 'refEnd', 'm2', 'length', '30', 'slope', '0.01'],
      ...['CircPipe.diameter', '300', 'CircPipe.material', 'PVC'],
    ]);
    // A quarter circle of 30 m about its centre, from below it to the right of it: to the left.
    assert.ok(Math.abs(Math.abs(lines.bulges.get(2)) - Math.tan(Math.PI / 8)) < 1e-12);
    assert.deepEqual([issues.count('pipe-end-missing'), issues.count('coordinates-missing')], [1, 1]);
    assert.deepEqual([tally.of('Pipe').read, tally.of('Struct').read], [2, 3]);
  });

  it('have lengths and elevations in the unit of the job, sizes as they are stated', async () => {
    const { job } = await read(NETWORK, '<Metric linearUnit="millimeter"/>');
    assert.deepEqual(
      [job.points.elevation(0), job.points.attributes.get(0).slice(0, 6)],
      [0.0525, ['elevRim', '0.0525', 'elevSump', '0.0498', 'CircStruct.diameter', '1000']],
    );
    assert.equal(job.lines.coordinates.get(2), 0.05);
  });

  it('survive as points and plan features', async () => {
    const { job } = await read(NETWORK);
    const back = await again(job);
    assert.deepEqual(plainJob(back)['points'], plainJob(job)['points']);
    assert.deepEqual(back.lines.attributes.get(0), job.lines.attributes.get(0));
  });
});
