import { serveView } from '@fieldbridge/cli/view/local-server.ts';
import type { FileView } from '@fieldbridge/formats';
import { viewerScript } from '@fieldbridge/viewer/serve/bundle.ts';
import { type Looked, lookAt } from '../../browser.ts';
import type { Measurement } from '../../row.ts';

/**
 * An expression for the page of a view.
 * @param body returns figures by name in milliseconds; `shown`, since the address was opened, is that of the first
 * picture. It has `viewer`, `complete()` (waits until everything needed is drawn), `finish()` (waits for the graphics),
 * `frame()` (milliseconds of one), `script()` (of its script alone, without the graphics) and `middle(one)` (of five).
 */
export const inPage = (body: string): string => `(async () => {
  const view = document.querySelector('fieldbridge-view');
  while (view?.viewer === undefined) await new Promise((next) => setTimeout(next, 1));
  const { viewer } = view;
  const gl = viewer.canvas.getContext('webgl2');
  const finish = () => gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  const complete = () => new Promise((done) => {
    viewer.addEventListener('complete', done, { once: true });
    viewer.redraw();
  });
  // A frame by itself, as the peers are measured: without waiting for the browser to show the one before.
  const later = window.requestAnimationFrame;
  const drawn = (end) => {
    let draw;
    window.requestAnimationFrame = (wanted) => { draw = wanted; return 1; };
    viewer.redraw();
    window.requestAnimationFrame = later;
    const before = performance.now();
    draw();
    end();
    const time = performance.now() - before;
    finish();
    return time;
  };
  const frame = () => drawn(finish);
  const script = () => drawn(() => undefined);
  const middle = async (one) => {
    const all = [];
    for (let i = 0; i < 5; i++) all.push(await one());
    return all.sort((a, b) => a - b)[2];
  };
  ${body}
})()`;

/** Serves a view, opens it and measures. */
export async function lookAtView(made: FileView, script: string): Promise<Looked> {
  const { server, url } = await serveView(made, await viewerScript(), 0);
  try {
    return await lookAt(url, script);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** A row of what was looked at. @param unit of its figures */
export function measured({ figures, memory, wire }: Looked, unit = 'ms'): Measurement {
  const { shown = Number.NaN, ...rest } = figures;
  const times = Object.entries(rest).map(([name, value]) => `${name} ${value.toFixed(2)} ${unit}`);
  return {
    ...{ seconds: shown / 1000, peakMemory: memory },
    note: [...times, `${(wire / 1e6).toFixed(2)} MB over the wire`].join(', '),
  };
}
