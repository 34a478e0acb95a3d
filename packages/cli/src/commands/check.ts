import { countsOf, crsText, JobBuilder } from '@fieldbridge/fieldjob';
import { checkJob, type Finding, importFile, refuseNoData } from '@fieldbridge/formats';
import { type Command, type CommandIo, EXIT, UsageError } from '../command.ts';
import { afterReading } from '../convert/after-reading.ts';
import { issueLine } from '../issue-line.ts';
import { namedFile } from '../named-file.ts';
import { namedOptions } from '../named-values.ts';
import { ProgressLine } from '../progress-line.ts';
import { readWords } from '../read-words.ts';
import { LIMIT_USAGE, readLimits } from '../reader-limits.ts';
import { READING_OPTIONS, readingOf } from '../reading.ts';
import { openSourceFile } from '../source-file.ts';

/** `fieldbridge check`: what should not be sent to a site. */
export const check: Command = {
  name: 'check',
  summary: 'check a file or a field job before it is sent',
  usage: `fieldbridge check FILE|JOB [--from FORMAT] [--unit U] [--crs SYSTEM] [--option NAME=VALUE] [--json]

Reads a file of any format, or a field job (.mjf, .mjfzip), and looks for a wrong unit or place, duplicates, spikes,
elevations of 0 and -9999, crossing breaklines, open boundaries, overlapping surfaces and empty texts. Each finding
has a place, a level and a cure. Exit status 3: there is at least one warning.

  --from FORMAT         format of FILE (default: detected from its content)
  --unit U              unit of FILE if it states none: m, ft, usft
  --crs SYSTEM          reference system of FILE if it states none: EPSG code, WKT
  --grids FOLDER        grid files for reference systems (default: FIELDBRIDGE_GRIDS)
  --references FOLDER   read the files that a drawing attaches (DGN V8, DXF, DWG) from this folder (default: named only)
  --option NAME=VALUE   an option of the reader (repeatable; see "fieldbridge formats --json")
${LIMIT_USAGE}
  --json                the findings as one JSON document, with up to 100 places of each`,
  run: async (args, io) => {
    const { values, positionals } = readWords({
      args: [...args],
      allowPositionals: true,
      options: {
        ...READING_OPTIONS,
        json: { type: 'boolean', default: false },
      },
    });
    if (positionals.length !== 1) throw new UsageError(`give one file to check, not ${positionals.length}`);
    const path = namedFile(positionals[0]!);
    const limits = readLimits(values.limit);
    const file = openSourceFile(path, values.from);
    const progress = new ProgressLine(io);
    try {
      const options = namedOptions(values.option, { unit: values.unit, crs: values.crs });
      const grids = values.grids ?? io.env['FIELDBRIDGE_GRIDS'];
      const request = readingOf(file, { options, limits, grids, references: values.references }, io, progress);
      const builder = new JobBuilder();
      const outcome = await importFile(request, builder);
      const { job } = builder;
      const findings = await checkJob(job, { ...request, readOptions: outcome.format.readOptions });
      progress.end();
      // Notes of the reader are about reading; its warnings concern the data.
      const issues = outcome.issues.summary().filter(({ severity }) => severity !== 'note');
      const { unit, crs } = { unit: job.unit, crs: crsText(job.info.crs) };
      if (!values.json) {
        for (const issue of issues) io.out(issueLine(issue));
        show(findings, io);
      }
      await afterReading(values.json ? [outcome.issues] : [], () => refuseNoData(job, path, outcome.tally));
      const counts = countsOf(job);
      const document = { file: path, format: outcome.format.id, unit, crs, counts, issues, findings };
      if (values.json) io.out(`${JSON.stringify(document, null, 2)}\n`);
      else if (issues.length + findings.length === 0) io.out('nothing was found\n');
      return issues.length > 0 || findings.some(({ level }) => level !== 'note') ? EXIT.partial : EXIT.done;
    } finally {
      progress.end();
      file.close();
    }
  },
};

/** Places shown of a finding; --json has more. */
const MOST_SHOWN = 5;

function show(findings: readonly Finding[], io: CommandIo): void {
  for (const { level, text, cure, count, places } of findings) {
    io.out(`${level}: ${text}${count > 1 ? ` (${count} times)` : ''}${cure === '' ? '' : `; ${cure}`}\n`);
    for (const { easting, northing, elevation, layer = '', name = '' } of places.slice(0, MOST_SHOWN)) {
      if (easting === undefined || northing === undefined) continue;
      const height = elevation === undefined || Number.isNaN(elevation) ? [] : [elevation.toFixed(3)];
      const about = [layer === '' ? '' : `layer ${layer}`, name].filter(Boolean).join(', ');
      const position = [easting.toFixed(3), northing.toFixed(3), ...height].join(' ');
      io.out(`    at ${position}${about === '' ? '' : ` (${about})`}\n`);
    }
    if (count > MOST_SHOWN && places.length > MOST_SHOWN) io.out(`    … and ${count - MOST_SHOWN} more\n`);
  }
}
