import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Feature } from '@fieldbridge/fieldjob';
import { readWith } from '../../../testing/run-format.ts';
import { LimitError } from '../../core/failure.ts';
import { jobxml } from './format.ts';

const STAMP = 'TimeStamp="2020-01-02T03:04:05"';
const documentOf = (reductions: string, fieldBook = ''): string =>
  `<JOBFile jobName="J" version="5.3" product="p" productVersion="1" productDBVersion="2" ${STAMP}>\n<FieldBook>${fieldBook}</FieldBook>\n<Reductions>${reductions}</Reductions></JOBFile>`;
const GRID = '<Grid><North>10</North><East>20</East><Elevation>30</Elevation></Grid>';
const EARTH = '<WGS84><Latitude>50</Latitude><Longitude>8.5</Longitude><Height>100.25</Height></WGS84>';
const point = (rest: string): string => `<Point><ID/><Name>1</Name><Code>TREE</Code>${rest}</Point>`;
const read = (reductions: string, fieldBook?: string) => readWith(jobxml, documentOf(reductions, fieldBook));
/** 2 January 2020, 03:04:05 UTC. */
const STAMPED = Date.UTC(2020, 0, 2, 3, 4, 5);

describe('a point of the Reductions', () => {
  it('has name, code, description and its coordinates', async () => {
    const { job, tally } = await read(
      point(
        `<Description1 Name="Remark">by the gate</Description1><Description2 Name="Second">wet</Description2>${GRID}`,
      ),
    );
    const { name, code, description, attributes, time, quality } = job.points.load(0, new Feature());
    assert.deepEqual([name, code, description, attributes], ['1', 'TREE', 'by the gate', ['Description2', 'wet']]);
    assert.deepEqual([time, quality], [Number.NaN, Number.NaN], 'no record measured it');
    assert.deepEqual([job.points.northing(0), job.points.easting(0), job.points.elevation(0)], [10, 20, 30]);
    assert.deepEqual(
      { ...tally.of('Point') },
      { type: 'Point', space: 'model', found: 1, read: 1, expanded: 0, skipped: 0 },
    );
  });

  it('keeps survey method, class and WGS 84 position as attributes', async () => {
    const { job } = await read(
      point(`<SurveyMethod>Fix</SurveyMethod><Classification>Control</Classification>${GRID}${EARTH}`),
    );
    assert.deepEqual(job.points.attributes.get(0), [
      ...['SurveyMethod', 'Fix', 'Classification', 'Control'],
      ...['wgs84Latitude', '50', 'wgs84Longitude', '8.5', 'wgs84Height', '100.25'],
    ]);
    assert.equal(job.controlPoints.length, 0);
  });

  it('may lack an elevation; without northing or easting it is not a point', async () => {
    const grid = (north: string, east: string, elevation: string): string =>
      point(`<Grid><North>${north}</North><East>${east}</East><Elevation>${elevation}</Elevation></Grid>`);
    const { job, issues, tally } = await read(
      grid('1', '2', '') + grid('1', '', '3') + grid('', '2', '3') + point('<Grid/>') + point(''),
    );
    assert.deepEqual([job.points.length, job.points.elevation(0)], [1, Number.NaN]);
    assert.equal(issues.count('coordinates-missing'), 4);
    assert.deepEqual([tally.of('Point').found, tally.of('Point').read, tally.of('Point').skipped], [5, 1, 4]);
    assert.deepEqual(
      issues.places().map(({ line }) => line),
      [3, 3, 3, 3],
    );
  });

  it('with an elevation that is not a number has none, which is reported', async () => {
    const grids = ['1e999', 'x', ' 7 ', '', 'NaN'].map((elevation) =>
      point(`<Grid><North>1</North><East>2</East><Elevation>${elevation}</Elevation></Grid>`),
    );
    const { job, issues } = await read(grids.join(''));
    const { NaN: none } = Number;
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((row) => job.points.elevation(row)),
      [none, none, 7, none, none],
    );
    assert.deepEqual([issues.count('elevation-unreadable'), issues.summary().length], [3, 1]);
  });

  it('has time and quality of the record with its ID', async () => {
    const record = (id: string, horizontal: string): string =>
      `<PointRecord ID="${id}" ${STAMP}><Name>1</Name><Precision><Horizontal>${horizontal}</Horizontal><Vertical>9</Vertical></Precision></PointRecord>`;
    const reduced = (id: string): string => `<Point><ID>${id}</ID><Name>1</Name><Code/>${GRID}</Point>`;
    const { job } = await read(reduced('0b') + reduced('0a') + reduced('0c'), record('0a', '0.015') + record('0b', ''));
    const found = [0, 1, 2].map((row) => [job.points.time.get(row), job.points.quality.get(row)]);
    assert.deepEqual(found, [
      [STAMPED, Number.NaN],
      [STAMPED, 0.015],
      [Number.NaN, Number.NaN],
    ]);
  });

  it('may contain other data; unknown elements are reported', async () => {
    const { job, issues } = await read(
      `${point(`<Local><Latitude>1</Latitude></Local><New><Grid><North>9</North></Grid></New>${GRID}`)}<Line/>`,
    );
    assert.equal(job.points.northing(0), 10);
    assert.deepEqual(
      issues.summary().map(({ code }) => code),
      ['unknown-element'],
    );
  });
});

