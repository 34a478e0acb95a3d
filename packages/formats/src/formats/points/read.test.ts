import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { detect } from '../../convert/detect.ts';
import { MemorySource } from '../../core/byte-source.ts';
import type { FormatError, LimitError } from '../../core/failure.ts';
import { tryRead } from './testing/journey.ts';

/** Points as short texts: name, easting, northing, elevation, code. */
async function rows(text: string | Uint8Array, options = {}, name = 'site.txt'): Promise<string[]> {
  const { job } = await tryRead(text, { options, name });
  const { points: p } = job;
  return Array.from({ length: p.length }, (_, i) =>
    [p.name.get(i), p.easting(i), p.northing(i), p.elevation(i), p.code.get(i)].join(' '),
  );
}

async function layout(text: string | Uint8Array, options = {}): Promise<string> {
  const { issues } = await tryRead(text, { options });
  return issues.summary().find(({ code }) => code === 'points-layout')!.text;
}

test('a header determines the columns, in any order and language', async () => {
  const expected = ['P1 1000.5 2000.25 10.125 TREE'];
  assert.deepEqual(await rows('Name,Northing,Easting,Elevation,Code\nP1,2000.25,1000.5,10.125,TREE\n'), expected);
  assert.deepEqual(await rows('Code;Punktnr;Rechtswert;Hochwert;Höhe\nTREE;P1;1000.5;2000.25;10.125\n'), expected);
  assert.deepEqual(
    await rows('Elevation [m]\tEst\tNord\tCode\tMatricule\n10.125\t1000.5\t2000.25\tTREE\tP1'),
    expected,
  );
  assert.deepEqual(await rows('# id,e,n,z,code\r\nP1,1000.5,2000.25,10.125,TREE\r\n'), expected);
});

test('without a header: name, northing, easting, elevation, code, and the order is reported as assumed', async () => {
  const { job, issues } = await tryRead('1,2000.25,1000.5,10.125,TREE\n2,2001.25,1001.5,10.5,TREE\n');
  assert.equal(job.points.northing(0), 2000.25);
  assert.equal(issues.count('coordinate-order-assumed'), 1);
  assert.deepEqual(await rows('1,2000.25,1000.5,10.125,TREE\n', { order: 'EN' }), ['1 2000.25 1000.5 10.125 TREE']);
});

test('sizes that only one grid allows determine the order', async () => {
  assert.deepEqual(await rows('1,456000.5,5678000.5,100.1,A\n'), ['1 456000.5 5678000.5 100.1 A']);
  assert.deepEqual(await rows('1,5678000.5,456000.5,100.1,A\n'), ['1 456000.5 5678000.5 100.1 A']);
  assert.deepEqual(await rows('1 2600000.5 1200000.5 500.1\n'), ['1 2600000.5 1200000.5 500.1 ']);
  assert.deepEqual(await rows('x,y,z\n5678000.5,456000.5,1.5\n'), [' 456000.5 5678000.5 1.5 ']);
  assert.deepEqual(await rows('x,y,z\n1000.5,2000.5,1.5\n'), [' 1000.5 2000.5 1.5 ']);
});

describe('every delimiter with both decimal marks', () => {
  const expected = ['P1 1000.5 2000.25 10.125 TREE', 'P2 1001.5 2001.25 NaN FENCE'];
  for (const delimiter of [',', ';', '\t', '|', ' ']) {
    for (const mark of ['.', ',']) {
      if (mark === ',' && delimiter === ',') continue;
      test(JSON.stringify([delimiter, mark]), async () => {
        const second = delimiter === ' ' ? '-' : '';
        const text = [
          ['P1', '2000.25', '1000.5', '10.125', 'TREE'],
          ['P2', '2001.25', '1001.5', second, 'FENCE'],
        ]
          .map((fields) => fields.join(delimiter).replaceAll('.', mark))
          .join('\n');
        assert.deepEqual(await rows(text, { order: 'NE' }), expected, JSON.stringify([delimiter, mark]));
      });
    }
  }
});

