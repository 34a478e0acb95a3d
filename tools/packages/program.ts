import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProduct } from '../product.mjs';
import { OLDEST_RUNTIME, root } from '../runtime.mjs';
import { writePackage } from './build.ts';
import { readManifest } from './manifest.ts';

/** Packages that the product loads at run time, because they read files next to their own; the others are in it. */
const LOADED = ['@scalar/fastify-api-reference', 'pdfjs-dist', 'proj-wasm'];
/** Plain JavaScript that starts the product with a runtime that is new enough. */
const STARTERS = ['start.mjs', 'product.mjs', 'runtime.mjs'];

/** The package `fieldbridge`: the bundled product, and the command that starts it. @returns its folder */
export async function buildProgram(target: string): Promise<string> {
  const product = dirname(await findProduct());
  const { version, description, license } = readManifest();
  writePackage(target, {
    ...{ name: 'fieldbridge', version, description, license, type: 'module' },
    keywords: ['survey', 'cad', 'field job', 'weighing', 'server'],
    // The command itself says in one sentence what is missing.
    engines: { node: `>=${OLDEST_RUNTIME}` },
    bin: { fieldbridge: 'tools/start.mjs' },
    man: 'man/fieldbridge.1',
    files: ['dist', 'man', 'tools', 'THIRD-PARTY.txt'],
    dependencies: Object.fromEntries(LOADED.map((name) => [name, versionOf(name)])),
  });
  for (const name of STARTERS) cpSync(join(root, 'tools', name), join(target, 'tools', name));
  const built = JSON.parse(readFileSync(join(product, '../build.json'), 'utf8')) as { bundled: string[] };
  cpSync(product, join(target, 'dist/product'), {
    recursive: true,
    filter: (path) => path !== join(product, 'compiled'),
  });
  writeFileSync(join(target, 'dist/build.json'), JSON.stringify({ folder: 'product', began: 0, sources: [] }));
  mkdirSync(join(target, 'man'));
  const page = execFileSync(process.execPath, [join(product, 'main.mjs'), 'completion', 'man']);
  writeFileSync(join(target, 'man/fieldbridge.1'), page);
  writeFileSync(join(target, 'THIRD-PARTY.txt'), notices(built.bundled));
  cpSync(join(root, 'packages/cli/README.md'), join(target, 'README.md'));
  return target;
}

function versionOf(name: string): string {
  return (JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as { version: string })
    .version;
}

/** Licences of the packages that are part of a product. @param folders of the packages */
export function notices(folders: readonly string[]): string {
  const parts = [...folders].sort().map((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Record<string, unknown>;
    const files = readdirSync(join(root, folder))
      .filter((name) => /^(licen[cs]e|notice|copying)/i.test(name))
      .sort();
    const texts = files.map((name) => readFileSync(join(root, folder, name), 'utf8').trim());
    return [`${manifest['name']} ${manifest['version']} (${String(manifest['license'])})`, ...texts].join('\n\n');
  });
  return `Fieldbridge contains these packages.\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
