import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emitJob, type FieldJob, Path } from '@fieldbridge/fieldjob';
import { FileView, ViewSink } from '@fieldbridge/formats';
import { write } from '@fieldbridge/formats/library.ts';
import { missingChromium } from '@fieldbridge/viewer/testing/browser.ts';
import { lookAt } from '../browser.ts';
import { siteLines } from '../inputs/site-lines.ts';
import type { BenchRow, Measurement } from '../row.ts';
import { inPage, lookAtView, measured } from '../subjects/view/in-page.ts';

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000];
/** A folder with three and dxf-viewer: neither is part of this project, one for its size, one for its licence. */
const PEERS = process.env['VIEW_PEERS'] ?? '';

const missingPeer = (name: string) => (): string | undefined =>
  missingChromium() ??
  (existsSync(join(PEERS, 'node_modules', name))
    ? undefined
    : `${name} is not there: "npm install three dxf-viewer" in an empty folder, and VIEW_PEERS is its path`);

/** One job at a time: those of the ladder are large. */
let kept: { readonly size: number; readonly job: FieldJob; readonly view: FileView } | undefined;
function jobOf(size: number): NonNullable<typeof kept> {
  if (kept?.size !== size) {
    const job = siteLines(size);
    kept = { size, job, view: new FileView(job, `${size} segments`) };
  }
  return kept;
}

/** Measures our viewer in the page, once everything that the first view needs is drawn. */
const OURS = inPage(`await complete();
  finish();
  const shown = performance.now();
  const overview = await middle(frame);
  const [layer] = viewer.layers.values();
  const toggle = await middle(() => {
    const before = performance.now();
    layer.visible = !layer.visible;
    viewer.restyle();
    return performance.now() - before;
  });
  layer.visible = true;
  viewer.restyle();
  viewer.camera.zoom(50);
  await complete();
  const near = await middle(frame);
  const [x, y] = [viewer.camera.width / 2, viewer.camera.height / 2];
  viewer.snap(x, y);
  const snap = await middle(() => {
    const before = performance.now();
    viewer.snap(x + Math.random() * 50, y);
    return performance.now() - before;
  });
  return { shown, overview, near, toggle, snap };`);

const ours = async (size: number): Promise<Measurement> => measured(await lookAtView(jobOf(size).view, OURS));

/** Serves a page with a script and what it asks for. */
async function peer(name: 'three' | 'dxf-viewer', path: string, body: Uint8Array): Promise<Measurement> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, `../subjects/view/${name}.js`)],
    ...{ bundle: true, minify: true, format: 'esm', platform: 'browser', target: 'es2024', write: false },
    ...{ nodePaths: [join(PEERS, 'node_modules')], logLevel: 'error' },
  });
  const page = '<!doctype html><style>body{margin:0}</style><script type="module" src="/script"></script>';
  const server = createServer((request, response) => {
    const isScript = request.url === '/script';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? outputFiles[0]!.contents : request.url === path ? body : page);
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  const look = `(async () => {
    while (window.measured === undefined) await new Promise((next) => setTimeout(next, 1));
    return window.measured;
  })()`;
  try {
    return measured(await lookAt(`http://127.0.0.1:${port}/`, look));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Both ends of each segment about the middle, as floats. */
function segmentsOf(job: FieldJob): Uint8Array {
  const values: number[][] = [];
  const path = new Path();
  for (let row = 0; row < job.lines.length; row++) {
    const { coordinates: c, count } = job.lines.loadPath(row, path);
    for (let i = 3; i < 3 * count; i += 3)
      for (const at of [i - 3, i]) values.push([c[at]! - 450_000, c[at + 1]! - 5_550_000, 0]);
  }
  return new Uint8Array(Float32Array.from(values.flat()).buffer);
}

async function dxfViewer(size: number): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-view-'));
  try {
    await write(jobOf(size).job, join(folder, 'site.dxf'));
    return await peer('dxf-viewer', '/site.dxf', readFileSync(join(folder, 'site.dxf')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Makes the view of a job, compressed. */
function encode(size: number): Promise<Measurement> {
  const { job } = jobOf(size);
  const before = process.cpuUsage();
  const sink = new ViewSink(job);
  emitJob(job, sink);
  const { chunks } = sink.finish();
  const { user, system } = process.cpuUsage(before);
  const bytes = chunks.flat().reduce((sum, { length }) => sum + length, 0);
  return Promise.resolve({ seconds: (user + system) / 1e6, note: `${(bytes / 1e6).toFixed(2)} MB, CPU time` });
}

const shared = {
  unit: 'segments',
  prepare: async () => async () => {
    kept = undefined;
  },
};

export const rows: BenchRow[] = [
  {
    id: 'view-encode',
    title: 'the view of a job, from the job to compressed chunks (CPU time of the process)',
    goal: '1 M segments in 0.3 s',
    sizes: SIZES.slice(0, 3),
    ...shared,
    subjects: [{ name: 'Fieldbridge', role: 'ours', run: encode }],
  },
  {
    id: 'view-shown',
    title: 'a page with a job: address → first picture complete, in a warm Chromium with software GL; memory added',
    goal: '1 M: shown 1 s, overview frame 80 ms, near 40 ms, toggle and snap 1 ms, 4 MB, 200 MB; 10 M: frame 80 ms, 300 MB',
    sizes: SIZES,
    ...shared,
    subjects: [
      { name: 'Fieldbridge', role: 'ours', missing: missingChromium, run: ours },
      {
        name: 'three.js, line segments',
        role: 'peer',
        missing: missingPeer('three'),
        largest: 1_000_000,
        run: (size) => peer('three', '/segments', segmentsOf(jobOf(size).job)),
      },
      {
        name: 'dxf-viewer, from DXF',
        role: 'peer',
        missing: missingPeer('dxf-viewer'),
        largest: 100_000,
        run: dxfViewer,
      },
    ],
  },
];
