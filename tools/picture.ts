// node tools/picture.ts FILE FOLDER [--exaggerate N] [--surfaces NAME,…]
// Draws a file as two pictures for visual inspection: plan.svg, and oblique.svg seen from above and the south-west.
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { DEFAULT_LIMITS, detect, FileSource, SourceTally } from '@fieldbridge/formats';

const WIDTH = 1400;
const HEIGHT = 900;
const MARGIN = 40;
const VIEW_TURN = Math.PI / 6;
const VIEW_TILT = 0.55;

/** Picture coordinates and depth of a position; larger depths are further away. */
type Projection = (easting: number, northing: number, elevation: number) => [across: number, up: number, depth: number];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { exaggerate: { type: 'string', default: '4' }, surfaces: { type: 'string' } },
});
const [file, folder] = positionals;
if (file === undefined || folder === undefined) {
  console.error('node tools/picture.ts FILE FOLDER [--exaggerate N] [--surfaces NAME,…]');
  process.exit(2);
}
const job = await readJob(file);
const wanted = values.surfaces?.split(',');
const surfaces = job.surfaces.filter(({ name }) => wanted === undefined || wanted.includes(name));
const exaggeration = Number(values.exaggerate);
mkdirSync(folder, { recursive: true });
const views: [string, Projection][] = [
  ['plan.svg', (e, n, z) => [e, n, -z]],
  ['oblique.svg', oblique],
];
for (const [name, project] of views) writeFileSync(join(folder, name), draw(project, name));
console.log(
  `${basename(file)}: ${surfaces.length} surfaces, ${job.lines.length} lines, ${job.points.length} points, drawn to ${folder}`,
);

async function readJob(path: string): Promise<FieldJob> {
  const source = new FileSource(path);
  const found = detect(source);
  if (found?.format.loadReader === undefined) throw new Error(`${path}: no format reads this`);
  const builder = new JobBuilder();
  const read = await found.format.loadReader();
  await read(source, builder, {
    options: {},
    signal: new AbortController().signal,
    limits: { ...DEFAULT_LIMITS },
    progress: () => undefined,
    report: ({ severity, text }) => console.error(`${severity}: ${text}`),
    tally: new SourceTally(),
    workFolder: tmpdir(),
  });
  source.close();
  return builder.job;
}

function oblique(easting: number, northing: number, elevation: number): [number, number, number] {
  const [sin, cos] = [Math.sin(VIEW_TURN), Math.cos(VIEW_TURN)];
  const across = easting * cos + northing * sin;
  const away = northing * cos - easting * sin;
  return [across, away * VIEW_TILT + elevation * exaggeration * Math.sqrt(1 - VIEW_TILT ** 2), away];
}

function draw(project: Projection, title: string): string {
  const shapes: { depth: number; points: [number, number][]; fill: string; stroke: string; closed: boolean }[] = [];
  const [low, high] = elevations();
  for (const { vertices: v, triangles } of surfaces) {
    for (let t = 0; t < triangles.length; t += 3) {
      const corners = [0, 1, 2].map((k) => 3 * triangles[t + k]!);
      const placed = corners.map((i) => project(v[i]!, v[i + 1]!, v[i + 2]!));
      const height = corners.reduce((sum, i) => sum + v[i + 2]!, 0) / 3;
      const hue = 220 - (200 * (height - low)) / Math.max(1e-9, high - low);
      shapes.push({
        depth: placed.reduce((sum, [, , depth]) => sum + depth, 0) / 3,
        points: placed.map(([across, up]) => [across, up]),
        fill: `hsl(${hue.toFixed(0)} 55% ${shade(v, corners).toFixed(0)}%)`,
        stroke: '#0003',
        closed: true,
      });
    }
  }
  shapes.sort((a, b) => b.depth - a.depth);
  for (let row = 0; row < job.lines.length; row++) {
    const first = job.lines.firstVertex(job.lines.firstRing(row));
    const points: [number, number][] = [];
    for (let i = first; i < first + job.lines.vertices(row); i++) {
      const [e, n, z] = [0, 1, 2].map((k) => job.lines.coordinates.get(3 * i + k));
      const [across, up] = project(e!, n!, Number.isNaN(z) ? low : z!);
      points.push([across, up]);
    }
    const colour = job.layers.get(job.lines.layer.get(row))?.colour ?? 0;
    const stroke = colour < 0 || colour === 0xffffff ? '#222' : `#${colour.toString(16).padStart(6, '0')}`;
    shapes.push({ depth: 0, points, fill: 'none', stroke, closed: job.lines.closed.get(row) === 1 });
  }
  const dots = Array.from({ length: job.points.length }, (_, row) => {
    const { points } = job;
    const z = points.elevation(row);
    const [across, up] = project(points.easting(row), points.northing(row), Number.isNaN(z) ? low : z);
    return [across, up] as const;
  });
  const all = [...shapes.flatMap(({ points }) => points), ...dots];
  const [west, east] = range(all.map(([across]) => across));
  const [south, north] = range(all.map(([, up]) => up));
  const scale = Math.min((WIDTH - 2 * MARGIN) / (east - west || 1), (HEIGHT - 2 * MARGIN) / (north - south || 1));
  const place = ([across, up]: readonly [number, number]): string =>
    `${(MARGIN + (across - west) * scale).toFixed(2)},${(HEIGHT - MARGIN - (up - south) * scale).toFixed(2)}`;
  const body = shapes.map(({ points, fill, stroke, closed }) => {
    const tag = closed ? 'polygon' : 'polyline';
    return `<${tag} points="${points.map(place).join(' ')}" fill="${fill}" stroke="${stroke}" stroke-width="${fill === 'none' ? 1.4 : 0.4}"/>`;
  });
  const marks = dots.map((dot) => {
    const [x, y] = place(dot).split(',');
    return `<circle cx="${x}" cy="${y}" r="1.6" fill="#000"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><title>${title}</title><rect width="100%" height="100%" fill="#fff"/>\n${body.join('\n')}\n${marks.join('\n')}\n</svg>\n`;
}

/** Lightness by the angle between a triangle and light from the north-west. */
function shade(v: Float64Array, [a, b, c]: number[]): number {
  const u = [v[b!]! - v[a!]!, v[b! + 1]! - v[a! + 1]!, exaggeration * (v[b! + 2]! - v[a! + 2]!)];
  const w = [v[c!]! - v[a!]!, v[c! + 1]! - v[a! + 1]!, exaggeration * (v[c! + 2]! - v[a! + 2]!)];
  const normal = [u[1]! * w[2]! - u[2]! * w[1]!, u[2]! * w[0]! - u[0]! * w[2]!, u[0]! * w[1]! - u[1]! * w[0]!];
  const length = Math.hypot(...normal) || 1;
  const light = (-0.5 * normal[0]! + 0.5 * normal[1]! + 0.7 * normal[2]!) / length;
  return 30 + 45 * Math.max(0, Math.min(1, light));
}

function elevations(): [number, number] {
  const all: number[] = [];
  for (const { vertices } of surfaces) for (let i = 2; i < vertices.length; i += 3) all.push(vertices[i]!);
  return all.length === 0 ? [0, 1] : range(all);
}

function range(numbers: readonly number[]): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of numbers) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return [low, high];
}
