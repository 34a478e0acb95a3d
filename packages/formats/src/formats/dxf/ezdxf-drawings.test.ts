import assert from 'node:assert/strict';
import test from 'node:test';
import { type FieldJob, Path, strokePath } from '@fieldbridge/fieldjob';
import { askEzdxf, missingEzdxf } from './testing/ezdxf.ts';
import { MAKE_PROGRAM, type Made } from './testing/ezdxf-drawings.ts';
import { readFile } from './testing/reading.ts';
import { withFolder } from './testing/writing.ts';

// Random drawings made by ezdxf, read here and drawn by ezdxf: lengths and boxes by layer, texts, counts.

const DRAWINGS = Number(process.env['EZDXF_DRAWINGS'] ?? 15);
const SEED = Number(process.env['EZDXF_SEED'] ?? 7);
const TOLERANCE = 0.0005;
/** ezdxf draws arcs as Bézier curves, which are off by 0.03 % of their radius. */
const BOX = 0.3;

type Layers = Record<string, { lengths: number[]; box: number[] }>;

/** Lengths and box of all lines and rings, by layer. */
function layersOf(job: FieldJob): Layers {
  const layers: Layers = {};
  const path = new Path();
  const chords = new Path();
  for (const table of [job.lines, job.areas]) {
    for (let row = 0; row < table.length; row++) {
      strokePath(table.loadPath(row, path), TOLERANCE, chords);
      const own = (layers[job.layers.name(table.layer.get(row))] ??= { lengths: [], box: [1e9, 1e9, -1e9, -1e9] });
      for (const [ring, from] of chords.rings.entries())
        own.lengths.push(measure(chords, from, chords.ringEnd(ring), own.box));
    }
  }
  return layers;
}

function measure({ coordinates: c, closed }: Path, from: number, to: number, box: number[]): number {
  let sum = 0;
  for (let i = from; i < to; i++) {
    const next = i + 1 < to ? i + 1 : closed ? from : i;
    // ezdxf has 0 for unknown elevations.
    const part = (k: number): number => (c[3 * next + k]! || 0) - (c[3 * i + k]! || 0);
    sum += Math.hypot(part(0), part(1), part(2));
    const [e, n] = [c[3 * i]!, c[3 * i + 1]!];
    box.splice(0, 4, Math.min(box[0]!, e), Math.min(box[1]!, n), Math.max(box[2]!, e), Math.max(box[3]!, n));
  }
  return sum;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const near = (a: number, b: number, slack: number): boolean => Math.abs(a - b) <= slack * Math.max(1, Math.abs(b));

test('drawings of all usual entities, in any plane and in blocks, have the lengths and boxes of ezdxf', async (t) => {
  const missing = missingEzdxf();
  if (missing !== undefined) return t.skip(`drawings made by ezdxf: ${missing}`);
  await withFolder(async (folder) => {
    const drawings = askEzdxf<Made[]>(MAKE_PROGRAM, [folder, String(DRAWINGS), String(SEED)]);
    assert.equal(drawings.length, DRAWINGS);
    for (const { path, layers, texts, counts } of drawings) {
      const { job, issues, tally } = await readFile(path, { drawingUnit: 'm', tolerance: TOLERANCE });
      const found = layersOf(job);
      const what = `${path} of seed ${SEED}`;
      assert.deepEqual(Object.keys(found).sort(), Object.keys(layers).sort(), what);
      for (const [layer, { lengths, box }] of Object.entries(layers)) {
        const own = found[layer]!;
        // Sums, because ezdxf splits a polyline with arcs that is scaled unevenly into several curves.
        const [ours, theirs] = [sum(own.lengths), sum(lengths)];
        assert.ok(near(ours, theirs, 1e-3), `${what}, ${layer}: ${ours} against ${theirs}`);
        for (const [k, side] of box.entries())
          assert.ok(Math.abs(own.box[k]! - side) < BOX, `${what}, ${layer}: ${own.box} against ${box}`);
      }
      const inModel = Object.fromEntries(
        tally
          .rows()
          .filter(({ space }) => space === 'model')
          .map(({ type, found: count }) => [type, count]),
      );
      assert.deepEqual(inModel, counts, what);
      const labels = Array.from({ length: job.texts.length }, (_, row) => job.texts.label(row));
      assert.deepEqual(labels.map(({ text }) => text).sort(), texts.map(([text]) => text).sort(), what);
      for (const [text, easting, northing, height, degrees] of texts) {
        const isSame = labels.some(
          (label) =>
            label.text === text &&
            near(label.easting, easting, 1e-9) &&
            near(label.northing, northing, 1e-9) &&
            near(label.height, height, 1e-9) &&
            near((label.rotation / Math.PI) * 180, degrees, 1e-9),
        );
        assert.ok(isSame, `${what}: ${text} at ${easting}, ${northing}`);
      }
      assert.ok(!issues.has('warning'), `${what}: ${JSON.stringify(issues.summary())}`);
    }
  });
});
