import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ViewPage } from '@fieldbridge/viewer/testing/view-page.ts';

const FOLDER = join(import.meta.dirname, 'pictures');
/** Where pictures that differ are left: the folder of a test run is removed with it. */
const LEFT = join(import.meta.dirname, '../../../dist/pictures');
/** Difference of a channel from which two pixels differ, also from the ones around them: edges may move by one. */
const CHANNEL = 56;
/** Stored channels have 16 values divided by this. */
const COARSE = 1;
/** Share of the pixels with ink that may differ. */
const SHARE = 0.004;

/** A picture of the page, its difference from the one that is stored, and how many pixels that is. */
interface Comparison {
  readonly picture: string;
  readonly difference: string;
  readonly differs: number;
  readonly inked: number;
}

/**
 * Compares what the view draws, without texts, with the picture of that name in `testing/pictures`; writes it instead
 * if WRITE_PICTURES is set.
 */
export async function assertPicture(view: ViewPage, name: string): Promise<void> {
  const file = join(FOLDER, `${name}.png`);
  const stored = existsSync(file) ? readFileSync(file).toString('base64') : '';
  const { picture, difference, differs, inked } = await view.evaluate<Comparison>(`(async () => {
    const { width, height } = viewer.canvas;
    const canvasOf = (source) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d');
      if (source) context.drawImage(source, 0, 0);
      return [canvas, context, context.getImageData(0, 0, width, height)];
    };
    const textOf = (canvas) => canvas.toDataURL('image/png').split(',')[1];
    const [ours, pen, seen] = canvasOf(viewer.canvas);
    const a = Uint8ClampedArray.from(seen.data);
    // Stored in fewer colours, which makes it small.
    for (let i = 0; i < a.length; i++) if (i % 4 < 3) seen.data[i] = Math.round(a[i] / 17 / ${COARSE}) * 17 * ${COARSE};
    pen.putImageData(seen, 0, 0);
    const stored = ${JSON.stringify(stored)};
    if (stored === '') return { picture: textOf(ours), difference: '', differs: 1, inked: 1 };
    const [, , { data: b }] = canvasOf(await createImageBitmap(new Blob([Uint8Array.fromBase64(stored)])));
    const off = (p, i, q, k) => Math.max(...[0, 1, 2].map((c) => Math.abs(p[4 * i + c] - q[4 * k + c])));
    // Each pixel is looked for among the nine at its place in the other picture.
    const misses = (p, q, x, y) => {
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++)
          if (off(p, y * width + x, q, v * width + u) < ${CHANNEL}) return false;
      return true;
    };
    const [shown, context, image] = canvasOf();
    let [differs, inked] = [0, 0];
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const i = y * width + x;
        const isOff = misses(a, b, x, y) || misses(b, a, x, y);
        if (off(b, i, b, 0) > 12) inked++;
        if (isOff) differs++;
        for (const c of [0, 1, 2]) image.data[4 * i + c] = isOff ? [220, 0, 0][c] : (255 + b[4 * i + c]) / 2;
        image.data[4 * i + 3] = 255;
      }
    context.putImageData(image, 0, 0);
    return { picture: textOf(ours), difference: textOf(shown), differs, inked };
  })()`);
  if (process.env['WRITE_PICTURES'] !== undefined) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, Buffer.from(picture, 'base64'));
    return;
  }
  assert.ok(stored !== '', `${file} is missing: run the test with WRITE_PICTURES=1 and look at it`);
  assert.ok(inked > 200, `${file} is nearly empty`);
  if (differs <= inked * SHARE) return;
  const [seen, diff] = ['seen', 'difference'].map((what) => join(LEFT, `${name}-${what}.png`));
  mkdirSync(LEFT, { recursive: true });
  writeFileSync(seen!, Buffer.from(picture, 'base64'));
  writeFileSync(diff!, Buffer.from(difference, 'base64'));
  assert.fail(`${differs} pixels are not as in ${file}: see ${diff} and ${seen}`);
}
