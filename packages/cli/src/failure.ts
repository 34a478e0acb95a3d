import type { CountedIssue } from '@fieldbridge/formats';
import { MapFault } from '@fieldbridge/ticket-file/map-fault.ts';
import { type CommandIo, EXIT, UsageError } from './command.ts';
import { issueLine } from './issue-line.ts';
import { systemWords } from './system-words.ts';

/**
 * Errors of a server's start or data directory that are reported as a sentence, by error name: the code for programs
 * and the exit status.
 */
const SERVER_FAULTS: Readonly<Record<string, { readonly code: string; readonly exit: number }>> = {
  SettingError: { code: 'setting-wrong', exit: EXIT.usage },
  DataDirectoryInUse: { code: 'data-directory-in-use', exit: EXIT.failed },
  DatabaseInUse: { code: 'database-in-use', exit: EXIT.failed },
  DataDirectoryDamaged: { code: 'data-directory-damaged', exit: EXIT.failed },
  DataDirectoryFull: { code: 'disk-full', exit: EXIT.failed },
  MigrationError: { code: 'migration-failed', exit: EXIT.failed },
  MoveRefused: { code: 'move-refused', exit: EXIT.failed },
  BackupRefused: { code: 'backup-refused', exit: EXIT.failed },
};

/** A file was read, but the next step failed: the issues of reading may give the reason. */
export class FailureAfterReading extends Error {
  readonly code: string;
  readonly issues: readonly CountedIssue[];

  /** @param path of the file, if there are several */
  constructor(cause: Error & { readonly code: string }, issues: readonly CountedIssue[], path?: string) {
    super(path === undefined ? cause.message : `${path}: ${cause.message}`, { cause });
    this.code = cause.code;
    this.issues = issues;
  }
}

/** Why a command ended without its result. */
export interface Failure {
  /** Stable, for programs. */
  readonly code: string;
  readonly detail: string;
  readonly exit: number;
  /** The text for people; by default the sentence with its code. */
  readonly text?: string;
  /** The problem document, if a server refused. */
  readonly problem?: object;
  /** Issues reported before the failure. */
  readonly issues?: readonly CountedIssue[];
}

/**
 * How a command error is reported.
 * @param help the command whose help is named for wrong usage
 * @returns undefined for a defect, which is reported with its stack
 */
export function failureOf(error: unknown, { signal }: Pick<CommandIo, 'signal'>, help: string): Failure | undefined {
  const { name, message: detail, code, problem } = error as Error & { code?: unknown; problem?: object };
  // parseArgs reports wrong usage with its own codes.
  if (
    error instanceof UsageError ||
    error instanceof MapFault ||
    (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS_'))
  )
    return { code: 'usage', detail, exit: EXIT.usage, text: `${detail}\nSee "${help} --help".` };
  if (signal.aborted && error === signal.reason)
    return { code: 'interrupted', detail, exit: EXIT.failed, text: detail };
  if (Object.hasOwn(SERVER_FAULTS, name)) return { ...SERVER_FAULTS[name]!, detail, text: detail };
  if (typeof code !== 'string') return undefined;
  const reported = error instanceof FailureAfterReading ? { issues: error.issues } : {};
  const said = { code, ...reported, detail: systemWords(error) ?? detail, exit: EXIT.failed };
  return problem === undefined ? said : { ...said, problem };
}

/** One of several faults that a problem document lists. */
interface Fault {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly detail: string;
}

/** Reports a failure as a sentence on standard error and, if `--json` was given, as a document on standard output. */
export function tellFailure(command: string, failure: Failure, args: readonly string[], io: CommandIo): number {
  const { code, detail, exit, text = `${detail} (${code})`, problem = {}, issues } = failure;
  if (!wantsJson(args)) for (const issue of issues ?? []) io.err(issueLine(issue));
  io.err(`${command}: ${text}\n`);
  for (const fault of (problem as { errors?: readonly Fault[] }).errors ?? [])
    io.err(`  ${fault.pointer ?? fault.parameter ?? ''}  ${fault.detail}\n`);
  if (wantsJson(args)) io.out(`${JSON.stringify({ result: 'failed', code, detail, ...problem, issues }, null, 2)}\n`);
  return exit;
}

/** Whether the arguments ask for JSON; after `--` they are file names. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? undefined : end).includes('--json');
}
