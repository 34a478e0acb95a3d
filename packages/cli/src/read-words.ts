import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './command.ts';
import { didYouMean } from './did-you-mean.ts';

/**
 * Reads the words of a command as `parseArgs` does.
 * @throws UsageError for an option that there is not, with the nearest there is; an error of `parseArgs` for other wrong words
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
