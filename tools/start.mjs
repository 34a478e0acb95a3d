#!/usr/bin/env node
// Plain JavaScript on purpose: this file must run on the machine's own Node (20 or newer), find the pinned runtime that
// `npm ci` installed, and pass the command line on to it.
import module from 'node:module'; // whole: the machine's own Node may not have all of it
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findProduct } from './product.mjs';
import { isCheckout, OLDEST_RUNTIME, runtime, SERVER_FLAGS } from './runtime.mjs';

/** How often a server started by npm checks that npm is still there. */
const PARENT_LOOK_MS = 500;

const node = runtime();
if (node === undefined) {
  console.error(
    isCheckout
      ? `fieldbridge needs Node ${OLDEST_RUNTIME}; this is ${process.version} and the pinned runtime is not installed.\n` +
          'Run "npm ci" here. If npm reports blocked install scripts, allow the one of the package "node" (npm approve-scripts node) and run it again.'
      : `fieldbridge needs Node ${OLDEST_RUNTIME} or newer, and this is ${process.version}: install that, or put it beside fieldbridge with "npm install node@${OLDEST_RUNTIME}".`,
  );
  process.exit(1);
}
const words = process.argv.slice(2);
const entry = await findProduct().catch((error) => {
  console.error(`The sources cannot be bundled: ${error.message}\nAfter a change of package.json, run "npm ci" here.`);
  process.exit(1);
});
/** V8's compiled code is kept next to the build, which saves a seventh of the CPU time of a server's start. */
const compiled = process.env.NODE_COMPILE_CACHE ?? join(dirname(entry), 'compiled');
if (node === process.execPath && words[0] !== 'serve') {
  // This runtime is new enough, and only a server needs special flags: a second process would cost as much as the
  // command.
  module.enableCompileCache(compiled);
  await import(pathToFileURL(entry).href);
} else await runThere();

/** Passes the command line to a runtime in its own process, with signals and exit status. */
async function runThere() {
  const { spawn } = await import('node:child_process');
  const flags = words[0] === 'serve' ? SERVER_FLAGS : [];
  // Through the fourth channel a server learns that this process has gone, even if it was killed. Otherwise it would
  // keep running unnoticed, and hold the data directory.
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
    // This process ends in the same way, and must not forward the signal again instead.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** Whether npm runs this as a script of the project (`npm start`), rather than a user who may leave it running. */
function isScriptOfOurs() {
  const { npm_package_name: name, npm_lifecycle_event: script } = process.env;
  return name === 'fieldbridge' && (script === 'start' || script === 'fieldbridge');
}

/**
 * npm signals only the shell between it and us, and both end without notice: the server would keep running unnoticed.
 */
function whenParentIsGone(tell) {
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    tell();
  }, PARENT_LOOK_MS);
  look.unref();
}
