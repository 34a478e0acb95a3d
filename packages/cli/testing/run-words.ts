import type { CommandIo } from '../src/command.ts';
import { runCommandLine } from '../src/command-line.ts';

/** How a command ended, and what it printed. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** What `--version` prints in tests. */
export const TEST_VERSION = '1.2.3';

/**
 * Runs `fieldbridge WORDS` in this process.
 * @param more what differs from the defaults: no terminal, an empty environment, never interrupted
 */
export async function runWords(
  words: readonly string[],
  more: Partial<Pick<CommandIo, 'ask' | 'screen' | 'terminal' | 'env' | 'signal'>> = {},
): Promise<Ran> {
  const texts = { out: '', err: '' };
  const io: CommandIo = {
    out: (text, written) => {
      texts.out += text;
      written?.();
    },
    err: (text) => {
      texts.err += text;
    },
    rewrite: (text) => {
      texts.err += `\r\u001b[K${text}`;
    },
    ...{ terminal: false, env: {}, signal: new AbortController().signal },
    ...more,
  };
  return { code: await runCommandLine(words, io, TEST_VERSION), ...texts };
}