describe('the field book', () => {
  it('is kept record by record, each value by its path, with station and target', async () => {
    const { job, tally } = await read(
      '',
      `<StationRecord ID="S1" ${STAMP}><StationName>100</StationName><TheodoliteHeight>1.5</TheodoliteHeight></StationRecord>` +
        `<BackBearingRecord ID="B1" ${STAMP}><Station>100</Station><BackSight>99</BackSight></BackBearingRecord>` +
        `<PointRecord ID="P1" ${STAMP}><Name>101</Name><StationID>S1</StationID><Circle><HorizontalCircle>45.5</HorizontalCircle></Circle></PointRecord>` +
        `<PointRecord ID="P2"><Name>102</Name><RTK_Base>BASE</RTK_Base></PointRecord><NoteRecord ID="N1" ${STAMP}><Notes><Note>rain</Note><Note>sun</Note></Notes></NoteRecord>`,
    );
    assert.deepEqual(
      job.observations.map(({ kind, station, target, time }) => [kind, station, target, time]),
      [
        ['StationRecord', '100', '', STAMPED],
        ['BackBearingRecord', '', '99', STAMPED],
        ['PointRecord', '100', '101', STAMPED],
        ['PointRecord', 'BASE', '102', Number.NaN],
        ['NoteRecord', '', '', STAMPED],
      ],
    );
    assert.deepEqual(job.observations[2]?.values, [
      ...['@ID', 'P1', '@TimeStamp', '2020-01-02T03:04:05', 'Name', '101', 'StationID', 'S1'],
      ...['Circle/HorizontalCircle', '45.5'],
    ]);
    assert.deepEqual(job.observations[4]?.values.slice(4), ['Notes/Note', 'rain', 'Notes/Note', 'sun']);
    assert.deepEqual([tally.of('PointRecord').read, tally.of('NoteRecord').found], [2, 1]);
  });

  it('states the zone of its local times, also of earlier ones, and of the job', async () => {
    const zone = (hours: string): string =>
      `<TimeZoneRecord ID="Z" ${STAMP}><ZoneName>z</ZoneName><HoursToUTC>${hours}</HoursToUTC></TimeZoneRecord>`;
    const note = `<NoteRecord ID="N" ${STAMP}/>`;
    const hour = 3_600_000;
    for (const [hours, shift] of [
      ['-1', -hour],
      ['9.5', 9.5 * hour],
      ['0', 0],
      ['', 0],
      ['25', 0],
      ['soon', 0],
    ] as const) {
      const { job } = await read('', note + zone(hours) + note);
      assert.deepEqual(
        job.observations.map(({ time }) => time - STAMPED),
        [shift, shift, shift],
        hours,
      );
      assert.equal(job.info.createdAt - STAMPED, shift, 'the time of the root is also local');
    }
    const { job } = await read('', zone('-1') + note + zone('-2') + note);
    assert.deepEqual(
      job.observations.map(({ time }) => (time - STAMPED) / hour),
      [-1, -1, -2, -2],
      'each applies until the next',
    );
    // With more earlier records than the limit, those are kept without a zone.
    const late = await read('', note.repeat(1000) + zone('-1') + note);
    assert.deepEqual(
      [0, 999, 1000, 1001].map((row) => late.job.observations[row]!.time - STAMPED),
      [0, 0, -hour, -hour],
    );
  });

  it('is refused beyond the limit of records or of points in the Reductions', async () => {
    const records = documentOf('', `<NoteRecord ID="N" ${STAMP}/>`.repeat(6));
    const points = documentOf(point(GRID).repeat(6));
    for (const document of [records, points]) {
      await readWith(jobxml, document, { limits: { features: 6 } });
      await assert.rejects(
        readWith(jobxml, document, { limits: { features: 5 } }),
        (error) => error instanceof LimitError && error.limit === 'features',
      );
    }
  });
});

