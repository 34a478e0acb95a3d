import { type CommandIo, EXIT } from './command.ts';
import { COMMANDS } from './command-table.ts';
import { didYouMean } from './did-you-mean.ts';
import { failureOf, tellFailure } from './failure.ts';
import { safeIo } from './safe-text.ts';

/** The help of `fieldbridge` itself. */
export function overview(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return `fieldbridge COMMAND [options]

${lines.join('\n')}

See also fieldbridge COMMAND --help. With --json, every command prints one document on standard output, also when it fails.
Exit status: 0 done, 1 failed, 2 wrong usage, 3 partial success.
`;
}

/**
 * Runs one command line.
 * @param args the words after `fieldbridge` @param version what `--version` prints
 * @returns the exit code; every error is reported here as a sentence on standard error
 */
export function runCommandLine(args: readonly string[], io: CommandIo, version: string): Promise<number> {
  return runSafely(args, safeIo(io), version);
}

async function runSafely(args: readonly string[], io: CommandIo, version: string): Promise<number> {
  const [name, ...rest] = args;
  if (name === 'help' && rest[0] !== undefined) return runSafely([rest[0], '--help'], io, version);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    (name === undefined ? io.err : io.out)(overview());
    return name === undefined ? EXIT.usage : EXIT.done;
  }
  if (name === '--version' || name === '-v') {
    io.out(`${version}\n`);
    return EXIT.done;
  }
  if (!Object.hasOwn(COMMANDS, name)) {
    const close = didYouMean(name, [...Object.keys(COMMANDS), '--help', '--version']);
    const detail = `there is no command "${name}"${close}`;
    const failure = { code: 'usage', detail, exit: EXIT.usage, text: `${detail}\nSee "fieldbridge --help".` };
    return tellFailure('fieldbridge', failure, rest, io);
  }
  const command = await COMMANDS[name]!.load();
  io.loaded?.(command.name);
  if (rest.includes('--help') || rest.includes('-h')) {
    io.out(`${command.usage}\n`);
    return EXIT.done;
  }
  try {
    return await command.run(rest, io);
  } catch (error) {
    const failure = failureOf(error, io, `fieldbridge ${command.name}`);
    if (failure === undefined) throw error;
    const { exit } = failure;
    return tellFailure(`fieldbridge ${command.name}`, { ...failure, exit: command.failed ?? exit }, rest, io);
  }
}
