import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import {
  alignmentOf,
  type Crs,
  type FieldJob,
  type HorizontalElement,
  JobBuilder,
  type Unit,
} from '@fieldbridge/fieldjob';
import { IssueLog } from '../../core/issues/issue.ts';
import { moveJob } from './moved-job.ts';

const epsg = (code: number): Crs => ({ kind: 'epsg', code });
const hasCs2cs = spawnSync('cs2cs', ['EPSG:25832', 'EPSG:25833'], { input: '500000 5600000\n' }).status === 0;

/** A road of a straight of so many metres and an arc to the right, at the edge of its zone. */
interface Road {
  readonly straight: number;
  readonly radius: number;
  readonly turn: number;
}
const [EAST, NORTH, AZIMUTH] = [720_000, 5_600_000, 0.6];

function placeOn({ straight, radius }: Road, along: number): readonly [number, number] {
  const onStraight = Math.min(along, straight);
  const angle = Math.max(0, along - straight) / radius;
  const [ahead, right] = [onStraight + radius * Math.sin(angle), radius * (1 - Math.cos(angle))];
  const [sin, cos] = [Math.sin(AZIMUTH), Math.cos(AZIMUTH)];
  return [EAST + ahead * sin + right * cos, NORTH + ahead * cos - right * sin];
}

function jobOf(road: Road, from: Crs, unit: Unit = 'metre'): FieldJob {
  const { straight, radius, turn } = road;
  const builder = new JobBuilder();
  builder.describe({ unit, crs: from });
  const [arcEast, arcNorth] = placeOn(road, straight);
  const common = { startStation: 0, azimuth: AZIMUTH };
  const horizontal: HorizontalElement[] = [
    {
      ...{ ...common, kind: 'straight', length: straight, startEasting: EAST, startNorthing: NORTH },
      ...{ startRadius: Infinity, endRadius: Infinity },
    },
    {
      ...{ ...common, kind: 'arc', startStation: straight, length: radius * turn },
      ...{ startEasting: arcEast, startNorthing: arcNorth, startRadius: radius, endRadius: radius },
    },
  ];
  const vertical = [0, straight].map((station) => ({
    ...{ station, elevation: 100 + station / 100, curve: 'none' as const, length: 0, radius: Number.NaN },
  }));
  builder.alignment(alignmentOf('road', { horizontal, vertical }));
  return builder.job;
}

/** Places every half metre of a road in another system, by PROJ's own program. */
function oracle(road: Road, code: number, northFirst: boolean): (readonly [number, number])[] {
  const { straight, radius, turn } = road;
  const count = Math.ceil((straight + radius * turn) * 2);
  const places = Array.from({ length: count + 1 }, (_, i) => placeOn(road, ((straight + radius * turn) * i) / count));
  const input = places.map((place) => place.join(' ')).join('\n');
  const { stdout } = spawnSync('cs2cs', ['-f', '%.6f', 'EPSG:25832', `EPSG:${code}`], { input, maxBuffer: 2 ** 28 });
  const rows = String(stdout)
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/).map(Number) as [number, number, number]);
  assert.equal(rows.length, places.length);
  return rows.map(([a, b]) => (northFirst ? [b, a] : [a, b]));
}

/** A place on a straight or an arc, by its circle. */
function placeAt(
  { kind, startEasting, startNorthing, azimuth, startRadius }: HorizontalElement,
  along: number,
): readonly [number, number] {
  const angle = kind === 'arc' ? along / startRadius : 0;
  const [ahead, right] =
    kind === 'arc' ? [startRadius * Math.sin(angle), startRadius * (1 - Math.cos(angle))] : [along, 0];
  const [sin, cos] = [Math.sin(azimuth), Math.cos(azimuth)];
  return [startEasting + ahead * sin + right * cos, startNorthing + ahead * cos - right * sin];
}

