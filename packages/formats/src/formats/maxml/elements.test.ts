import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Feature, Path } from '@fieldbridge/fieldjob';
import { missingXmllint } from '../../../testing/xmllint.ts';
import { BEFORE, SoundDocuments } from './testing/sound.ts';

const sound = new SoundDocuments();
const read = (body: string, job?: string) => sound.read(body, job);

/** The properties of any feature besides its geometry, in the order of the schema. */
function saidBy(feature: Feature): unknown[] {
  const { name, code, description, layer, colour, lineType, lineWeight, time, quality, list, block, page, source } =
    feature;
  return [
    name,
    code,
    description,
    layer,
    colour,
    lineType,
    lineWeight,
    time,
    quality,
    list,
    block,
    page,
    source,
    feature.attributes,
  ];
}

const FEATURE =
  'name="n" code="c" description="d" layer="L" colour="#FF8000" lineType="DASHED" lineWeight="35" ' +
  'time="2024-05-01T12:00:00Z" quality="0.012" list="points" block="TREE" page="3" source="1"';
const ATTRIBUTES = '<Attribute name="Species">Oak &amp; Elm</Attribute><Attribute name=""/>';
/** `FEATURE` and `ATTRIBUTES`, worked out by hand: 1 May 2024, 12:00 UTC is the second 1 714 564 800. */
const SAID = [
  'n',
  'c',
  'd',
  1,
  0xff8000,
  'DASHED',
  35,
  1_714_564_800_000,
  0.012,
  'points',
  'TREE',
  3,
  1,
  ['Species', 'Oak & Elm', '', ''],
];
const DEFAULTS = ['', '', '', -1, -1, '', -1, Number.NaN, Number.NaN, '', '', 0, -1, []];

