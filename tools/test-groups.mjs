// Groups of test files that share a process: most files cost less than starting one and loading the sources.
// Plain JavaScript on purpose: the test line runs it on the machine's own Node.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where test files lie. */
const FOLDERS = ['packages', 'tools', 'bench'];

/**
 * Beginnings of paths whose files share a process; the first that matches counts. A file that matches none has a
 * separate process, as needed by files that measure memory or change their process permanently. The longest come first:
 * a long one that began last would run alone on one of two cores.
 */
const TOGETHER = [
  'packages/console/test/',
  'packages/cli/src/',
  'packages/server/test/p',
  'packages/server/test/r',
  'packages/server/test/s',
  'packages/server/test/conversion-c',
  'packages/server/test/conversion-f',
  'packages/server/test/conversion-',
  'packages/formats/src/formats/dxf/',
  'packages/formats/src/formats/p',
  'packages/formats/src/formats/d',
  'packages/formats/src/kit/',
  'packages/formats/src/',
  'packages/formats/test/',
  'packages/server/test/d',
  'packages/server/test/w',
  'packages/server/test/',
  'packages/server/src/',
  'packages/client/',
  'tools/campaign/',
  'bench/',
  'packages/fieldjob/',
  'packages/ticket-file/',
  'packages/view-wire/',
  'packages/viewer/',
  'packages/console/src/',
  'packages/contract/',
];

/**
 * Writes an entry for each group and for each file that runs alone, and returns their paths. The runner takes them in
 * the order of their names: short ones run first, beside the long ones, so that none runs alone at the end.
 * @param {string} root folder of the project
 * @param {string} folder where the entries are written
 * @returns {string[]} paths
 */
export function testEntries(root, folder) {
  const left = new Set(FOLDERS.flatMap((name) => testFiles(root, name)).sort());
  const groups = TOGETHER.map((start) => {
    const files = [...left].filter((file) => file.startsWith(start));
    for (const file of files) left.delete(file);
    return files;
  });
  return [...[...left].map((file) => [file]), ...groups].map((files, number) => {
    const entry = join(folder, `${String(number).padStart(3, '0')}.mjs`);
    writeFileSync(entry, entryOf(root, files));
    return entry;
  });
}

const testFiles = (root, folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((path) => `${folder}/${path}`.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'));

const entryOf = (root, files) => `import { runFiles } from ${JSON.stringify(addressOf(root, 'tools/test-files.ts'))};
await runFiles(${JSON.stringify(files.map((file) => [file, addressOf(root, file)]))});
`;

const addressOf = (root, file) => pathToFileURL(join(root, file)).href;
