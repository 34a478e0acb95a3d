// npm run campaign:servers [-- MINUTES]: three servers and two workers under load while they, the database and the ways
// between them fail in turn; see servers-killed.test.ts. As root on Linux this process gets a network of its own, in
// which each server has a namespace, so that nothing else is touched and nothing is left.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { countOf } from '../testing/count-of.ts';

const minutes = countOf('the number of minutes', process.argv[2], 10);
const test = [process.execPath, '--test', '--test-timeout', String((minutes + 30) * 60_000)];
const line = [...test, join(import.meta.dirname, 'servers-killed.test.ts')];
/** A folder for names of network namespaces that ends with the process. */
const prepare = 'mkdir -p /run/netns && mount -t tmpfs none /run/netns && exec "$@"';
const own = ['unshare', '--net', '--mount', '--propagation', 'private'];
const isPossible = process.platform === 'linux' && spawnSync(own[0]!, [...own.slice(1), 'ip', 'link']).status === 0;
if (!isPossible)
  console.log('Not done: cutting servers off, which needs root, unshare (util-linux) and ip (iproute2). The rest is.');
const [program, ...words] = isPossible ? [...own, 'sh', '-c', prepare, 'sh', ...line] : line;
const env = { ...process.env, SERVER_MINUTES: String(minutes), ...(isPossible && { SERVER_NETWORK: 'own' }) };
process.exitCode = spawnSync(program!, words, { stdio: 'inherit', env }).status ?? 1;
