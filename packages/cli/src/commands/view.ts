import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { comparedJob, type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { type Comparison, FileView, importFile, packFeatures, packView } from '@fieldbridge/formats';
import { isInDegrees } from '@fieldbridge/formats/convert/comparable.ts';
import { type TileMap, tileMapOf, VIEW_VERSION } from '@fieldbridge/view-wire';
import { viewerScript } from '@fieldbridge/viewer/serve/bundle.ts';
import { wholePage } from '@fieldbridge/viewer/serve/page.ts';
import { type Command, type CommandIo, EXIT, UsageError } from '../command.ts';
import { type OpenInput, openInputs } from '../convert/input.ts';
import { counted } from '../counted.ts';
import { comparableJobs } from '../diff/comparable.ts';
import { diffText, unitText } from '../diff/diff-text.ts';
import { toleranceOf } from '../diff/tolerance.ts';
import { issueLine } from '../issue-line.ts';
import { namedFile } from '../named-file.ts';
import { outputFile } from '../output-file.ts';
import { FORCE_OPTION, FORCE_USAGE } from '../overwriting.ts';
import { ProgressLine } from '../progress-line.ts';
import { readWords } from '../read-words.ts';
import { LIMIT_USAGE } from '../reader-limits.ts';
import { READING_OPTIONS } from '../reading.ts';
import { type ServeOptions, serveView } from '../view/local-server.ts';

/** `fieldbridge view`: shows a file in the browser. */
export const view: Command = {
  name: 'view',
  summary: 'view a file in the browser',
  usage: `fieldbridge view FILE [OTHER] [--html PAGE [--force]] [--port N] [--no-open] [--from FORMAT] [--unit U] [--crs SYSTEM]
       [--option NAME=VALUE]

Reads a file of any format, or a field job (.mjf, .mjfzip), and shows it in the browser: plan and 3-D, layers, attributes,
distances and areas. A server on this machine only (127.0.0.1) runs until Ctrl-C. Two files are compared: features that are the same,
only in one of them, or changed are on separate layers.

  --tolerance N         for two files: lengths that differ by no more are equal, in the unit of FILE (default: half a
                        millimetre)

  --html PAGE           write one self-contained page that can be mailed, instead of starting a server
  --map NAME|ADDRESS|BY a tile map to choose in the viewer (XYZ, WMTS, WMS), with its required attribution
                        (repeatable); without it no other host is contacted
  --port N              port of the server (default: any that is free)
  --no-open             print the address and do not open the browser
  --from FORMAT         format of FILE (default: detected from its content)
  --unit U              unit of FILE if it states none: m, ft, usft
  --crs SYSTEM          reference system of FILE if it states none: EPSG code, WKT
  --grids FOLDER        grid files for reference systems (default: FIELDBRIDGE_GRIDS)
  --references FOLDER   read the files that a drawing attaches (DGN V8, DXF, DWG) from this folder (default: named only)
  --option NAME=VALUE   an option of the reader (repeatable; see "fieldbridge formats --json")
${FORCE_USAGE}
${LIMIT_USAGE}`,
  run: async (args, io) => {
    const { values, positionals } = readWords({
      args: [...args],
      allowPositionals: true,
      options: {
        ...READING_OPTIONS,
        ...FORCE_OPTION,
        html: { type: 'string' },
        port: { type: 'string', default: '0' },
        map: { type: 'string', multiple: true, default: [] },
        'no-open': { type: 'boolean', default: false },
        tolerance: { type: 'string' },
      },
    });
    if (positionals.length < 1 || positionals.length > 2)
      throw new UsageError(`give one file to view, or two to compare, not ${positionals.length}`);
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new UsageError(`--port is a number from 0 to 65535, not ${values.port}`);
    const maps = values.map.map(mapOf);
    if (maps.length > 0 && values.html !== undefined)
      throw new UsageError('--map is for the server of a view: a page to be mailed contacts no other host');
    const paths = positionals.map(namedFile);
    const place =
      values.html === undefined
        ? undefined
        : await outputFile(namedFile(values.html), paths, { force: values.force, ask: io.ask });
    const progress = new ProgressLine(io);
    const opened: OpenInput[] = [];
    try {
      openInputs(paths, values, opened, io, progress);
      const { job, isPartial, compared } = await (paths.length === 1 ? readOne : compareTwo)(
        opened,
        values.tolerance,
        io,
      );
      progress.end();
      const name = paths.map((one) => basename(one)).join(' – ');
      if (place === undefined) {
        const grids = values.grids ?? io.env['FIELDBRIDGE_GRIDS'];
        await show(new FileView(job, name, compared), { maps, grids }, port, values['no-open'], io);
      } else {
        const { blocks, left } = await packFeatures(job);
        const all = new Map([...(await packView(job, '0', compared)), ...blocks]);
        const manifest = { version: VIEW_VERSION, name, revision: '1' };
        writeFileSync(place.half, wholePage(manifest, await viewerScript(), all));
        place.keep();
        if (left > 0) io.err(`${counted(left, 'features')} without attributes in the page: there are too many\n`);
      }
      return isPartial ? EXIT.partial : EXIT.done;
    } finally {
      progress.end();
      place?.drop();
      for (const { file } of opened) file.close();
    }
  },
};

function mapOf(text: string): TileMap {
  const map = tileMapOf(text);
  if (typeof map === 'string') throw new UsageError(`--map ${text}: ${map}`);
  return map;
}

/** A job to show, and whether a part of its file could not be read. */
interface Shown {
  readonly job: FieldJob;
  readonly isPartial: boolean;
  /** If it compares two jobs. */
  readonly compared?: Comparison;
}

async function readOne([input]: readonly OpenInput[], tolerance: string | undefined, io: CommandIo): Promise<Shown> {
  if (tolerance !== undefined) throw new UsageError('--tolerance is for comparing two files');
  const builder = new JobBuilder();
  const { issues } = await importFile(input!.request, builder);
  const problems = issues.summary().filter(({ severity }) => severity !== 'note');
  for (const issue of problems) io.err(issueLine(issue));
  return { job: builder.job, isPartial: problems.length > 0 };
}

/** Both jobs overlaid, and the number of differences. */
async function compareTwo(opened: readonly OpenInput[], tolerance: string | undefined, io: CommandIo): Promise<Shown> {
  const [a, b] = await comparableJobs(opened, undefined, io);
  const { job, diff } = comparedJob(a, b, toleranceOf(tolerance, a));
  io.err(diffText({ ...diff, differences: [] }, isInDegrees(a) ? 'degrees' : unitText(a.unit)));
  const [nameA, nameB] = opened.map(({ path }) => basename(path));
  return { job, isPartial: false, compared: { names: [nameA!, nameB!], diff } };
}

async function show(shown: FileView, options: ServeOptions, port: number, stay: boolean, io: CommandIo): Promise<void> {
  const { server, url } = await serveView(shown, await viewerScript(), port, options);
  io.out(`${url}\n`);
  io.err('Ctrl-C ends it.\n');
  if (!stay) openBrowser(url);
  await new Promise<void>((resolve) => {
    if (io.signal.aborted) resolve();
    io.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  server.closeAllConnections();
  server.close();
}

/** Asks the desktop to open an address. Without a desktop the printed address is enough. */
function openBrowser(url: string): void {
  const [command, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command!, [...words, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