test('blanks may pad a table, with the line ends of every system', async () => {
  const table = '   1    2000.250    1000.500   10.125  TREE\n  22    2000.250    1000.500   10.125  TREE';
  assert.equal((await rows(table, { order: 'NE' }))[1], '22 1000.5 2000.25 10.125 TREE');
  for (const end of ['\n', '\r\n', '\r', '\n\n', '\r\n\x1a']) {
    assert.equal((await rows(`a,1.5,2.5,3.5${end}b,1.5,2.5,3.5${end}`)).length, 2, JSON.stringify(end));
  }
});

test('columns can be stated by letters, words and templates', async () => {
  const text = 'TREE,10.125,1000.5,2000.25,P1\n';
  const expected = ['P1 1000.5 2000.25 10.125 TREE'];
  assert.deepEqual(await rows(text, { columns: 'CZENP' }), expected);
  assert.deepEqual(await rows(text, { columns: 'code,elevation,easting,northing,name' }), expected);
  assert.deepEqual(await rows('P1,TREE,2000.25,1000.5,10.125\n', { template: 'stonex' }), expected);
  await assert.rejects(
    rows(text, { columns: 'name,wings' }),
    (e: FormatError) => e.code === 'option-invalid' && /wings/.test(e.message),
  );
  await assert.rejects(rows(text, { delimiter: 'abc' }), (e: FormatError) => e.code === 'option-invalid');
  await assert.rejects(rows(text, { encoding: 'klingon' }), (e: FormatError) => e.code === 'option-invalid');
});

test('an unreadable row is an issue with its line; the others are imported', async () => {
  const { job, issues, tally } = await tryRead(
    'name,northing,easting,elevation\n1,10.5,20.5,1\n2,x,20.5,1\n3,10.5,,1\n4,1e999,20.5,1\n5,NaN,20.5,1\njunk\n6,10.5,20.5,1\n',
  );
  assert.equal(job.points.length, 2);
  const places = issues.places().map(({ code, line }) => `${code} ${line}`);
  for (const place of [
    'row-unreadable 3',
    'coordinate-missing 4',
    'row-unreadable 5',
    'coordinate-missing 6',
    'coordinate-missing 7',
  ])
    assert.ok(places.includes(place), `${place} in ${places}`);
  assert.deepEqual(tally.rows(), [{ type: 'row', space: 'model', found: 7, read: 2, expanded: 0, skipped: 5 }]);
});

test('an empty elevation is unknown; one that is not a number is reported', async () => {
  const { job, issues } = await tryRead('n,e,z\n1.5,2.5,\n1.5,2.5,NaN\n1.5,2.5,high\n1.5,2.5,-3\n');
  assert.deepEqual(
    [0, 1, 2, 3].map((i) => job.points.elevation(i)),
    [Number.NaN, Number.NaN, Number.NaN, -3],
  );
  assert.equal(issues.count('elevation-unreadable'), 1);
});

test('quoted fields hold delimiters, quotes and lines; a quote that is never closed affects only its own row', async () => {
  const { job } = await tryRead(
    'name,n,e,z,description\n1,1.5,2.5,3,"a, ""b""\nc"\n2,1.5,2.5,3,"open\n3,1.5,2.5,3,shut\n',
  );
  assert.equal(job.points.description.get(0), 'a, "b"\nc');
  assert.deepEqual(
    [1, 2].map((i) => job.points.description.get(i)),
    ['"open', 'shut'],
  );
});

test('a description may contain the delimiter; other surplus fields are reported', async () => {
  const free = await tryRead('1,2.5,3.5,4.5,C,an old oak, dead\n', { options: { columns: 'PNEZCD' } });
  assert.equal(free.job.points.description.get(0), 'an old oak, dead');
  const more = await tryRead('1,2.5,3.5,4.5,C\n', { options: { columns: 'PNEZ' } });
  assert.equal(more.issues.count('row-has-more-fields'), 1);
});

