// Publishes the packages: npm run release, or npm run release -- --dry-run to see what would be published.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../runtime.mjs';
import { buildPackages } from './build.ts';
import { readManifest } from './manifest.ts';
import { npm, pack } from './pack.ts';

const isTrial = process.argv.includes('--dry-run');
const { version } = readManifest();

/** Reasons against publishing. */
function faults(): string[] {
  const found: string[] = [];
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version)) found.push(`${version} is no semantic version`);
  const heading = new RegExp(`^## ${version.replaceAll('.', '\\.')} \\((.*)\\)$`, 'm');
  const released = heading.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))?.[1];
  if (released === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(released))
    found.push(`CHANGELOG.md has no heading "## ${version} (date)", but (${released ?? 'nothing'})`);
  const git = (...words: string[]): string => execFileSync('git', words, { cwd: root, encoding: 'utf8' });
  if (git('status', '--porcelain') !== '') found.push('there are changes that are not committed');
  return found;
}

const reasons = faults();
for (const reason of reasons) console.log(`${isTrial ? 'before a release' : 'no release'}: ${reason}`);
if (reasons.length > 0 && !isTrial) process.exit(1);
const folders = await buildPackages();
const target = mkdtempSync(join(tmpdir(), 'fieldbridge-release-'));
try {
  for (const [index, { name, size, files }] of pack(folders, target).entries()) {
    console.log(`${name} ${version}: ${files.length} files, ${(size / 1e6).toFixed(2)} MB`);
    if (!isTrial) console.log(npm(['publish', '--access', 'public'], folders[index]!));
  }
} finally {
  rmSync(target, { recursive: true, force: true });
}
if (isTrial) console.log('nothing was published');
