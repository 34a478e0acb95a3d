import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { FileView } from '@fieldbridge/formats';
import { missingEzdxf } from '@fieldbridge/formats/formats/dxf/testing/ezdxf.ts';
import { read } from '@fieldbridge/formats/library.ts';
import { viewerScript } from '@fieldbridge/viewer/serve/bundle.ts';
import { missingChromium, startBrowser } from '@fieldbridge/viewer/testing/browser.ts';
import { ViewPage } from '@fieldbridge/viewer/testing/view-page.ts';
import type { Browser } from 'playwright-core';
import { type EzdxfPicture, EzdxfPictures } from '../../testing/ezdxf-picture.ts';
import { serveView } from './local-server.ts';

// The viewer draws where ezdxf draws: both pictures are divided into cells, and the cells with ink are compared. Texts
// are left out, because every program has fonts of its own.

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../shared/corpus');
/** Pixels of a cell's side. Ink may be in the next cell. */
const CELL = 5;

/** A drawing, and how much of each picture the other one must have; below 1 only for what is named. */
const DRAWINGS: readonly (readonly [name: string, found: number, shared: number, why?: string])[] = [
  ['hatches_1', 1, 1],
  ['colors', 1, 1],
  ['6_closed_loop_with_arcs', 1, 1],
  ['3_us_main', 1, 1],
  ['dimension_in_block', 1, 1],
  ['insert_bricscad_level_1', 1, 1],
  ['multi_insert_with_attribs', 1, 1],
  ['text_negative_extrusion', 1, 0.995, 'a block with attributes, which is a point, too'],
  ['text', 1, 1],
  ['3dface', 1, 0.57, 'faces, which are filled and have all their edges'],
  ['sample_AC1009_ascii', 1, 0.99, 'a block with attributes, which is a point, too'],
  ['sample_AC1027_ascii', 1, 0.89, 'lines without ends, which are longer'],
  ['uncommon', 1, 0.8, 'lines without ends, which are longer, and solids'],
];

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly easting: number;
  readonly northing: number;
}

describe('the viewer beside ezdxf', { skip: missingChromium() ?? missingEzdxf() ?? false }, () => {
  let browser: Browser;
  let ezdxf: EzdxfPictures;
  before(async () => {
    ezdxf = new EzdxfPictures();
    browser = await startBrowser();
  });
  after(async () => {
    ezdxf[Symbol.dispose]();
    await browser.close();
  });

  for (const [name, found, shared, why] of DRAWINGS)
    it(`draws ${name}.dxf in the same places${why === undefined ? '' : `, but for ${why}`}`, async () => {
      const file = join(CORPUS, `dxf/${name}.dxf`);
      const { job } = await read(file, { options: { drawingUnit: 'm', space: 'model' } });
      const { server, url } = await serveView(new FileView(job, name), await viewerScript(), 0);
      try {
        const view = await ViewPage.open(browser, url, { viewport: { width: 1000, height: 800 } });
        const [frame, inked] = await view.evaluate<[Frame, number[]]>(`(() => {
          const copy = document.createElement('canvas');
          const { width, height } = viewer.canvas;
          Object.assign(copy, { width, height });
          const context = copy.getContext('2d');
          context.drawImage(viewer.canvas, 0, 0);
          const { data } = context.getImageData(0, 0, width, height);
          const cells = new Set();
          for (let i = 0; i < width * height; i++)
            if ([0, 1, 2].some((k) => Math.abs(data[4 * i + k] - data[k]) > 12))
              cells.add(Math.floor(Math.floor(i / width) / ${CELL}) * 1000 + Math.floor((i % width) / ${CELL}));
          const { scale, easting, northing } = camera;
          return [{ width, height, scale, easting, northing }, [...cells]];
        })()`);
        await view.close();
        const picture = await ezdxf.draw(file, 0.3 / frame.scale);
        const theirs = cellsOf(picture, frame, false);
        const ours = new Set(inked);
        assert.ok(theirs.size > 50 && ours.size > 50, `${theirs.size} and ${ours.size} cells`);
        const has = (cells: ReadonlySet<number>, cell: number): boolean =>
          [-1001, -1000, -999, -1, 0, 1, 999, 1000, 1001].some((step) => cells.has(cell + step));
        const share = (of: ReadonlySet<number>, among: ReadonlySet<number>): number =>
          [...of].filter((cell) => has(among, cell)).length / of.size;
        const filled = cellsOf(picture, frame, true);
        assert.ok(share(theirs, ours) >= found, `${share(theirs, ours)} of what ezdxf draws is there`);
        assert.ok(share(ours, filled) >= shared, `${share(ours, filled)} of what is drawn is ezdxf's, too`);
      } finally {
        server.closeAllConnections();
        server.close();
      }
    });
});

/** The cells of a frame that have ink. @param isFilled whether also inside of areas: holes are not looked at */
function cellsOf({ lines, points, fills }: EzdxfPicture, frame: Frame, isFilled: boolean): Set<number> {
  const cells = new Set<number>();
  const place = (x: number, y: number): [number, number] => [
    (x - frame.easting) * frame.scale + frame.width / 2,
    frame.height / 2 - (y - frame.northing) * frame.scale,
  ];
  const ink = (x: number, y: number): void => {
    if (x >= 0 && y >= 0 && x < frame.width && y < frame.height)
      cells.add(Math.floor(y / CELL) * 1000 + Math.floor(x / CELL));
  };
  const trace = (path: readonly number[]): void => {
    let before: [number, number] | undefined;
    for (let i = 0; i < path.length; i += 2) {
      const at = place(path[i]!, path[i + 1]!);
      const from = before ?? at;
      const steps = Math.min(5000, Math.ceil(Math.hypot(at[0] - from[0], at[1] - from[1])) + 1);
      for (let k = 0; k <= steps; k++)
        ink(from[0] + ((at[0] - from[0]) * k) / steps, from[1] + ((at[1] - from[1]) * k) / steps);
      before = at;
    }
  };
  for (const line of lines) trace(line);
  for (const [x, y] of points) ink(...place(x, y));
  for (const fill of fills) {
    trace([...fill, fill[0]!, fill[1]!]);
    if (!isFilled) continue;
    const corners = Array.from({ length: fill.length / 2 }, (_, i) => place(fill[2 * i]!, fill[2 * i + 1]!));
    for (let y = CELL / 2; y < frame.height; y += CELL) {
      const across = corners.flatMap(([x1, y1], i) => {
        const [x2, y2] = corners[(i + 1) % corners.length]!;
        return y1 > y !== y2 > y ? [x1 + ((y - y1) * (x2 - x1)) / (y2 - y1)] : [];
      });
      across.sort((a, b) => a - b);
      for (let k = 0; k + 1 < across.length; k += 2)
        for (let x = Math.max(0, across[k]!); x <= Math.min(frame.width, across[k + 1]!); x += CELL) ink(x, y);
    }
  }
  return cells;
}
