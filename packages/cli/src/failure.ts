import { type CommandIo, EXIT, UsageError } from './command.ts';
import { systemWords } from './system-words.ts';

/** What of a server's start or data directory is a sentence for a person, by the name of its error: the code for programs and the exit status. */
const SERVER_FAULTS: Readonly<Record<string, { readonly code: string; readonly exit: number }>> = {
  SettingError: { code: 'setting-wrong', exit: EXIT.usage },
  DataDirectoryInUse: { code: 'data-directory-in-use', exit: EXIT.failed },
  DataDirectoryDamaged: { code: 'data-directory-damaged', exit: EXIT.failed },
  MigrationError: { code: 'migration-failed', exit: EXIT.failed },
  BackupRefused: { code: 'backup-refused', exit: EXIT.failed },
};

/** Why a command ended without its result. */
export interface Failure {
  /** Stable, for programs. */
  readonly code: string;
  readonly detail: string;
  readonly exit: number;
  /** How people are told; the sentence with its code unless said. */
  readonly text?: string;
  /** The problem document of a server, when it was one that refused. */
  readonly problem?: object;
}

/**
 * What an error of a command is to be told as.
 * @param usage of the command, which follows wrong words
 * @returns undefined for a defect: then the stack is wanted
 */
export function failureOf(error: unknown, { signal }: Pick<CommandIo, 'signal'>, usage: string): Failure | undefined {
  const { name, message: detail, code, problem } = error as Error & { code?: unknown; problem?: object };
  // parseArgs names wrong words by codes of its own.
  if (error instanceof UsageError || (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS_')))
    return { code: 'usage', detail, exit: EXIT.usage, text: `${detail}\n\n${usage}` };
  if (signal.aborted && error === signal.reason)
    return { code: 'interrupted', detail, exit: EXIT.failed, text: detail };
  if (Object.hasOwn(SERVER_FAULTS, name)) return { ...SERVER_FAULTS[name]!, detail, text: detail };
  if (typeof code !== 'string') return undefined;
  const said = { code, detail: systemWords(error) ?? detail, exit: EXIT.failed };
  return problem === undefined ? said : { ...said, problem };
}

/** One of several faults that a problem document lists. */
interface Fault {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly detail: string;
}

/** Tells a failure: as a sentence on standard error and, where `--json` asks for one, as the document on standard output. */
export function tellFailure(command: string, failure: Failure, args: readonly string[], io: CommandIo): number {
  const { code, detail, exit, text = `${detail} (${code})`, problem = {} } = failure;
  io.err(`${command}: ${text}\n`);
  for (const fault of (problem as { errors?: readonly Fault[] }).errors ?? [])
    io.err(`  ${fault.pointer ?? fault.parameter ?? ''}  ${fault.detail}\n`);
  if (wantsJson(args)) io.out(`${JSON.stringify({ result: 'failed', code, detail, ...problem }, null, 2)}\n`);
  return exit;
}

/** Whether the words ask for JSON; behind `--` they are names of files. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? undefined : end).includes('--json');
}
