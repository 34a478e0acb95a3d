import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './command.ts';
import { didYouMean } from './did-you-mean.ts';

/**
 * Parses the arguments of a command with `parseArgs`.
 * @throws UsageError for an unknown option, with the nearest known one; an error of `parseArgs` for other wrong usage
 */
export function readWords<const Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    const word = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? /'([^']+)'/.exec(message)?.[1] : undefined;
    if (word === undefined) throw error;
    const known = [...Object.keys(config.options ?? {}), 'help'].map((name) => `--${name}`);
    throw new UsageError(`there is no option ${word}${didYouMean(word, known)}`, { cause: error });
  }
}
