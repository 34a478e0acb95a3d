import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { JobBuilder } from '@fieldbridge/fieldjob';
import { FileView, importFile, packView } from '@fieldbridge/formats';
import { VIEW_VERSION } from '@fieldbridge/view-wire';
import { viewerScript } from '@fieldbridge/viewer/serve/bundle.ts';
import { wholePage } from '@fieldbridge/viewer/serve/page.ts';
import { type Command, type CommandIo, EXIT, UsageError } from '../command.ts';
import { counted } from '../counted.ts';
import { issueLine } from '../issue-line.ts';
import { namedFile } from '../named-file.ts';
import { namedOptions } from '../named-values.ts';
import { outputFile } from '../output-file.ts';
import { FORCE_OPTION, FORCE_USAGE } from '../overwriting.ts';
import { ProgressLine } from '../progress-line.ts';
import { readWords } from '../read-words.ts';
import { LIMIT_USAGE, readLimits } from '../reader-limits.ts';
import { READING_OPTIONS, readingOf } from '../reading.ts';
import { openSourceFile } from '../source-file.ts';
import { serveView } from '../view/local-server.ts';

/** `fieldbridge view`: looks at a file in the browser. */
export const view: Command = {
  name: 'view',
  summary: 'look at a file in the browser',
  usage: `fieldbridge view FILE [--html PAGE [--force]] [--port N] [--no-open] [--from FORMAT] [--unit U] [--crs SYSTEM]
       [--option NAME=VALUE]

Reads a file of any format, or a field job (.mjf, .mjfzip), and shows it in the browser: plan and 3-D, layers, attributes,
distances and areas. A server on this machine only (127.0.0.1) runs until Ctrl-C.

  --html PAGE           write one page that holds everything and can be mailed, instead of starting a server
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
        'no-open': { type: 'boolean', default: false },
      },
    });
    if (positionals.length !== 1) throw new UsageError(`give one file to view, not ${positionals.length}`);
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new UsageError(`--port is a number from 0 to 65535, not ${values.port}`);
    const path = namedFile(positionals[0]!);
    const place =
      values.html === undefined
        ? undefined
        : await outputFile(namedFile(values.html), [path], { force: values.force, ask: io.ask });
    const limits = readLimits(values.limit);
    const file = openSourceFile(path, values.from);
    const progress = new ProgressLine(io);
    try {
      const options = namedOptions(values.option, { unit: values.unit, crs: values.crs });
      const grids = values.grids ?? io.env['FIELDBRIDGE_GRIDS'];
      const builder = new JobBuilder();
      const { issues } = await importFile(
        readingOf(file, { options, limits, grids, references: values.references }, io, progress),
        builder,
      );
      progress.end();
      const problems = issues.summary().filter(({ severity }) => severity !== 'note');
      for (const issue of problems) io.err(issueLine(issue));
      if (place === undefined) await show(new FileView(builder.job, basename(path)), port, values['no-open'], io);
      else {
        const { blocks, left } = packView(builder.job, '0');
        const manifest = { version: VIEW_VERSION, name: basename(path), revision: '1' };
        writeFileSync(place.half, wholePage(manifest, await viewerScript(), blocks));
        place.keep();
        if (left > 0) io.err(`${counted(left, 'features')} without attributes in the page: there are too many\n`);
      }
      return problems.length > 0 ? EXIT.partial : EXIT.done;
    } finally {
      progress.end();
      place?.drop();
      file.close();
    }
  },
};

async function show(shown: FileView, port: number, stay: boolean, io: CommandIo): Promise<void> {
  const { server, url } = await serveView(shown, await viewerScript(), port);
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
