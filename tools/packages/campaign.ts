// Packs the packages as they would be published, checks them with publint and attw, installs them into empty projects
// and uses them on several versions of Node: npm run campaign:packages. It needs the registry, and 1 GB in the
// temporary folder.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../runtime.mjs';
import { buildPackages } from './build.ts';
import { npm, pack } from './pack.ts';
import { sizeOf } from './size.ts';

/** Not in package.json: they are needed here only. */
const CHECKERS = ['publint@0.3.25', '@arethetypeswrong/cli@0.18.5'];
/** Older versions of Node than the current one, from packages that hold only the program. */
const OLDER = [20, 22, 24];
const MEGABYTE = 1024 * 1024;

const work = mkdtempSync(join(tmpdir(), 'fieldbridge-packages-'));
const at = (...names: string[]): string => join(work, ...names);
let failures = 0;

/** Runs a program and reports its output if it did not end as expected. */
function run(title: string, command: string, words: readonly string[], folder: string, expected = 0): string {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd: folder, encoding: 'utf8', timeout: 600_000 });
  const isGood = status === expected;
  if (!isGood) failures++;
  console.log(`${isGood ? 'ok  ' : 'FAIL'} ${title}`);
  if (!isGood) console.log(`${stdout}${stderr}`);
  return `${stdout}${stderr}`;
}

/** An empty project with packages in it. */
function project(name: string, packages: readonly string[]): string {
  mkdirSync(at(name));
  writeFileSync(at(name, 'package.json'), '{ "private": true, "type": "module" }\n');
  const began = performance.now();
  npm(['install', '--no-save', ...packages], at(name));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const size = (sizeOf(at(name, 'node_modules')) / MEGABYTE).toFixed(0);
  console.log(`     npm install of ${name}: ${seconds} s, ${size} MB`);
  return at(name);
}

try {
  const folders = await buildPackages(at('built'));
  const packed = pack(folders, work);
  for (const { name, version, size, unpackedSize, files } of packed)
    console.log(
      `     ${name} ${version}: ${(size / MEGABYTE).toFixed(1)} MB packed, ${(unpackedSize / MEGABYTE).toFixed(1)} MB in ${files.length} files`,
    );

  const checkers = join(project('checkers', CHECKERS), 'node_modules/.bin');
  for (const [index, { name, path }] of packed.entries()) {
    run(`publint ${name}`, join(checkers, 'publint'), [folders[index]!, '--strict'], work);
    if (name.startsWith('@'))
      run(`attw ${name}`, join(checkers, 'attw'), [path, '--profile', 'esm-only', '--no-color'], work);
  }

  const isLibrary = ({ name }: { readonly name: string }): boolean => name.startsWith('@');
  const libraries = project(
    'libraries',
    packed.filter(isLibrary).map(({ path }) => path),
  );
  const program = project(
    'program',
    packed.filter((one) => !isLibrary(one)).map(({ path }) => path),
  );
  const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const runtimes = project(
    'runtimes',
    OLDER.map((version) => `node${version}@npm:node-${platform}@${version}`),
  );
  const nodes = OLDER.map((version) => join(runtimes, 'node_modules', `node${version}`, 'bin/node'));
  for (const sample of ['sample.mjs', 'sample.mts'])
    cpSync(join(root, 'tools/packages', sample), join(libraries, sample));
  const tsc = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2024,dom,esnext.disposable',
  ];
  run('types of the libraries', join(root, 'node_modules/.bin/tsc'), [...tsc, 'sample.mts'], libraries);
  const start = join(program, 'node_modules/fieldbridge/tools/start.mjs');
  writeFileSync(join(program, 'points.csv'), 'name,easting,northing,elevation\nA,1,2,3\nB,2,3,4\n');
  for (const node of [...nodes, process.execPath]) {
    const isOld = node !== process.execPath;
    const version = isOld ? node.replace(/.*node(\d+).*/, 'Node $1') : `Node ${process.version}`;
    run(`libraries on ${version}`, node, ['--no-warnings', 'sample.mjs'], libraries);
    const words = [start, 'convert', 'points.csv', 'points.mjfzip', '--force'];
    const said = run(`fieldbridge on ${version}`, node, words, program, isOld ? 1 : 0);
    if (isOld && !/^fieldbridge needs Node 26 or newer, .*\n$/.test(said)) {
      failures++;
      console.log(`FAIL it should say in one sentence what it needs: ${said}`);
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
if (failures > 0) process.exitCode = 1;
