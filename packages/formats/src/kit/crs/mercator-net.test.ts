import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Crs, ExtentBox, Unit } from '@fieldbridge/fieldjob';
import { crsChange } from './crs-change.ts';
import { mercatorNet } from './mercator-net.ts';

const epsg = (code: number): Crs => ({ kind: 'epsg', code });
const boxOf = (minEasting: number, minNorthing: number, side: number): ExtentBox => ({
  ...{ minEasting, minNorthing, maxEasting: minEasting + side, maxNorthing: minNorthing + side },
});

for (const [name, code, unit, box, most] of [
  ['a site in UTM 32', 25832, 'metre', boxOf(500_000, 5_600_000, 2_000), 0.02],
  ['a country in UTM 32', 25832, 'metre', boxOf(300_000, 5_300_000, 600_000), 400],
  ['British National Grid', 27700, 'metre', boxOf(400_000, 300_000, 5_000), 0.1],
  ['degrees', 4258, 'metre', boxOf(9, 50, 0.02), 1e-7],
  ['US survey feet', 2263, 'usSurveyFoot', boxOf(980_000, 190_000, 10_000), 0.1],
] as const)
  test(`a net under ${name} holds every place of it, within the error that it states`, async () => {
    const net = await mercatorNet(epsg(code), unit as Unit, box);
    const [west, south, east, north] = net.mercator;
    assert.ok(net.error <= most && net.accuracy !== undefined && net.operation !== '', `${net.error}`);
    const { side, places } = net;
    const back = await crsChange(epsg(code), epsg(3857), 'metre', undefined, { accuracy: Infinity });
    const factor = unit === 'metre' ? 1 : 1200 / 3937;
    for (const [i, k] of [
      [0.2, 0.3],
      [0.5, 0.5],
      [0.87, 0.11],
      [0, 1],
    ] as const) {
      const [easting, northing] = [
        box.minEasting + i * (box.maxEasting - box.minEasting),
        box.minNorthing + k * (box.maxNorthing - box.minNorthing),
      ];
      const at = Float64Array.of(easting * factor, northing * factor, 0);
      back!.map(at);
      const [x, y] = [
        ((at[0]! - west) / (east - west)) * (side - 1),
        ((at[1]! - south) / (north - south)) * (side - 1),
      ];
      const [column, row] = [Math.floor(x), Math.floor(y)];
      assert.ok(column >= 0 && row >= 0 && column < side - 1 && row < side - 1, `${name}: ${x} ${y}`);
      const off = [0, 1].map((axis) => {
        const of = (c: number, r: number) => places[2 * (r * side + c) + axis]!;
        const [p, q] = [x - column, y - row];
        const low = of(column, row) * (1 - p) + of(column + 1, row) * p;
        const high = of(column, row + 1) * (1 - p) + of(column + 1, row + 1) * p;
        return low * (1 - q) + high * q - [easting, northing][axis]!;
      });
      // Both operations are exact to a tenth of a millimetre.
      assert.ok(Math.hypot(...off) <= net.error * 1.01 + 1e-3, `${off}: ${net.error}`);
    }
  });

test('a box that is nowhere on the earth, and a local grid, have no net', async () => {
  await assert.rejects(mercatorNet(epsg(25832), 'metre', boxOf(1e300, 1e300, 1e299)), { code: 'crs-no-position' });
  await assert.rejects(mercatorNet({ kind: 'local' }, 'metre', boxOf(0, 0, 1)), { code: 'crs-local' });
});
