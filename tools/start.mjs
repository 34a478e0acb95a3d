// Plain JavaScript on purpose: this file must run on the machine's own Node (20 or newer), find the
// pinned runtime that `npm ci` brought, and hand the command line over to it.
import module from 'node:module'; // whole: the machine's own Node may not have all of it
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findProduct } from './product.mjs';
import { OLDEST_RUNTIME, runtime } from './runtime.mjs';

/** How often a server that npm started looks whether npm is still there. */
const PARENT_LOOK_MS = 500;

const node = runtime();
if (node === undefined) {
  console.error(
    `fieldbridge needs Node ${OLDEST_RUNTIME}; this is ${process.version} and the pinned runtime is not installed.\n` +
      'Run "npm ci" here. If npm reports blocked install scripts, allow the one of the package "node" (npm approve-scripts node) and run it again.',
  );
  process.exit(1);
}
const words = process.argv.slice(2);
const entry = await findProduct().catch((error) => {
  console.error(`The sources cannot be bundled: ${error.message}\nAfter a change of package.json, run "npm ci" here.`);
  process.exit(1);
});
/** V8 keeps compiled code beside the build: a seventh of the processor time of a server's start. */
const compiled = process.env.NODE_COMPILE_CACHE ?? join(dirname(entry), 'compiled');
if (node === process.execPath && words[0] !== 'serve') {
  // This runtime will do, and only a server wants flags of its own: a second process would cost as much as the command.
  module.enableCompileCache(compiled);
  await import(pathToFileURL(entry).href);
} else await runThere();

/** Hands the command line over to a runtime in a process of its own, signals and exit status included. */
async function runThere() {
  const { spawn } = await import('node:child_process');
  // A server's memory is mostly what one request needs: room for it to die young saves a tenth of the processor time of a ticket.
  const flags = words[0] === 'serve' ? ['--min-semi-space-size=32', '--max-semi-space-size=64'] : [];
  // Over the fourth channel a server learns that this process is gone, killed for instance: it must not live on unseen, with the
  // data directory in its hands.
  const stdio = words[0] === 'serve' ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit';
  const child = spawn(node, [...flags, entry, ...words], {
    stdio,
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (words[0] === 'serve' && isScriptOfOurs()) whenParentIsGone(() => child.kill('SIGTERM'));
  child.on('error', (error) => {
    console.error(`The runtime at ${node} cannot be started: ${error.message}. Run "npm ci" again.`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    // The same end for this process, which must not hand the signal on once more instead.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** Whether npm runs this as a script of the project (`npm start`), and not somebody who may leave it running. */
function isScriptOfOurs() {
  const { npm_package_name: name, npm_lifecycle_event: script } = process.env;
  return name === 'fieldbridge' && (script === 'start' || script === 'fieldbridge');
}

/** npm hands a signal to the shell between it and us only, and both end without a word to us: the server would live on unseen. */
function whenParentIsGone(tell) {
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    tell();
  }, PARENT_LOOK_MS);
  look.unref();
}
