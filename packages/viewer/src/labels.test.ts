import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PointChunk, TextChunk } from '@fieldbridge/view-wire';
import { Camera } from './camera.ts';
import { drawLabels, type LabelChoice } from './labels.ts';
import { THEMES } from './palette.ts';
import type { LabelContext } from './svg-context.ts';

const head = { kind: 0, easting: 500_000, northing: 5_540_000, elevation: 0, step: 0.01 };
const origins = (count: number) => ({
  ...{
    table: new Uint8Array(count),
    row: Uint32Array.from({ length: count }, (_, i) => i),
    pen: new Uint16Array(count),
  },
});

/** Points at places in steps, with names. */
function pointsAt(places: readonly (readonly [number, number])[]): PointChunk {
  const plan = Int32Array.from(places.flat());
  const code = Uint16Array.from(places, (_, i) => i);
  const names = places.map((_, i) => `P${i}`);
  return { kind: 'points', head, ...origins(places.length), plan, height: null, code, names };
}

function textAt(text: string, place: readonly [number, number], size: number): TextChunk {
  const one = { size: Float32Array.of(size), rotation: new Float32Array(1), anchor: new Uint8Array(1), fit: null };
  return { kind: 'texts', head, ...origins(1), plan: Int32Array.from(place), height: null, texts: [text], ...one };
}

/** Texts written on a canvas of 800 × 600 pixels, each of a centimetre. */
function written(chunk: PointChunk | TextChunk, choice: Partial<LabelChoice> = {}) {
  const texts: { readonly text: string; readonly x: number; readonly y: number }[] = [];
  const saved: [number, number][] = [];
  let origin: [number, number] = [0, 0];
  const nothing = (): void => undefined;
  const context = {
    ...{ rotate: nothing, scale: nothing, strokeText: nothing, measureText: () => ({ width: 10 }) },
    save: () => void saved.push(origin),
    restore: () => void (origin = saved.pop()!),
    translate: (x: number, y: number) => void (origin = [origin[0] + x, origin[1] + y]),
    fillText: (text: string, x: number, y: number) => void texts.push({ text, x: origin[0] + x, y: origin[1] + y }),
  } as unknown as LabelContext;
  const camera = Object.assign(new Camera(), { easting: head.easting, northing: head.northing, scale: 100 });
  Object.assign(camera, { width: 800, height: 600 });
  const how: LabelChoice = { ink: () => [0, 1], code: (_, code) => `C${code}`, points: 'name', ...choice };
  drawLabels(context, [{ chunk, palette: 0 }], camera, THEMES.light, how);
  return texts;
}

describe('labels', () => {
  it('of points do not cover each other', () => {
    const crowd = Array.from({ length: 20_000 }, (_, i): [number, number] => [(i % 190) * 4 - 390, (i / 67 - 150) | 0]);
    const shown = written(pointsAt(crowd));
    assert.ok(shown.length > 100, `${shown.length} names`);
    for (const [i, a] of shown.entries())
      for (const b of shown.slice(i + 1))
        assert.ok(Math.abs(a.x - b.x) >= 18 || Math.abs(a.y - b.y) >= 11, `${a.text} and ${b.text}`);
  });

  it('of points are made where they have room, and colours once', () => {
    let [codes, inks] = [0, 0];
    const crowd = Array.from({ length: 20_000 }, (_, i): [number, number] => [(i % 20) - 10, ((i / 20) % 20) | 0]);
    const shown = written(pointsAt(crowd), {
      points: 'code',
      code: (_, code) => `C${codes++}${code}`,
      ink: () => [inks++, 1],
    });
    assert.ok(shown.length > 0 && codes < crowd.length / 20, `${codes} codes made for ${shown.length}`);
    assert.equal(inks, 1);
  });

  // The cell at the left end of a row of the picture is not the one at the right end of the row above.
  it('of points at one edge leave the other edge free', () => {
    const edges = [-398, 395].flatMap((x) => Array.from({ length: 20 }, (_, i): [number, number] => [x, 25 * i - 250]));
    const out = Array.from({ length: 20 }, (_, i): [number, number] => [-410, 25 * i - 240]);
    assert.equal(written(pointsAt(edges)).length, 40);
    assert.equal(written(pointsAt([...edges.slice(20), ...out])).length, 40);
  });

  it('are left out where their layer is hidden', () => {
    assert.deepEqual(written(pointsAt([[0, 0]]), { ink: () => null }), []);
    assert.deepEqual(written(textAt('a', [0, 0], 1), { ink: () => null }), []);
  });

  it('with many lines are there when only the last ones are in the picture', () => {
    const lines = Array.from({ length: 40 }, (_, i) => `line ${i}`);
    const top = { anchor: Uint8Array.of(12) };
    const shown = written({ ...textAt(lines.join('\n'), [0, 700], 0.1), ...top });
    assert.deepEqual(
      shown.map(({ text }) => text),
      lines,
    );
    assert.ok(shown.at(-1)!.y > 0 && shown[0]!.y < -300);
  });
});
