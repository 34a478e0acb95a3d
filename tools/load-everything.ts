// Loads what a server, its converters and the commands may load, and runs nothing of it: with a folder for compiled sources
// (NODE_COMPILE_CACHE) all of it lies there afterwards.
import { COMMANDS } from '@fieldbridge/cli/command-line.ts';
import { FORMATS } from '@fieldbridge/formats/formats/registry.ts';

for (const { load } of Object.values(COMMANDS)) await load();
for (const { loadReader, loadWriter } of FORMATS) {
  await loadReader?.();
  await loadWriter?.();
}
// What only readers and tasks load.
await import('@fieldbridge/formats/formats/dxf/reading.ts');
await import('@fieldbridge/formats/convert/background-drawing.ts');
await import('@fieldbridge/server/work/converters/serve-tasks.ts');
await import('@fieldbridge/server/work/converters/tasks/import.ts');
await import('@fieldbridge/server/work/converters/tasks/export.ts');
await import('@fieldbridge/server/work/converters/tasks/report.ts');
