import { type Command, EXIT, UsageError } from '../command.ts';
import { type Action, isNeeded, isRepeatable } from '../operator/action.ts';
import { ACTIONS } from '../operator/actions.ts';
import { reachDesk } from '../operator/desk-client.ts';
import { readList } from '../operator/read-list.ts';
import { showAnswer } from '../operator/show.ts';
import { readWords } from '../read-words.ts';

const PLACE = {
  data: { type: 'string' },
  server: { type: 'string' },
  key: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** `fieldbridge operator …`: the support desk of a running server or of a data directory. */
export const operator: Command = {
  name: 'operator',
  summary: 'the support desk: organisations, access requests, credentials',
  get usage() {
    return `fieldbridge operator ACTION [options] [--server URL --key KEY | --data DIR] [--json]

With --server (or FIELDBRIDGE_SERVER) and an operator key it works on a running server. Give the key with --key, or with
FIELDBRIDGE_OPERATOR_KEY, which does not appear in the process list. Otherwise it works on the data directory (--data,
FIELDBRIDGE_DATA, ./data) if no server is running on it. URL is the address of the server or of its desk (…/operator); if the
setting operatorPath was changed, give the address of the desk with its version (…/desk/v1).

Actions:
${ACTIONS.map(helpOf).join('\n')}

ORGANISATION is an id or a name.`;
  },
  run: async (args, io) => {
    const { action, operands, options } = parseAction(args);
    // An empty variable counts as not set, as everywhere.
    const env = Object.fromEntries(Object.entries(io.env).filter(([, value]) => value !== ''));
    const server = options['server'] ?? (options['data'] === undefined ? env['FIELDBRIDGE_SERVER'] : undefined);
    const desk = await reachDesk(
      { data: options['data'], server, key: options['key'] ?? env['FIELDBRIDGE_OPERATOR_KEY'] },
      io,
    );
    try {
      const { method, path, body } = await action.call(operands, options, desk);
      // The audit trail has the requested length; every other list is shown whole.
      const whole = method === 'GET' && action.words !== 'audit';
      const answer = await (whole ? readList(desk, path) : desk.call(method, path, body));
      io.out(options['json'] === undefined ? showAnswer(answer) : `${JSON.stringify(answer ?? {}, null, 2)}\n`);
    } finally {
      await desk.close();
    }
    return EXIT.done;
  },
};

interface ParsedAction {
  readonly action: Action;
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
}

/** Finds the action with the most matching words, then parses its operands and options. @throws UsageError */
function parseAction(args: readonly string[]): ParsedAction {
  const starts = ({ words }: Action) => words.split(' ').every((word, i) => args[i] === word);
  const action = ACTIONS.filter(starts).sort((a, b) => b.words.length - a.words.length)[0];
  if (action === undefined)
    throw new UsageError(args.length === 0 ? 'an action is needed' : `there is no action "${args[0]}"`);
  const own = Object.fromEntries(
    Object.entries(action.options).map(([name, form]) => [
      name,
      { type: 'string' as const, multiple: isRepeatable(form) },
    ]),
  );
  const { values, positionals } = readWords({ args: [...args], allowPositionals: true, options: { ...PLACE, ...own } });
  const operands = positionals.slice(action.words.split(' ').length);
  if (operands.length !== action.operands.length) {
    throw new UsageError(
      `"${action.words}" takes ${action.operands.join(' ') || 'no further words'}, not ${JSON.stringify(operands.join(' '))}`,
    );
  }
  const options = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value].flat().join('\n')]));
  for (const [name, form] of Object.entries(action.options)) {
    if (isNeeded(form) && options[name] === undefined)
      throw new UsageError(`"${action.words}" needs --${name} ${form.slice(1)}`);
  }
  return { action, operands, options };
}

function helpOf({ words, operands, options, summary }: Action): string {
  const shown = Object.entries(options).map(([name, form]) =>
    isNeeded(form) ? `--${name} ${form.slice(1)}` : `[--${name} ${form}]`,
  );
  return `  ${[words, ...operands, ...shown].join(' ')}\n      ${summary}`;
}