test('other columns become attributes', async () => {
  const { job } = await tryRead('id,northing,easting,elev,code,Antenna,PDOP\nP1,1.5,2.5,3.5,C,1.8,2\n');
  assert.deepEqual(job.points.attributes.get(0), ['Antenna', '1.8', 'PDOP', '2']);
});

test('layers, dates, times and quality are read', async () => {
  const { job, issues } = await tryRead(
    'id,n,e,z,layer,date,time,quality\nP1,1.5,2.5,3.5,Trees,2026-11-20,10:30:00,0.012\nP2,1.5,2.5,3.5,Trees,20.11.2026,10:30:00,\nP3,1,2,3,Kerbs,11/20/2026,,x\n',
  );
  const { points } = job;
  assert.deepEqual(
    Array.from(job.layers, ({ name }) => name),
    ['Trees', 'Kerbs'],
  );
  assert.equal(points.time.get(0), Date.UTC(2026, 10, 20, 10, 30));
  assert.equal(points.time.get(1), points.time.get(0));
  assert.equal(points.quality.get(0), 0.012);
  assert.deepEqual(points.attributes.get(2), ['quality', 'x', 'time', '11/20/2026']);
  assert.equal(issues.count('time-zone-assumed'), 2);
});

test('the point list is named after the file or as stated', async () => {
  const text = '1,1.5,2.5,3.5\n';
  assert.equal((await tryRead(text, { name: 'Stake out.v2.csv' })).job.points.list.get(0), 'Stake out.v2');
  assert.equal((await tryRead(text, { options: { list: 'mine' } })).job.points.list.get(0), 'mine');
});

test('encodings: UTF-8, UTF-16 with and without a mark, code pages, and a mixture', async () => {
  const text = 'Name;Ost;Nord;Höhe;Code\nMüller;1,5;2,5;3,5;Straße\n';
  const expected = ['Müller 1.5 2.5 3.5 Straße'];
  assert.deepEqual(await rows(text), expected);
  assert.deepEqual(await rows(`\uFEFF${text}`), expected);
  assert.deepEqual(await rows(Buffer.from(text, 'utf16le')), expected);
  assert.deepEqual(await rows(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()), expected);
  assert.deepEqual(await rows(Buffer.from(text, 'latin1')), expected);
  const cyrillic = Buffer.concat([
    Buffer.from('1;1,5;2,5;3,5;'),
    Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
    Buffer.from('\n'),
  ]);
  assert.deepEqual(await rows(cyrillic, { order: 'EN' }), ['1 1.5 2.5 3.5 Привет']);
  assert.deepEqual(await rows(cyrillic, { order: 'EN', encoding: 'ibm866' }), ['1 1.5 2.5 3.5 ╧ЁштхЄ']);
  const mixed = Buffer.concat([Buffer.from('a;1.5;2.5;3.5;Höhe\n'), Buffer.from('b;1.5;2.5;3.5;Höhe\n', 'latin1')]);
  const { job, issues } = await tryRead(mixed, { options: { encoding: 'utf-8' } });
  assert.deepEqual([job.points.code.get(0), job.points.code.get(1)], ['Höhe', 'Höhe']);
  assert.equal(issues.count('mixed-encoding'), 1);
  // The issue of a skipped row shows its first 60 bytes, the last of which is the first half of a letter here.
  const long = await tryRead(`1;1,5;2,5;3,5\n${'x'.repeat(59)}ö;;;\n`);
  assert.deepEqual(
    long.issues
      .summary()
      .flatMap(({ code, parameters }) => (code === 'coordinate-missing' ? [parameters?.['row']] : [])),
    [`${'x'.repeat(59)}ö`],
  );
  assert.equal(long.issues.count('mixed-encoding'), 0);
  assert.match(await layout(Buffer.from(text, 'latin1')), /windows-1252; least certain: encoding, 60 %/);
});