describe('the elements of MAXML', () => {
  it('Job: name, unit, time, description, properties, and one of three kinds of reference system', async () => {
    const { job } = await read(
      '',
      '<Job name="Site &quot;7&quot;" unit="usSurveyFoot" createdAt="2024-05-01T12:00:00.250Z" description="x"><Crs kind="epsg" code="25832" name="UTM 32"/>' +
        '<Property name="author">A. Surveyor</Property><Property name="__proto__">kept</Property></Job>',
    );
    assert.deepEqual(
      [job.info.name, job.info.unit, job.info.createdAt, job.info.description],
      ['Site "7"', 'usSurveyFoot', 1_714_564_800_250, 'x'],
    );
    assert.deepEqual(job.info.crs, { kind: 'epsg', code: 25832, name: 'UTM 32' });
    assert.deepEqual(Object.entries(job.info.properties), [
      ['author', 'A. Surveyor'],
      ['__proto__', 'kept'],
    ]);
    const wkt = await read('', '<Job createdAt="-1.5"><Crs kind="wkt" name="own">LOCAL_CS["a &lt; b"]</Crs></Job>');
    assert.deepEqual(wkt.job.info.crs, { kind: 'wkt', wkt: 'LOCAL_CS["a < b"]', name: 'own' });
    assert.equal(wkt.job.info.createdAt, -1.5, 'a time that no date can say is milliseconds');
    assert.equal(wkt.job.info.unit, undefined);
    assert.deepEqual((await read('', '<Job><Crs kind="local" name="pit"/></Job>')).job.info.crs, {
      kind: 'local',
      name: 'pit',
    });
  });

  it('Sources and Layers: unchanged; features refer to them by number and by name', async () => {
    const { job, tally } = await read(BEFORE);
    assert.deepEqual(job.sources, [
      { fileName: 'a.dxf', format: 'dxf', sha256: '00', importedAt: 1000 },
      { fileName: 'b.csv', format: 'csv', sha256: '11', importedAt: Number.NaN },
    ]);
    const plain = { colour: -1, lineType: '', lineWeight: -1, visible: true, locked: false, description: '' };
    assert.deepEqual(
      [...job.layers],
      [
        { name: 'other', ...plain },
        {
          name: 'L',
          colour: 1,
          lineType: 'DOT',
          lineWeight: -1,
          visible: false,
          locked: true,
          description: 'of trees',
        },
      ],
    );
    assert.equal(tally.of('Layer').read, 2);
  });

  it('Codes: three kinds, with all properties of their attributes', async () => {
    const { job, tally } = await read(
      '<Codes><PointCode name="TREE" description="a" group="Green" layer="L" colour="#00FF00" lineType="x" lineWeight="20" symbol="tree" control="start">' +
        '<Attribute name="Species" type="list" required="true" default="Oak"><Value>Oak</Value><Value>Elm</Value></Attribute>' +
        '<Attribute name="Girth" type="number" minimum="0" maximum="INF" unit="m"/></PointCode><LineCode name="KERB"/><AreaCode name="LAWN"/></Codes>',
    );
    const none = {
      description: '',
      group: '',
      layer: '',
      colour: -1,
      lineType: '',
      lineWeight: -1,
      symbol: '',
      control: '',
      attributes: [],
    };
    const bounds = { minimum: Number.NaN, maximum: Number.NaN, unit: '' };
    assert.deepEqual(job.codes, [
      {
        ...{ name: 'TREE', kind: 'point', description: 'a', group: 'Green', layer: 'L', colour: 0xff00 },
        ...{ lineType: 'x', lineWeight: 20, symbol: 'tree', control: 'start' },
        attributes: [
          { name: 'Species', type: 'list', required: true, defaultValue: 'Oak', values: ['Oak', 'Elm'], ...bounds },
          {
            name: 'Girth',
            type: 'number',
            required: false,
            defaultValue: '',
            values: [],
            minimum: 0,
            maximum: Infinity,
            unit: 'm',
          },
        ],
      },
      { ...none, name: 'KERB', kind: 'line' },
      { ...none, name: 'LAWN', kind: 'area' },
    ]);
    assert.deepEqual(
      ['PointCode', 'LineCode', 'AreaCode'].map((type) => tally.of(type).read),
      [1, 1, 1],
    );
  });

  it('Points: all properties, or their defaults', async () => {
    const { job } = await read(
      `${BEFORE}<Points><Point ${FEATURE} easting="100.5" northing="-200.25" elevation="0">${ATTRIBUTES}</Point><Point easting="1" northing="2"/></Points>`,
    );
    assert.deepEqual(saidBy(job.points.load(0, new Feature())), SAID);
    assert.deepEqual(saidBy(job.points.load(1, new Feature())), DEFAULTS);
    assert.deepEqual([job.points.easting(0), job.points.northing(0), job.points.elevation(0)], [100.5, -200.25, 0]);
    assert.deepEqual([job.points.easting(1), job.points.northing(1), job.points.elevation(1)], [1, 2, Number.NaN]);
  });

  it('Lines and Areas: rings of easting, northing, elevation; bulges if there are any', async () => {
    const ring = '<Ring><Vertices>\n0 0 1.5\n10 0 NaN 10 5 -0</Vertices></Ring>';
    const { job } = await read(
      `${BEFORE}<Lines><Line ${FEATURE}>${ATTRIBUTES}<Ring><Vertices>0 0 1 10 0 2</Vertices><Bulges>1 0</Bulges></Ring></Line><Line closed="1">${ring}</Line></Lines>` +
        `<Areas><Area ${FEATURE}>${ATTRIBUTES}${ring}<Ring><Vertices>1 1 0 2 1 0 2 2 0</Vertices></Ring></Area></Areas>`,
    );
    const path = new Path();
    const shape = () => [
      path.closed,
      [...path.rings],
      [...path.coordinates.subarray(0, 3 * path.count)],
      [...path.bulges.subarray(0, path.count)],
    ];
    assert.deepEqual(saidBy(job.lines.load(0, new Feature())), SAID);
    job.lines.loadPath(0, path);
    assert.deepEqual(shape(), [false, [0], [0, 0, 1, 10, 0, 2], [1, 0]]);
    job.lines.loadPath(1, path);
    assert.deepEqual(shape(), [true, [0], [0, 0, 1.5, 10, 0, Number.NaN, 10, 5, -0], [0, 0, 0]]);
    assert.deepEqual(saidBy(job.areas.load(0, new Feature())), SAID);
    job.areas.loadPath(0, path);
    assert.deepEqual(shape(), [
      true,
      [0, 3],
      [0, 0, 1.5, 10, 0, Number.NaN, 10, 5, -0, 1, 1, 0, 2, 1, 0, 2, 2, 0],
      [0, 0, 0, 0, 0, 0],
    ]);
  });

  it('Texts: position, height, rotation, justification and lines of words', async () => {
    const { job } = await read(
      `${BEFORE}<Texts><Text ${FEATURE} easting="1" northing="2" elevation="3" height="2.5" rotation="0.5" justification="centre" verticalJustification="top">` +
        `${ATTRIBUTES}<Content>two&#10;lines</Content></Text><Text easting="1" northing="2"><Content/></Text></Texts>`,
    );
    assert.deepEqual(saidBy(job.texts.load(0, new Feature())), SAID);
    const place = { easting: 1, northing: 2 };
    assert.deepEqual(job.texts.label(0), {
      ...{ ...place, elevation: 3, text: 'two\nlines', height: 2.5, rotation: 0.5 },
      ...{ justification: 'centre', verticalJustification: 'top' },
    });
    assert.deepEqual(job.texts.label(1), {
      ...{ ...place, elevation: Number.NaN, text: '', height: 1, rotation: 0 },
      ...{ justification: 'left', verticalJustification: 'baseline' },
    });
  });

  it('conform to the schema: the documents above are valid', (t) => {
    const missing = missingXmllint();
    if (missing !== undefined) return t.skip(missing);
    assert.ok(sound.count >= 8);
    assert.equal(sound.schemaFaults(), '');
  });
});
