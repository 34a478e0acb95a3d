// node tools/side-by-side/compare.ts FOLDER FILE.dxf … [--space model|paper] [--frame W,S,E,N]
// Draws DXF drawings with our reader and with ezdxf, in the same frame, into FOLDER/NAME.png for visual comparison.
// Needs rsvg-convert, and for python3: ezdxf and matplotlib (Debian: librsvg2-bin python3-ezdxf python3-matplotlib).
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Extent, type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { DEFAULT_LIMITS, FileSource, IssueLog, SourceTally } from '@fieldbridge/formats';
import { readDxf } from '@fieldbridge/formats/formats/dxf/read.ts';
import { mainPart } from '@fieldbridge/formats/formats/svg/main-part.ts';
import { drawPlan } from '@fieldbridge/formats/formats/svg/plan.ts';
import { View } from '@fieldbridge/formats/formats/svg/view.ts';

const WIDTH = 1000;
const HEIGHT = 900;
const MOST_DRAWN = 200_000;
/** Debian's interpreter, because other interpreters on the path do not see its packages. */
const PYTHON = '/usr/bin/python3';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { space: { type: 'string', default: 'model' }, frame: { type: 'string' } },
});
const [folder, ...files] = positionals;
if (folder === undefined || files.length === 0) {
  console.error('node tools/side-by-side/compare.ts FOLDER FILE.dxf … [--space model|paper] [--frame W,S,E,N]');
  process.exit(2);
}
require(PYTHON, [
  '-c',
  'import ezdxf, matplotlib',
], 'python3 with ezdxf and matplotlib (python3-ezdxf, python3-matplotlib)');
require('rsvg-convert', ['--version'], 'rsvg-convert (librsvg2-bin)');
mkdirSync(folder, { recursive: true });
for (const file of files) {
  try {
    await compare(file, folder);
  } catch (error) {
    process.exitCode = 1;
    console.error(`${file}: ${error instanceof Error ? error.message : error}`);
  }
}

function require(program: string, args: readonly string[], what: string): void {
  if (spawnSync(program, args, { stdio: 'ignore' }).status === 0) return;
  console.error(`not found: ${what}`);
  process.exit(1);
}

async function compare(file: string, into: string): Promise<void> {
  const { job, issues } = await read(file);
  const name = basename(file).replace(/\.dxf$/i, '');
  const [svg, png, both] = ['svg', 'ours.png', 'png'].map((end) => join(into, `${name}.${end}`)) as [
    string,
    string,
    string,
  ];
  const frame = values.frame === undefined ? mainPart(job).extent : frameOf(values.frame);
  if (frame.isEmpty) throw new Error('there is nothing to draw');
  const plan = drawPlan(job, {
    width: WIDTH,
    height: HEIGHT,
    labels: false,
    furniture: false,
    most: MOST_DRAWN,
    frame,
  });
  writeFileSync(svg, plan.parts.join('\n'));
  run('rsvg-convert', ['-o', png, svg]);
  run(PYTHON, [join(import.meta.dirname, 'ezdxf_picture.py'), file, png, ...window(frame), values.space, both]);
  const counts = issues.summary().map(({ code, count }) => `${code} ${count}`);
  console.log(`${both}: ${plan.drawn} of ${plan.total} things drawn; ${counts.join(', ') || 'no issues'}`);
}

/** The drawing in its own unit, so that both pictures have the same coordinates. */
async function read(file: string): Promise<{ job: FieldJob; issues: IssueLog }> {
  const source = new FileSource(file);
  const builder = new JobBuilder();
  const issues = new IssueLog();
  try {
    await readDxf(source, builder, {
      options: { space: values.space, drawingUnit: 'm' },
      signal: new AbortController().signal,
      limits: DEFAULT_LIMITS,
      progress: () => {},
      report: issues.report,
      tally: new SourceTally(),
      workFolder: tmpdir(),
    });
  } finally {
    source.close();
  }
  return { job: builder.job, issues };
}

function frameOf(text: string): Extent {
  const [west, south, east, north] = text.split(',').map(Number) as [number, number, number, number];
  const frame = new Extent();
  frame.add(west, south, Number.NaN);
  frame.add(east, north, Number.NaN);
  return frame;
}

/** The exact window of our picture: west, south, east, north. */
function window(frame: Extent): string[] {
  const view = new View(frame, WIDTH, HEIGHT);
  const [east, north] = [(frame.minEasting + frame.maxEasting) / 2, (frame.minNorthing + frame.maxNorthing) / 2];
  const [across, up] = [WIDTH / 2 / view.scale, HEIGHT / 2 / view.scale];
  return [east - across, north - up, east + across, north + up].map(String);
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ended with status ${status}: ${stderr.slice(-2000)}`);
}
