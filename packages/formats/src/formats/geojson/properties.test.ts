import assert from 'node:assert/strict';
import test from 'node:test';
import { Feature, JobBuilder, labelOf } from '@fieldbridge/fieldjob';
import { tryRead, tryWrite } from '../points/testing/journey.ts';
import { geojson } from './format.ts';

test('a property called time is only read if it is an ISO time; numbers and slashed dates are not guessed', async () => {
  for (const [value, time] of [
    ['"2024-05-01T12:00:00.250Z"', Date.UTC(2024, 4, 1, 12, 0, 0, 250)],
    ['"2024-05-01T12:00:00+02:00"', Date.UTC(2024, 4, 1, 10)],
    ['"1.5.2024"', Date.UTC(2024, 4, 1)],
    ['"5/6/2024"', Number.NaN],
    ['12', Number.NaN],
    ['"around noon"', Number.NaN],
    ['"2024-02-30T00:00:00Z"', Number.NaN],
  ] as const) {
    const text = `{"type":"Feature","geometry":{"type":"Point","coordinates":[9,50]},"properties":{"time":${value}}}`;
    const { job } = await tryRead(text, { format: geojson, name: 'p.geojson' });
    assert.deepEqual(job.points.time.get(0), time, value);
    // Other values are kept as written.
    assert.deepEqual(
      job.points.attributes.get(0),
      Number.isNaN(time) ? ['time', String(JSON.parse(value))] : [],
      value,
    );
  }
});

test('a second value of an attribute is left out and counted', async () => {
  const job = new JobBuilder();
  const feature = (attributes: readonly string[]): Feature =>
    Object.assign(new Feature(), { attributes: [...attributes] });
  job.point(feature(['TAG', 'a', 'TAG', 'b', 'TAG', 'c', '', 'd']), 1, 2, 3);
  job.point(feature(['TAG', 'a']), 1, 2, 3);
  job.text(feature(['N', '1', 'M', '2', 'N', '3']), labelOf('t', 1, 2));
  const { bytes, issues } = await tryWrite(job.job, geojson);
  const reported = issues.summary().find(({ code }) => code === 'attribute-left-out');
  assert.deepEqual([reported?.severity, reported?.count], ['warning', 3]);
  const back = (await tryRead(bytes, { format: geojson, name: 'p.geojson' })).job;
  assert.deepEqual(back.points.attributes.get(0), ['TAG', 'a', '', 'd']);
  assert.deepEqual(back.texts.attributes.get(0), ['N', '1', 'M', '2']);
  const plain = new JobBuilder();
  plain.point(feature(['TAG', 'a', 'OTHER', 'a']), 1, 2, 3);
  assert.equal((await tryWrite(plain.job, geojson)).issues.count('attribute-left-out'), 0);
});

test('control points and texts keep all their properties', async () => {
  const job = new JobBuilder();
  job.describe({ unit: 'metre' });
  const control = {
    ...{ name: 'CP', code: 'C', description: 'd', easting: 1, northing: 2, elevation: 3 },
    ...{ latitude: 50, longitude: 9, ellipsoidHeight: 100, useHorizontal: false, useVertical: true },
    ...{ residualEasting: 0.01, residualNorthing: -0.02, residualElevation: Number.NaN, source: -1 },
  };
  job.controlPoint(control);
  const label = labelOf('a', 1, 2, {
    elevation: 3,
    justification: 'centre',
    verticalJustification: 'top',
    rotation: 1,
  });
  job.text(new Feature(), label);
  const { bytes } = await tryWrite(job.job, geojson);
  const back = (await tryRead(bytes, { format: geojson, name: 'p.geojson' })).job;
  assert.deepEqual(back.controlPoints, [control]);
  assert.deepEqual(back.texts.label(0), label);
});
