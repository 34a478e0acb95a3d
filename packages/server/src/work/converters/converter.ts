import { join } from 'node:path';
import { serveTasks } from './serve-tasks.ts';
import { checkSegments } from './tasks/check.ts';
import { describeSegments } from './tasks/describe.ts';
import { convertFile, exportSegments } from './tasks/export.ts';
import { importSource } from './tasks/import.ts';
import { makeReport, makeThumbnail } from './tasks/report.ts';
import { findEarth, findSystems } from './tasks/systems.ts';
import { compareSegments, viewFile, viewSegments } from './tasks/view.ts';

// Entry of a converter process: started by ConverterProcess with its work folder as the only argument.
serveTasks(
  {
    report: makeReport,
    thumbnail: makeThumbnail,
    import: importSource,
    describe: describeSegments,
    check: checkSegments,
    view: viewSegments,
    features: viewSegments,
    compare: compareSegments,
    fileView: viewFile,
    fileFeatures: viewFile,
    export: exportSegments,
    convert: convertFile,
    systems: findSystems,
    earth: findEarth,
  },
  join(process.argv[2]!, 'out'),
);