describe('the coordinate system of a field book', () => {
  const record = (name: string, content: string): string => `<${name} ID="1" ${STAMP}>${content}</${name}>`;
  const ellipsoid = record(
    'EllipsoidRecord',
    '<EarthRadius>6378137</EarthRadius><Flattening>0.00335281067183</Flattening>',
  );
  const datum = record(
    'DatumRecord',
    '<Type>SevenParameter</Type><RotationX>0</RotationX><TranslationZ>0</TranslationZ><Scale>1</Scale>',
  );
  const names = record('CoordinateSystemRecord', '<SystemName>Austria</SystemName><ZoneName>M34 "neu"</ZoneName>');
  const lambert = record(
    'ProjectionRecord',
    '<Projection><Type>Lambert2Parallel</Type><CentralLatitude>47.5</CentralLatitude><CentralLongitude>13.333</CentralLongitude>' +
      '<FalseNorthing>400000</FalseNorthing><FalseEasting>300000</FalseEasting><Parallel1>46</Parallel1><Parallel2>49</Parallel2></Projection>',
  );

  it('is WKT with its parameters if there is only a known projection', async () => {
    const { job } = await read('', ellipsoid + datum + names + lambert);
    const { crs } = job.info;
    assert.ok(crs.kind === 'wkt');
    assert.equal(crs.name, 'Austria M34 "neu"');
    // 1 / 0.00335281067183 = 298.2572221...
    assert.match(crs.wkt, /^PROJCS\["Austria M34 'neu'",GEOGCS\[.*SPHEROID\["JobXML",6378137,298\.25722[0-9]+\]/);
    assert.ok(
      crs.wkt.endsWith(
        'PROJECTION["Lambert_Conformal_Conic_2SP"],PARAMETER["standard_parallel_1",46],PARAMETER["standard_parallel_2",49],' +
          'PARAMETER["latitude_of_origin",47.5],PARAMETER["central_meridian",13.333],PARAMETER["false_easting",300000],' +
          'PARAMETER["false_northing",400000],UNIT["metre",1],AXIS["Easting",EAST],AXIS["Northing",NORTH]]',
      ),
      crs.wkt,
    );
    assert.equal(job.info.properties['coordinateSystem/ProjectionRecord/Projection/Parallel2'], '49');
    assert.equal(job.info.properties['coordinateSystem/CoordinateSystemRecord/ZoneName'], 'M34 "neu"');
  });

  it('is a local grid with its name if a part is missing, damaged or not supported', async () => {
    const named = { kind: 'local', name: 'Austria M34 "neu"' };
    for (const book of [
      datum + names + lambert,
      ellipsoid + names + lambert,
      ellipsoid + datum + names,
      ellipsoid + datum + names + lambert.replace('>46<', '>x<'),
      ellipsoid + datum + names + lambert.replace('>13.333<', '><'),
      ellipsoid.replace('6378137', '-1') + datum + names + lambert,
      ellipsoid + datum.replace('<RotationX>0', '<RotationX>0.1') + names + lambert,
      ellipsoid + datum.replace('>1</Scale>', '>1.00001</Scale>') + names + lambert,
      ellipsoid + datum.replace('SevenParameter', 'DatumGrid') + names + lambert,
      ellipsoid +
        datum +
        names +
        lambert.replace('</Projection>', '<ShiftGridFileName>bev.sgf</ShiftGridFileName></Projection>'),
    ])
      assert.deepEqual((await read('', book)).job.info.crs, named, book.slice(0, 200));
    assert.deepEqual((await read('', '')).job.info.crs, { kind: 'local' });
  });

  it('is the registered system of its name, where no local adjustment follows', async () => {
    const called = (system: string, zone: string): string =>
      record('CoordinateSystemRecord', `<SystemName>${system}</SystemName><ZoneName>${zone}</ZoneName>`);
    const adjusted = record('HorizontalAdjustmentRecord', '<Type>PlaneAdjustment</Type>');
    for (const [book, code] of [
      [called('', 'ETRS89 / UTM zone 32N'), 25832],
      [called('Germany', 'DHDN / 3-degree Gauss-Kruger zone 3'), 31467],
      [called('MGI /', 'Austria GK East'), 31256],
      [adjusted + called('', 'ETRS89 / UTM zone 32N'), undefined],
    ] as const) {
      const { job, issues } = await read('', book);
      assert.equal(job.info.crs.kind === 'epsg' ? job.info.crs.code : undefined, code, book);
      assert.equal(issues.count('crs-by-name'), code === undefined ? 0 : 1);
    }
  });

  it('is the last one: each record replaces the previous one of its kind', async () => {
    const { job } = await read('', ellipsoid + datum + names + lambert.replace('>46<', '>40<') + lambert);
    assert.ok(job.info.crs.kind === 'wkt' && job.info.crs.wkt.includes('"standard_parallel_1",46'));
  });
});

describe('a point of the field book that is missing from the Reductions', () => {
  const record = (name: string, deleted = 'false'): string =>
    `<PointRecord ${STAMP}><Name>${name}</Name><Deleted>${deleted}</Deleted><Circle/></PointRecord>`;

  it('is counted and named, unless it was deleted', async () => {
    const { issues } = await read(
      point(GRID),
      record('1') + record('2') + record('3') + record('4', 'true') + record('3'),
    );
    const [issue] = issues.summary();
    assert.deepEqual([issue!.code, issue!.count, issues.summary().length], ['shot-without-coordinates', 2, 1]);
    assert.match(issue!.text, /^2 measured points have no coordinates in the file: 2, 3;/);
  });

  it('is named as a point of the Reductions if it has no coordinates there', async () => {
    const { issues } = await read(point('<Grid/>'), record('1'));
    assert.deepEqual(
      issues.summary().map(({ code }) => code),
      ['coordinates-missing'],
    );
  });

  it('of which there are many: the first ten are named', async () => {
    const { issues } = await read('', Array.from({ length: 12 }, (_, i) => record(`P${i}`)).join(''));
    assert.match(issues.summary()[0]!.text, /^12 measured points have .*: P0, .*, P9, …;/);
  });
});
