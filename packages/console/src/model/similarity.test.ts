import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fitPairs, type Pair, type Position, placementOptions } from './similarity.ts';

/** A known similarity, written another way than the code under test: by angle and scale. */
const known =
  (scale: number, degrees: number, [east, north]: Position) =>
  ([e, n]: Position): Position => {
    const angle = (degrees * Math.PI) / 180;
    return [
      east + scale * (Math.cos(angle) * e - Math.sin(angle) * n),
      north + scale * (Math.sin(angle) * e + Math.cos(angle) * n),
    ];
  };
const LOCAL: readonly Position[] = [
  [0, 0],
  [120, 15],
  [90, 80],
  [-10, 60],
];
const near = (a: Position, b: Position, within = 1e-6): boolean => Math.hypot(a[0] - b[0], a[1] - b[1]) < within;

describe('a drawing placed by pairs', () => {
  it('is turned, stretched and shifted as the pairs say, to the micrometre in a national grid', () => {
    for (const [scale, degrees] of [
      [1, 0],
      [0.3048, 35],
      [500, -170],
    ] as const) {
      const move = known(scale, degrees, [4_321_000.123, 5_700_000.456]);
      const fit = fitPairs(LOCAL.map((from): Pair => ({ from, to: move(from) })))!;
      assert.ok(Math.abs(fit.scale / scale - 1) < 1e-9, String(fit.scale));
      assert.ok(Math.abs(fit.rotation - degrees) < 1e-7, String(fit.rotation));
      assert.ok(fit.deviation! < 1e-6);
      assert.ok(near(fit.place([33, 44]), move([33, 44])));
    }
  });
  it('leaves residuals whose sum is nothing, and a deviation that a wrong pair raises', () => {
    const move = known(1, 20, [1000, 2000]);
    const pairs = LOCAL.map((from): Pair => ({ from, to: move(from) }));
    const wrong = [...pairs.slice(0, 3), { from: LOCAL[3]!, to: [pairs[3]!.to[0] + 1, pairs[3]!.to[1]] as const }];
    const { residuals, deviation } = fitPairs(wrong)!;
    assert.ok(near([0, 1].map((axis) => residuals.reduce((sum, one) => sum + one[axis]!, 0)) as never, [0, 0]));
    assert.ok(deviation! > 0.1 && deviation! < 1, String(deviation));
    // The pair that is wrong sticks out.
    const lengths = residuals.map(([e, n]) => Math.hypot(e, n));
    assert.equal(lengths.indexOf(Math.max(...lengths)), 3);
    // No other similarity is closer: a small change of each parameter makes it worse.
    const sum = (fit: (position: Position) => Position): number =>
      wrong.reduce((all, { from, to }) => all + (fit(from)[0] - to[0]) ** 2 + (fit(from)[1] - to[1]) ** 2, 0);
    const { place } = fitPairs(wrong)!;
    for (const [scale, degrees, shift] of [
      [1.001, 0, 0],
      [0.999, 0, 0],
      [1, 0.05, 0],
      [1, -0.05, 0],
      [1, 0, 0.05],
    ] as const) {
      const [e0, n0] = place([65, 40]);
      const other = (position: Position): Position => {
        const [e, n] = place(position);
        const turned = known(scale, degrees, [e0 + shift, n0])([e - e0, n - n0]);
        return turned;
      };
      assert.ok(sum(other) > sum(place), `${scale} ${degrees} ${shift}`);
    }
  });
  it('is exact for two pairs, and nothing for one or for one place', () => {
    const two = fitPairs([
      { from: [0, 0], to: [10, 10] },
      { from: [1, 0], to: [10, 12] },
    ])!;
    assert.deepEqual([two.scale, Math.round(two.rotation), two.deviation], [2, 90, undefined]);
    assert.equal(fitPairs([{ from: [0, 0], to: [10, 10] }]), undefined);
    const same = { from: [5, 5], to: [10, 10] } as const;
    assert.equal(fitPairs([same, same, same]), undefined);
    assert.equal(fitPairs([same, { from: [6, 6], to: [10, 10] }]), undefined, 'it would shrink into a point');
  });
  it('is stated to the engine by two positions far apart, which place every other one the same way', () => {
    const move = known(0.5, 77, [250_000, 400_000]);
    const pairs = LOCAL.map((from): Pair => ({ from, to: move(from) }));
    const { placement, from, to } = placementOptions(fitPairs(pairs)!, pairs);
    const positions = (text: string) => text.split(';').map((one) => one.split(',').map(Number) as unknown as Position);
    const [a, b] = positions(from);
    const [c, d] = positions(to);
    assert.equal(placement, 'line');
    assert.deepEqual([a, b], [LOCAL[0], LOCAL[1]]);
    assert.ok(near(c!, move(a!)) && near(d!, move(b!)));
  });
});
