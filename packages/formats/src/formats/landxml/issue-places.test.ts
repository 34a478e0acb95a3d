import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWith } from '../../../testing/run-format.ts';
import { landxml } from './format.ts';

const LINE = '<Line><Start>10 20</Start><End>10 50</End></Line>';
const axis = (rest: string, geometry = LINE): string =>
  `<Alignments><Alignment name="a" staStart="100"><CoordGeom>${geometry}</CoordGeom>${rest}</Alignment></Alignments>`;
const surface = (faces: string, kind = 'TIN', source = ''): string =>
  `<Surfaces><Surface name="s">${source}<Definition surfType="${kind}"><Pnts><P id="1">1 2 3</P><P id="2">4 5</P><P id="3">7 8 9</P></Pnts><Faces>${faces}</Faces></Definition></Surface></Surfaces>`;
const feature = (geometry: string): string =>
  `<PlanFeatures><PlanFeature><CoordGeom>${geometry}</CoordGeom></PlanFeature></PlanFeatures>`;
const along = (profile: string): string => axis(`<Profile><ProfAlign>${profile}</ProfAlign></Profile>`);
const struct = '<Structs><Struct name="A"><Center>1 2 3</Center></Struct></Structs>';

const PLACES: readonly (readonly [code: string, body: string, place: readonly number[] | undefined])[] = [
  // An element that cannot be read is where it begins or ends, or where the one before it ended.
  ['geometry-damaged', feature('<Curve><Start>1 2</Start><End>3 4</End></Curve>'), [2, 1]],
  ['geometry-damaged', feature('<Curve><Start>x</Start><Center>9 9</Center><End>3 4</End></Curve>'), [4, 3]],
  ['geometry-damaged', feature('<IrregularLine><PntList2D>5 6 7</PntList2D></IrregularLine>'), [6, 5]],
  ['geometry-damaged', feature(`${LINE}<Chain/>`), [50, 10]],
  ['geometry-damaged', feature('<Chain/>'), undefined],
  ['geometry-missing', '<Parcels><Parcel><Center>5 6</Center></Parcel></Parcels>', [6, 5]],
  ['geometry-missing', feature(`${LINE}<Chain/>`), [20, 10]],
  ['alignment-damaged', axis('', `${LINE}<Chain/>`), [20, 10]],
  [
    'spiral-kind',
    feature('<Spiral length="5" spiType="bloss"><Start>1 2</Start><PI>1 4</PI><End>1 7</End></Spiral>'),
    [2, 1],
  ],
  // What lies along an axis is at its station, wherever the file states it.
  ['profile-damaged', along('<ParaCurve>110 5</ParaCurve>'), [30, 10]],
  ['profile-damaged', along('<PVI>131 x</PVI>'), undefined],
  ['parabola-simplified', along('<UnsymParaCurve lengthIn="1" lengthOut="2">105 5</UnsymParaCurve>'), [25, 10]],
  [
    'section-damaged',
    axis(
      '<CrossSects><CrossSect sta="120"><CrossSectSurf><PntList2D>1</PntList2D></CrossSectSurf></CrossSect></CrossSects>',
    ),
    [40, 10],
  ],
  ['station-equation-damaged', axis('<StaEquation staBack="115"/>'), [35, 10]],
  [
    'station-decreasing',
    axis('<StaEquation staBack="110" staAhead="0"/><StaEquation staBack="10" staAhead="5" staIncrement="decreasing"/>'),
    [40, 10],
  ],
  // Of a surface it is the first of what is counted.
  ['surface-point-unreadable', surface(''), [5, 4]],
  ['face-without-point', surface('<F>2 3 1</F>'), [8, 7]],
  ['face-without-point', surface('<F>8 9</F>'), undefined],
  ['face-invisible', surface('<F i="1">3 1 2</F>'), [8, 7]],
  ['surface-kind', surface('', 'grid'), [2, 1]],
  [
    'geometry-damaged',
    surface(
      '',
      'TIN',
      '<SourceData><Breaklines><Breakline><PntList3D>4 5 6 x</PntList3D></Breakline></Breaklines></SourceData>',
    ),
    [5, 4],
  ],
  [
    'pipe-end-missing',
    `<PipeNetworks><PipeNetwork>${struct}<Pipes><Pipe refStart="A" refEnd="B"/></Pipes></PipeNetwork></PipeNetworks>`,
    [2, 1],
  ],
  ['coordinates-missing', '<CgPoints><CgPoint name="1"/></CgPoints>', undefined],
];

for (const [code, body, expected] of PLACES)
  test(`an issue of LandXML says where its object is: ${code}, ${body.replace(/^(?:<\w+s>)?</, '').slice(0, 70)}`, async () => {
    const { issues } = await readWith(landxml, `<LandXML version="1.2">${body}</LandXML>`);
    const found = issues.summary().find((issue) => issue.code === code);
    assert.ok(found !== undefined, JSON.stringify(issues.summary()));
    const { place, line } = found;
    const rounded = place && [place.easting, place.northing].map((value) => Number(value.toFixed(9)));
    assert.deepEqual([rounded, line], [expected, 1]);
  });

test('what was wrong along an axis is reported although the file ends in it', async () => {
  const whole = along('<ParaCurve>110 5</ParaCurve>');
  const { issues } = await readWith(landxml, `<LandXML>${whole.slice(0, whole.indexOf('</Alignment>'))}`);
  const found = issues.summary().map(({ code, place }) => [code, place?.easting]);
  assert.deepEqual(found, [
    ['profile-damaged', 30],
    ['xml-cut-off', undefined],
  ]);
});