test('geographic rows become control points, or points of a stated system', async () => {
  const text = 'name,lat,lon,ellipsoidal height\nA,52.5,13.4,80.25\n';
  const { job, issues } = await tryRead(text);
  assert.equal(job.points.length, 0);
  const [control] = job.controlPoints;
  assert.deepEqual([control!.latitude, control!.longitude, control!.ellipsoidHeight], [52.5, 13.4, 80.25]);
  assert.equal(issues.count('geographic-as-control'), 1);
  const { job: projected } = await tryRead(text, { options: { crs: '25833' } });
  // PROJ 9 (cs2cs EPSG:4326 EPSG:25833) gives 391390.731 5817855.241.
  assert.ok(Math.abs(projected.points.easting(0) - 391390.731) < 0.001);
  assert.ok(Math.abs(projected.points.northing(0) - 5817855.241) < 0.001);
  assert.deepEqual(projected.info.crs, { kind: 'epsg', code: 25833 });
});

test('control pairs localise geographic rows to the site grid', async () => {
  const control = 'A,1000,2000,40,52,13,80;B,1000,3000,40.1,52.00898732,13,80.1;C,2000,2000,40.2,52,13.01456,80.2';
  const { job, issues } = await tryRead('name,lat,lon,hae\nP,52,13,85\n', { options: { control } });
  assert.equal(job.controlPoints.length, 3);
  assert.ok(job.controlPoints.every((point) => Math.abs(point.residualEasting) < 1));
  assert.ok(Math.hypot(job.points.easting(0) - 1000, job.points.northing(0) - 2000) < 1);
  assert.ok(Math.abs(job.points.elevation(0) - 45) < 0.01);
  assert.match(issues.summary().find(({ code }) => code === 'localised')!.text, /3 control points/);
  const text = 'name,lat,lon\nP,52,13\n';
  await assert.rejects(tryRead(text, { options: { control: 'A,1,2,3' } }), (e: FormatError) =>
    /is not name,/.test(e.message),
  );
  await assert.rejects(tryRead(text, { options: { control: 'A,1,2,,52,13,' } }), (e: FormatError) =>
    /two pairs/.test(e.message),
  );
});

test('coded points draw lines on request, and unresolved codes are issues with their point', async () => {
  const text = 'name,n,e,z,code\n1,0.5,0.5,1,KERB1 B\n2,0.5,9.5,1,KERB1 WHAT\n3,9.5,9.5,1,KERB1 E\n';
  assert.equal((await tryRead(text)).job.lines.length, 0);
  const { job, issues } = await tryRead(text, { options: { linework: true } });
  assert.deepEqual([job.points.length, job.lines.length, job.lines.vertexCount], [3, 1, 3]);
  assert.equal(issues.places().find(({ code }) => code === 'linework-code-unknown')!.handle, '2');
  await assert.rejects(
    tryRead(text, { options: { linework: true, controls: 'x=y' } }),
    (e: FormatError) => e.code === 'option-invalid',
  );
});

test('control pairs keep both positions', async () => {
  const { job } = await tryRead('name,e,n,z,lat,lon,hae\nA,1000.5,2000.5,30,52.5,13.4,80\nB,1001.5,2000.5,30,,,\n');
  assert.equal(job.controlPoints.length, 1);
  assert.deepEqual([job.controlPoints[0]!.easting, job.controlPoints[0]!.useVertical], [1000.5, true]);
  assert.equal(job.points.name.get(0), 'B');
});

