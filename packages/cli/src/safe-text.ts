import { ALL_UNSHOWN } from '@fieldbridge/contract/unshown.ts';
import type { CommandIo } from './command.ts';

/**
 * A text for a terminal: layer names, file names and what people typed may contain characters that move the cursor,
 * change colours or titles, or reverse the writing direction. They are shown as JSON escapes, so that a JSON document
 * keeps its meaning.
 */
export function safeText(text: string): string {
  return text.replace(ALL_UNSHOWN, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The same outputs, without any characters that a terminal would obey. */
export function safeIo(io: CommandIo): CommandIo {
  const { ask } = io;
  return {
    ...io,
    ...(ask && { ask: (question) => ask(safeText(question)) }),
    out: (text, written) => io.out(safeText(text), written),
    err: (text) => io.err(safeText(text)),
    rewrite: (text) => io.rewrite(safeText(text)),
  };
}
