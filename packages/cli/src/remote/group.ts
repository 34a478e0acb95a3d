import { type Command, EXIT, UsageError } from '../command.ts';
import { didYouMean } from '../did-you-mean.ts';
import { isNeeded, isRepeatable } from '../operator/action.ts';
import { readWords } from '../read-words.ts';
import type { RemoteAction } from './action.ts';
import { CONNECTION_OPTIONS, CONNECTION_USAGE, connect } from './connection.ts';
import { jsonAsSent } from './digits.ts';

/** Commands that do one thing each on a server. */
export interface Group {
  readonly name: string;
  readonly summary: string;
  readonly about: string;
  /** Whether the interface has a sandbox. */
  readonly hasEnvironments: boolean;
  readonly actions: readonly RemoteAction[];
}

/** `-o` has the same meaning as in `convert`. */
const SHORT: Readonly<Record<string, string>> = { output: 'o' };

/** The command of a group. */
export function commandOf(group: Group): Command {
  const { name, summary, about } = group;
  const usage = `fieldbridge ${name} ACTION [options] --server URL [--json]

${about}

${actionsHelp(group)}

${CONNECTION_USAGE}

Exit status: 0 done, 1 failed, 2 wrong usage, 3 partial success.`;
  return { name, summary, usage, run: (args, io) => runAction(group, args, io) };
}

/** The actions of a group as help. */
export function actionsHelp({ actions }: Pick<Group, 'actions'>): string {
  return `Actions:\n${actions.map(helpOf).join('\n')}`;
}

/** Runs the action that the first word names. @throws UsageError */
export async function runAction(group: Group, args: readonly string[], io: Parameters<Command['run']>[1]) {
  const [word, ...rest] = args;
  const action = group.actions.find((candidate) => candidate.name === word);
  if (action === undefined) {
    const names = group.actions.map((candidate) => candidate.name);
    throw new UsageError(
      word === undefined
        ? `an action is needed: ${names.join(', ')}`
        : `there is no action "${word}"${didYouMean(word, names)}`,
    );
  }
  const own = Object.entries(action.options).map(([option, form]) => {
    const type: 'boolean' | 'string' = form === '' ? 'boolean' : 'string';
    const short = SHORT[option];
    return [option, { type, multiple: isRepeatable(form), ...(short !== undefined && { short }) }] as const;
  });
  const options = { ...CONNECTION_OPTIONS, json: { type: 'boolean' }, ...Object.fromEntries(own) } as const;
  const { values, positionals } = readWords({ args: rest, allowPositionals: true, options });
  const { server, environment, 'client-id': id, 'client-secret-file': file, json, ...given } = values;
  refuseOperands(`${group.name} ${action.name}`, action.operands, positionals);
  for (const [option, form] of Object.entries(action.options))
    if (isNeeded(form) && (given as Record<string, unknown>)[option] === undefined)
      throw new UsageError(`"${group.name} ${action.name}" needs --${option} ${form.slice(1)}`);
  const place = { server, environment, 'client-id': id, 'client-secret-file': file };
  const client = connect(place, group.hasEnvironments, io.env);
  const result = await action.run({ operands: positionals, options: given, client, io, json: json === true });
  if (result === undefined) return EXIT.done;
  io.out(json === true ? `${jsonAsSent(result.value, 2)}\n` : result.text);
  return result.exit ?? EXIT.done;
}

function refuseOperands(words: string, wanted: readonly string[], given: readonly string[]): void {
  const last = wanted.at(-1) ?? '';
  const least = wanted.length - (last.startsWith('[') ? 1 : 0);
  const most = last.includes('…') ? Number.POSITIVE_INFINITY : wanted.length;
  if (given.length < least || given.length > most)
    throw new UsageError(`"${words}" takes ${wanted.join(' ') || 'no further words'}, not "${given.join(' ')}"`);
}

function helpOf({ name, operands, options, summary }: RemoteAction): string {
  const shown = Object.entries(options).map(([option, form]) => {
    const value = form.replace(/^!/, '');
    const text = `--${option}${value === '' ? '' : ` ${value}`}`;
    return isNeeded(form) ? text : `[${text}]`;
  });
  return `  ${[name, ...operands, ...shown].join(' ')}\n      ${summary}`;
}