test('angles in degrees, minutes and seconds, packed, and out of range', async () => {
  const latitude = async (text: string, options = {}): Promise<number | undefined> =>
    (await tryRead(`name;lat;lon\n${text}\n`, { options })).job.controlPoints[0]?.latitude;
  const dms = 52 + 7 / 60 + 24.5 / 3600;
  assert.equal(await latitude('A;52°07\'24.5"N;13°24\'00"E'), dms);
  assert.equal(await latitude('A;-52 07 24.5;13 24 00'), -dms);
  assert.equal(await latitude('A;52-07-24.5 S;13-24-00 E'), -dms);
  assert.equal(await latitude("A;N52°30.5';W13°24.0'"), 52 + 30.5 / 60);
  assert.equal(await latitude('A;52.07245;13.24', { angle: 'packed' }), dms);
  await assert.rejects(latitude('A;52.6;13.24', { angle: 'packed' }), (e: FormatError) => e.code === 'no-points');
  await assert.rejects(latitude('A;95.5;13.24'), (e: FormatError) => e.code === 'no-points');
});

test('a file without a readable row, binary bytes and an abort end with a clear reason', async () => {
  await assert.rejects(tryRead('a,b\nc,d\n'), (e: FormatError) => e.code === 'columns-unknown');
  const binary = Buffer.from(Array.from({ length: 4000 }, (_, i) => (i * 7919) & 255));
  await assert.rejects(tryRead(binary), (e: FormatError) => e.code === 'binary-content');
  assert.equal(detect(new MemorySource(binary, 'a.txt'))!.sniffed.refusal?.code, 'binary-content');
  assert.equal(detect(new MemorySource(binary, 'a')), undefined);
  const { issues } = await tryRead('');
  assert.equal(issues.count('no-rows'), 1);
  const many = '1,1.5,2.5,3.5\n'.repeat(200_000);
  await assert.rejects(tryRead(many, { signal: AbortSignal.abort(new Error('stop')) }), /stop/);
  await assert.rejects(tryRead(many, { limits: { features: 1000 } }), (e: LimitError) => e.limit === 'features');
});

test('the header of an empty table is an empty import, with any delimiter, also without an extension', async () => {
  for (const text of [
    'name,northing,easting,elevation\n',
    'name;northing;easting;elevation\r\n',
    'Point\tE\tN\tZ',
    '\uFEFF"name" | "northing" | "easting" | "code"\n# nothing measured yet\n\n',
  ]) {
    const { job, issues } = await tryRead(text);
    assert.equal(job.points.length, 0, text);
    assert.equal(issues.count('no-rows'), 1, text);
  }
  const found = (text: string, name: string) => detect(new MemorySource(Buffer.from(text), name))?.format.id;
  assert.equal(found('name,northing,easting,elevation\n', 'upload'), 'points');
  assert.equal(found('name,northing,easting,elevation\nA,1,2,3\n', 'upload'), 'points', 'a header and one row');
  assert.equal(found('x,y\n', 'upload'), undefined, 'two words could be anything');
  assert.equal(found('x,y\n1,2\n', 'upload'), 'points');
  assert.equal(
    found('name,northing,easting\nfoo,bar,baz\n', 'upload'),
    undefined,
    'rows without numbers are not points',
  );
  await assert.rejects(tryRead('name,northing,easting\nfoo,bar,baz\n'), { code: 'no-points' });
  await assert.rejects(tryRead('name,northing,easting\n', { options: { header: 'false' } }), {
    code: 'columns-unknown',
  });
  await assert.rejects(tryRead('name,northing,easting\n', { options: { delimiter: 'tab' } }), {
    code: 'columns-unknown',
  });
});

test('a first line of unknown words is a header, which is reported as a guess', async () => {
  const { job, issues } = await tryRead('aa,bb,cc,dd\nP1,1.5,2.5,3.5\n');
  assert.equal(job.points.length, 1);
  assert.equal(issues.places().find(({ code }) => code === 'header-assumed')!.line, 1);
  assert.equal(
    (await tryRead('aa,bb,cc,dd\nP1,1.5,2.5,3.5\n', { options: { header: 'false' } })).issues.count(
      'coordinate-missing',
    ),
    0,
  );
});
