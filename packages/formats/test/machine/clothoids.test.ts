import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_STROKE_TOLERANCE, type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { AXIS_STATIONS, designAxis } from '../../testing/design-axis.ts';
import { readWith, writeWith } from '../../testing/machine/support.ts';
import { f64, recordsOf, tablesOf } from '../../testing/machine/written.ts';

const { alignment, at } = designAxis(500_000, 5_600_000);
const NONE = 0xfffffffe;

function jobOf(unit: 'metre' | 'internationalFoot' = 'metre', more: Partial<typeof alignment> = {}): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit });
  builder.alignment({ ...alignment, ...more });
  return builder.job;
}

/** The horizontal list in the bytes of a TP3: start and station of each element, from azimuths and lengths. */
async function walked(job: FieldJob): Promise<{ type: number; easting: number; northing: number; station: number }[]> {
  const { tables, bytes } = await tablesOf('tp3', job);
  const places: { type: number; easting: number; northing: number; station: number }[] = [];
  let [easting, northing, station] = [0, 0, 0];
  for (let node = recordsOf(tables, 19)[0]!.readUInt32LE(2); node !== NONE; node = bytes.readUInt32LE(node + 10)) {
    const type = bytes.readUInt16LE(node);
    const payload = bytes.subarray(node + 18, node + 18 + bytes.readUInt16LE(node + 6));
    if (type === 1) [northing, easting, , , station] = f64(payload, 0, 5) as [number, number, number, number, number];
    else places.push({ type, easting, northing, station });
    if (type !== 2) continue;
    const [azimuth, length] = f64(payload, 0, 2) as [number, number];
    [easting, northing, station] = [
      easting + length * Math.sin(azimuth),
      northing + length * Math.cos(azimuth),
      station + length,
    ];
  }
  return places;
}

describe('clothoids in a TP3', () => {
  it('are chords within 1 mm of the clothoid; the next element starts at its end', async () => {
    assert.equal(DEFAULT_STROKE_TOLERANCE, 0.001, 'as in the message');
    const places = await walked(jobOf());
    assert.ok(places.length > 20 && places.length < 100, `${places.length} elements`);
    for (const [i, { easting, northing, station }] of places.entries()) {
      const known = at(station);
      assert.ok(Math.hypot(easting - known.easting, northing - known.northing) < 0.001, `${station}`);
      const next = places[i + 1];
      if (next === undefined || i === 0) continue;
      const [e, n] = [(easting + next.easting) / 2, (northing + next.northing) / 2];
      const middle = at((station + next.station) / 2);
      assert.ok(Math.hypot(e - middle.easting, n - middle.northing) < 0.0015, `${station}`);
    }
    assert.equal(places.at(-1)!.type, 4, 'the arc stays an arc');
    const [begin, end] = [places.at(-1)!.station, AXIS_STATIONS[0] + 110];
    assert.ok(Math.abs(begin - end) < 0.001, `chords are shorter by ${end - begin} m`);
  });

  it('are counted, and the profile is unchanged', async () => {
    const { bytes, issues } = await writeWith('tp3', jobOf());
    assert.equal(issues.count('clothoid-stroked'), 1);
    const { job } = await readWith('tp3', bytes);
    assert.deepEqual(job.alignments[0]!.vertical, alignment.vertical);
  });

  it('of a job in feet keep to a millimetre, too', async () => {
    const job = jobOf('internationalFoot');
    const places = await walked(job);
    // The same numbers in feet: all lengths are 0.3048 times as large, the tolerance is not.
    for (const { easting, northing, station } of places) {
      const known = at(station / 0.3048);
      assert.ok(Math.hypot(easting - 0.3048 * known.easting, northing - 0.3048 * known.northing) < 0.001);
    }
  });

  for (const [name, damage] of [
    ['radius', { endRadius: Number.NaN }],
    ['place', { startEasting: Number.NaN }],
  ] as const)
    it(`without a ${name} cause the alignment to be left out with a warning`, async () => {
      const horizontal = alignment.horizontal.map((one) => (one.kind === 'clothoid' ? { ...one, ...damage } : one));
      const { issues } = await writeWith('tp3', jobOf('metre', { horizontal }));
      assert.equal(issues.count('alignment-without-position'), 1);
    });
});
