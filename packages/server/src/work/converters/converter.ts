import { join } from 'node:path';
import { resolveOwnModules } from '../../core/own-modules.ts';

// Entry of a converter process: started by ConverterProcess with its work folder as the only argument.
resolveOwnModules();
const [
  { serveTasks },
  { describeSegments },
  { convertFile, exportSegments },
  { importSource },
  { makeReport, makeThumbnail },
] = await Promise.all([
  import('./serve-tasks.ts'),
  import('./tasks/describe.ts'),
  import('./tasks/export.ts'),
  import('./tasks/import.ts'),
  import('./tasks/report.ts'),
]);
serveTasks(
  {
    report: makeReport,
    thumbnail: makeThumbnail,
    import: importSource,
    describe: describeSegments,
    export: exportSegments,
    convert: convertFile,
  },
  join(process.argv[2]!, 'out'),
);
