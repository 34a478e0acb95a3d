import { examine, type Finding } from '@fieldbridge/server';
import { type Command, EXIT } from '../command.ts';
import { parseServerWords } from '../settings-flags.ts';

/** `fieldbridge doctor`: checks what a server depends on. */
export const doctor: Command = {
  name: 'doctor',
  summary: 'check what a server depends on: disk, clock, permissions, certificate, public URL',
  usage: `fieldbridge doctor [--json] [options of "fieldbridge serve"]

Checks the data directory and its disk, the clock, permissions of the directory and of keys, the certificate, the public URL, the
version of Node and the lock, and names the cure of each fault. It changes nothing, and the server may be running. Give the same
settings as for "fieldbridge serve".
Exit status 1 if there is an error; warnings do not count.`,
  run: async (args, io) => {
    const words = parseServerWords(args, io.env);
    const findings = await examine(words.sources);
    const errors = findings.filter(({ state }) => state === 'error').length;
    if (words.json) io.out(`${JSON.stringify({ result: errors === 0 ? 'success' : 'failed', findings }, null, 2)}\n`);
    else io.out(table(findings));
    return errors === 0 ? EXIT.done : EXIT.failed;
  },
};

function table(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ check, state, found, cure }) => [
    `${state.padEnd(8)} ${check.padEnd(width)}  ${found}`,
    ...(cure === undefined ? [] : [`${' '.repeat(width + 11)}→ ${cure}`]),
  ]);
  return `${lines.join('\n')}\n`;
}
