// npm run campaign:dgn-files -- NAME=REPOSITORY… [--into FOLDER]
// The results of `fieldbridge inspect` for every different DGN V8 file in the history of git repositories, as the
// tables of packages/formats/src/formats/dgn/v8/FILES.md. A repository is a git directory; --into keeps the files, each
// after the beginning of its name in git.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Inspected, rowOf } from './dgn-row.ts';

const NAMES = /\.(dgn|cel|dgnlib)$/i;
/** The first bytes of a compound file. */
const MAGIC = 'd0cf11e0a1b11ae1';
const MOST_BYTES = 2 ** 30;
const START = join(import.meta.dirname, '../start.mjs');
const WRONG_USAGE = 2;

interface StoredFile {
  readonly blob: string;
  readonly path: string;
  readonly isNewest: boolean;
}

const git = (repository: string, ...words: string[]): Buffer =>
  execFileSync('git', [`--git-dir=${repository}`, ...words], { maxBuffer: MOST_BYTES });

/** Every different file with a DGN name in the history of a repository that holds its bytes. */
function filesOf(repository: string): StoredFile[] {
  const newest = new Set(git(repository, 'ls-tree', '-r', '--format=%(objectname)', 'HEAD').toString().split('\n'));
  const objects = git(repository, 'rev-list', '--objects', '--missing=allow-any', '--all', 'HEAD').toString();
  const found = new Map<string, StoredFile>();
  for (const line of objects.split('\n')) {
    const [blob, path] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)];
    if (NAMES.test(path) && !found.has(blob)) found.set(blob, { blob, path, isNewest: newest.has(blob) });
  }
  return [...found.values()].toSorted((a, b) => a.path.localeCompare(b.path, 'en', { sensitivity: 'base' }));
}

function inspect(file: string): Inspected {
  const { stdout } = spawnSync(process.execPath, [START, 'inspect', '--json', file], { maxBuffer: MOST_BYTES });
  return JSON.parse(stdout.toString());
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { into: { type: 'string' } } });
if (positionals.length === 0) {
  console.error('usage: npm run campaign:dgn-files -- NAME=REPOSITORY… [--into FOLDER]');
  process.exit(WRONG_USAGE);
}
const folder = values.into ?? mkdtempSync(join(tmpdir(), 'dgn-files-'));
mkdirSync(folder, { recursive: true });
const totals = { features: 0, empty: 0, refused: 0 };
for (const word of positionals) {
  const [name = '', repository = name] = word.split('=');
  console.log(`\n## ${name}\n\n| file | features | left out, or why |\n| --- | --- | --- |`);
  const own = { features: 0, empty: 0, refused: 0 };
  for (const { blob, path, isNewest } of filesOf(repository)) {
    process.stderr.write(`\r\u001b[K${basename(path)}`);
    let content: Buffer;
    try {
      content = git(repository, 'cat-file', 'blob', blob);
    } catch {
      console.log(
        `| \`${basename(path)}\` (${blob.slice(0, 7)}) | not read | the repository does not hold its bytes |`,
      );
      continue;
    }
    const isV8 = content.length === 0 || content.toString('hex', 0, MAGIC.length / 2) === MAGIC;
    if (!isV8) continue;
    const file = join(folder, `${blob.slice(0, 7)} ${basename(path)}`);
    writeFileSync(file, content);
    const { kind, columns } = rowOf(inspect(file));
    own[kind]++;
    totals[kind]++;
    console.log(`| \`${basename(path)}\`${isNewest ? '' : ` (${blob.slice(0, 7)})`} | ${columns} |`);
  }
  process.stderr.write('\r\u001b[K');
  console.log(`\n${own.features} with features, ${own.empty} empty, ${own.refused} refused`);
}
console.log(`\n${totals.features} with features, ${totals.empty} empty, ${totals.refused} refused in all`);
if (values.into === undefined) rmSync(folder, { recursive: true });
