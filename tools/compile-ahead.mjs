// Run by npm at the end of an installation: has all sources compiled, so that the first start and the first conversion do not wait for it.
// An installation is complete without: what is missing is compiled when it is first needed.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { compiled, root, runtime } from './runtime.mjs';

const node = runtime();
if (node !== undefined) {
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
  const { status, stderr, error } = spawnSync(node, [join(root, 'tools/load-everything.ts')], {
    env,
    encoding: 'utf8',
  });
  if (status !== 0) console.error(`The sources were not compiled ahead: ${error?.message ?? stderr}`);
}
