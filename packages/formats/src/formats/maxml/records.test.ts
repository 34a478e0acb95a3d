import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missingXmllint } from '../../../testing/xmllint.ts';
import { BEFORE, SoundDocuments } from './testing/sound.ts';

const sound = new SoundDocuments();
const read = (body: string, job?: string) => sound.read(body, job);

describe('the records of MAXML', () => {
  it('Surfaces: vertices, triangles, neighbours, edges, breaklines and boundaries', async () => {
    const { job } = await read(
      `${BEFORE}<Surfaces><Surface name="s" description="d" code="c" layer="L" colour="#010203" source="0"><Vertices>0 0 1 10 0 2 0 10 3 10 10 4</Vertices>` +
        '<Triangles>0 1 2 1 3 2</Triangles><Neighbours>-1 1 -1 -1 -1 0</Neighbours><Edges>1 2</Edges>' +
        '<Breakline name="b" kind="hard">0 0 1 10 10 4</Breakline><Breakline/><Boundary name="o" kind="outer">0 0 1 10 0 2 0 10 3</Boundary><Attribute name="soil">clay</Attribute></Surface></Surfaces>',
    );
    assert.deepEqual(job.surfaces, [
      {
        ...{ name: 's', description: 'd', code: 'c', layer: 1, colour: 0x010203, source: 0 },
        vertices: Float64Array.of(0, 0, 1, 10, 0, 2, 0, 10, 3, 10, 10, 4),
        triangles: Int32Array.of(0, 1, 2, 1, 3, 2),
        neighbours: Int32Array.of(-1, 1, -1, -1, -1, 0),
        edges: Int32Array.of(1, 2),
        breaklines: [
          { name: 'b', kind: 'hard', coordinates: Float64Array.of(0, 0, 1, 10, 10, 4) },
          { name: '', kind: '', coordinates: new Float64Array(0) },
        ],
        boundaries: [{ name: 'o', kind: 'outer', coordinates: Float64Array.of(0, 0, 1, 10, 0, 2, 0, 10, 3) }],
        attributes: ['soil', 'clay'],
      },
    ]);
  });

  it('Alignments: elements, vertical points, sections and equations', async () => {
    const { job } = await read(
      `${BEFORE}<Alignments><Alignment name="A" description="d" code="c" layer="L" startStation="1000" source="1">` +
        '<Horizontal kind="straight" startStation="1000" length="50" startEasting="0" startNorthing="0" azimuth="0"/>' +
        '<Horizontal kind="clothoid" startStation="1050" length="20" startEasting="0" startNorthing="50" azimuth="0" endRadius="-100"/>' +
        '<Horizontal kind="arc" startStation="1070" length="30" startEasting="0" startNorthing="70" azimuth="-0.1" startRadius="-100" endRadius="-100"/>' +
        '<Vertical station="1000" elevation="10"/><Vertical station="1050" elevation="12" curve="parabola" length="20"/><Vertical station="1080" elevation="12" curve="arc" length="10" radius="500"/>' +
        '<Section name="G" station="1010">-5 1 0 0 5 1</Section>' +
        `<Section name="D" station="1020" section="NO.1" kind="existing" side="left" codes='["A",""]' pointNames='["1"]' attributes='{"material":"gravel"}'>0 1 5 2</Section>` +
        '<Equation back="1090" ahead="0"/><Equation back="2" ahead="3" description="jump"/>' +
        '<Superelevation startStation="1010" endStation="INF"><Event kind="FullSuperSta" value="1020"/><Event kind="FullSuperelev" word="-5"/><Event kind="Unknown" value="1"/>' +
        '<Attribute name="n">v</Attribute></Superelevation><Attribute name="A">125</Attribute></Alignment></Alignments>',
    );
    const straight = { startRadius: Infinity, endRadius: Infinity };
    assert.deepEqual(job.alignments, [
      {
        ...{ name: 'A', description: 'd', code: 'c', layer: 1, startStation: 1000, source: 1 },
        horizontal: [
          {
            kind: 'straight',
            startStation: 1000,
            length: 50,
            startEasting: 0,
            startNorthing: 0,
            azimuth: 0,
            ...straight,
          },
          {
            kind: 'clothoid',
            startStation: 1050,
            length: 20,
            startEasting: 0,
            startNorthing: 50,
            azimuth: 0,
            startRadius: Infinity,
            endRadius: -100,
          },
          {
            kind: 'arc',
            startStation: 1070,
            length: 30,
            startEasting: 0,
            startNorthing: 70,
            azimuth: -0.1,
            startRadius: -100,
            endRadius: -100,
          },
        ],
        vertical: [
          { station: 1000, elevation: 10, curve: 'none', length: 0, radius: Number.NaN },
          { station: 1050, elevation: 12, curve: 'parabola', length: 20, radius: Number.NaN },
          { station: 1080, elevation: 12, curve: 'arc', length: 10, radius: 500 },
        ],
        sections: [
          { name: 'G', station: 1010, points: Float64Array.of(-5, 1, 0, 0, 5, 1) },
          {
            ...{ name: 'D', station: 1020, points: Float64Array.of(0, 1, 5, 2), section: 'NO.1', kind: 'existing' },
            ...{ side: 'left', codes: ['A', ''], attributes: ['material', 'gravel'] },
          },
        ],
        equations: [
          { back: 1090, ahead: 0 },
          { back: 2, ahead: 3, description: 'jump' },
        ],
        superelevation: [
          {
            ...{ startStation: 1010, endStation: Infinity, attributes: ['n', 'v'] },
            events: [
              { kind: 'FullSuperSta', value: 1020 },
              { kind: 'FullSuperelev', value: '-5' },
            ],
          },
        ],
        profileName: '',
        attributes: ['A', '125'],
      },
    ]);
  });

  it('Planes, ControlPoints and Observations: all values, or that they are not known', async () => {
    const { job } = await read(
      `${BEFORE}<Planes><Plane name="p" easting="1" northing="2" elevation="3" azimuth="1.5" slope="-0.02" crossSlope="0.01" source="0"/><Plane easting="1" northing="2"/></Planes>` +
        '<ControlPoints><ControlPoint name="G1" code="c" description="d" easting="1" northing="2" elevation="3" latitude="50.5" longitude="-8.25" ellipsoidHeight="120" ' +
        'useHorizontal="true" useVertical="1" residualEasting="0.01" residualNorthing="-0.02" residualElevation="0.03" source="1"/><ControlPoint/></ControlPoints>' +
        '<Observations><Observation kind="SS" station="S1" target="101" time="1970-01-01T00:00:00Z" source="0"><Value name="ha">45.0000</Value><Value name="sd"/></Observation><Observation kind=""/></Observations>',
    );
    assert.deepEqual(job.planes, [
      { name: 'p', easting: 1, northing: 2, elevation: 3, azimuth: 1.5, slope: -0.02, crossSlope: 0.01, source: 0 },
      { name: '', easting: 1, northing: 2, elevation: Number.NaN, azimuth: 0, slope: 0, crossSlope: 0, source: -1 },
    ]);
    const unknown = Number.NaN;
    assert.deepEqual(job.controlPoints, [
      {
        ...{ name: 'G1', code: 'c', description: 'd', easting: 1, northing: 2, elevation: 3 },
        ...{ latitude: 50.5, longitude: -8.25, ellipsoidHeight: 120, useHorizontal: true, useVertical: true },
        ...{ residualEasting: 0.01, residualNorthing: -0.02, residualElevation: 0.03, source: 1 },
      },
      {
        ...{ name: '', code: '', description: '', easting: unknown, northing: unknown, elevation: unknown },
        ...{
          latitude: unknown,
          longitude: unknown,
          ellipsoidHeight: unknown,
          useHorizontal: false,
          useVertical: false,
        },
        ...{ residualEasting: unknown, residualNorthing: unknown, residualElevation: unknown, source: -1 },
      },
    ]);
    assert.deepEqual(job.observations, [
      { kind: 'SS', station: 'S1', target: '101', time: 0, values: ['ha', '45.0000', 'sd', ''], source: 0 },
      { kind: '', station: '', target: '', time: unknown, values: [], source: -1 },
    ]);
  });

  it('Drawings: placement, file and a scene with its own layers and sources', async () => {
    const { job } = await read(
      `${BEFORE}<Drawings><Drawing name="plan" fileName="plan.dxf" format="dxf" mediaType="image/vnd.dxf" sha256="" size="7" source="1">` +
        '<Placement kind="line" scale="2"><From easting="0" northing="0"/><From easting="1" northing="0"/><To easting="100" northing="200"/><To easting="100" northing="202"/></Placement>' +
        '<File>\n MAoKRU9G\n Cg==\n</File>' +
        '<Scene><Job unit="internationalFoot"><Crs kind="local"/></Job><Layers><Layer name="within"/></Layers><Points><Point easting="1" northing="2" layer="within"/></Points></Scene></Drawing></Drawings>',
    );
    const [drawing] = job.drawings;
    assert.deepEqual(drawing?.placement, {
      kind: 'line',
      from: [
        [0, 0],
        [1, 0],
      ],
      to: [
        [100, 200],
        [100, 202],
      ],
      scale: 2,
    });
    // MAoKRU9GCg== is "0", two line feeds, "EOF" and another.
    assert.equal(Buffer.from(drawing?.read?.() ?? []).toString(), '0\n\nEOF\n');
    assert.deepEqual(
      [drawing?.name, drawing?.fileName, drawing?.format, drawing?.mediaType, drawing?.size, drawing?.source],
      ['plan', 'plan.dxf', 'dxf', 'image/vnd.dxf', 7, 1],
    );
    assert.deepEqual(
      [drawing?.scene.info.unit, drawing?.scene.points.layer.get(0), drawing?.scene.layers.name(0)],
      ['internationalFoot', 0, 'within'],
    );
    assert.deepEqual([job.points.length, job.layers.length], [0, 2], 'the job has nothing of the scene');
  });

  it('conform to the schema: the documents above are valid', (t) => {
    const missing = missingXmllint();
    if (missing !== undefined) return t.skip(missing);
    assert.ok(sound.count >= 4);
    assert.equal(sound.schemaFaults(), '');
  });
});
