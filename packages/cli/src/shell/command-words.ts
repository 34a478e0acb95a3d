import { FORMATS } from '@fieldbridge/formats';
import { COMMANDS } from '../command-table.ts';

/** An option, and its values if they are few and known. */
export interface OptionWords {
  /** With its dashes. */
  readonly name: string;
  readonly values: readonly string[];
}

/** A command with the words that may follow it, as its usage states them. */
export interface CommandWords {
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  /** Its second words: `import` of `tickets import`. */
  readonly actions: readonly string[];
  readonly options: readonly OptionWords[];
}

/** An option, and its value: FORMAT, or values separated by bars. */
const OPTION = /(?<![\w-])(--[a-z][a-z-]*)(?:[ =](FORMAT\b|[a-z]+(?:\|[a-z]+)+))?/g;

/** All commands with their words. */
export async function commandWords(): Promise<CommandWords[]> {
  const commands = Object.entries(COMMANDS).map(async ([name, { summary, load }]) => {
    const { usage } = await load();
    return { name, summary, usage, actions: actionsOf(name, usage), options: optionsOf(usage) };
  });
  return Promise.all(commands);
}

function optionsOf(usage: string): OptionWords[] {
  const found = new Map<string, readonly string[]>([['--help', []]]);
  for (const [, name, values = ''] of usage.matchAll(OPTION)) {
    const known = values === 'FORMAT' ? FORMATS.map(({ id }) => id) : values === '' ? [] : values.split('|');
    if (known.length > 0 || !found.has(name!)) found.set(name!, known);
  }
  return Array.from(found, ([name, values]) => ({ name, values }));
}

/** Actions are in the first line of the usage, or in a list of their own. */
function actionsOf(name: string, usage: string): string[] {
  const stated = [...usage.matchAll(new RegExp(`^fieldbridge ${name} ([a-z]+(?:\\|[a-z]+)*)(?: |$)`, 'gm'))];
  const [, list = ''] = /^Actions:\n((?: {2,}.*\n?)+)/m.exec(usage) ?? [];
  const listed = [...list.matchAll(/^ {2}([a-z]+)/gm)];
  return [...new Set([...stated, ...listed].flatMap(([, words]) => words!.split('|')))];
}