/** How far places along elements are from a line at most. */
function apart(elements: readonly HorizontalElement[], line: readonly (readonly [number, number])[]): number {
  let most = 0;
  let at = 0;
  for (const element of elements)
    for (let i = 0; i <= 20; i++) {
      const [e, n] = placeAt(element, (element.length * i) / 20);
      const away = (k: number): number => {
        const [[ae, an], [be, bn]] = [line[k]!, line[k + 1]!];
        const t = Math.min(
          1,
          Math.max(0, ((e - ae) * (be - ae) + (n - an) * (bn - an)) / ((be - ae) ** 2 + (bn - an) ** 2)),
        );
        return Math.hypot(e - ae - t * (be - ae), n - an - t * (bn - an));
      };
      while (at + 2 < line.length && away(at + 1) < away(at)) at++;
      most = Math.max(most, away(at));
    }
  return most;
}

async function moved(job: FieldJob, crs: Crs, unit: Unit = 'metre'): Promise<{ job: FieldJob; issues: IssueLog }> {
  const builder = new JobBuilder();
  const issues = new IssueLog();
  const skipped = (): void => assert.fail('left out');
  await moveJob(job, builder, { unit, crs, settings: { accuracy: 1000 }, report: issues.report, skipped });
  return { job: builder.job, issues };
}

const TOWN: Road = { straight: 400, radius: 300, turn: 1.2 };
const MOTORWAY: Road = { straight: 9000, radius: 4000, turn: 0.8 };

describe('an alignment follows a change of reference system, compared with cs2cs', () => {
  for (const [name, road, code, northFirst, how, most] of [
    ['a town road into the next zone keeps its elements', TOWN, 25833, false, 'alignment-moved', 2],
    ['a motorway into the next zone is divided', MOTORWAY, 25833, false, 'alignment-moved-in-parts', 24],
    ['a town road into an equal-area system gets chords', TOWN, 3035, true, 'alignment-moved-in-parts', 300],
  ] as const)
    it(name, { skip: !hasCs2cs && 'no cs2cs here' }, async () => {
      const { job, issues } = await moved(jobOf(road, epsg(25832)), epsg(code));
      const { horizontal, vertical } = job.alignments[0]!;
      const off = apart(horizontal, oracle(road, code, northFirst));
      assert.ok(off < 0.0012, `${off} m from where cs2cs says`);
      assert.ok(horizontal.length <= most, `${horizontal.length} elements`);
      assert.equal(issues.count(how) > 0, true);
      // The profile ends where the straight does.
      const straights = horizontal.filter(({ startStation }) => startStation < vertical[1]!.station - 1e-6);
      const length = straights.reduce((sum, one) => sum + one.length, 0);
      assert.ok(Math.abs(vertical[1]!.station - length) < 1e-6);
      const change = issues.summary().find((issue) => issue.code === how)!.parameters!['change'];
      const whole = horizontal.reduce((sum, one) => sum + one.length, 0);
      assert.ok(Math.abs(Number(change) / 1e6 - (whole / (road.straight + road.radius * road.turn) - 1)) < 1e-6);
    });

  it('to degrees it becomes a line with the elevations of its profile', async () => {
    const { job, issues } = await moved(jobOf(TOWN, epsg(25832)), epsg(4258));
    assert.deepEqual([job.alignments.length, job.lines.length], [0, 2]);
    const [east, north, up] = job.lines.coordinates.view();
    assert.ok(east! > 12 && east! < 12.2 && north! > 50 && north! < 51 && up === 100, `${east} ${north} ${up}`);
    assert.equal(issues.count('alignment-moved-as-line'), 1);
  });

  it('alone in its job, it is by where it lies that the operation is chosen', async () => {
    // The road is in Bavaria, the operation is for the Netherlands.
    const { issues } = await moved(jobOf(TOWN, epsg(25832)), epsg(28992));
    assert.equal(issues.count('crs-outside-area'), 1);
  });
});
