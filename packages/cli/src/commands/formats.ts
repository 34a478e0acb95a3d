import { describeFormat, FORMATS } from '@fieldbridge/formats';
import { type Command, EXIT } from '../command.ts';
import { readWords } from '../read-words.ts';

/** `fieldbridge formats`: the formats that can be read and written. */
export const formats: Command = {
  name: 'formats',
  summary: 'list the formats',
  usage: `fieldbridge formats [--json]

Lists every format with its extensions and directions. With --json also kinds of data, versions,
what a written file keeps, options and notes.`,
  run: async (args, io) => {
    const { values } = readWords({ args: [...args], options: { json: { type: 'boolean', default: false } } });
    if (values.json) {
      io.out(
        `${JSON.stringify(
          FORMATS.map((format) => describeFormat(format)),
          null,
          2,
        )}\n`,
      );
      return EXIT.done;
    }
    for (const format of FORMATS) {
      const unproven = format.experimental.write && format.loadWriter ? ' (writing is experimental)' : '';
      const directions = [format.loadReader && 'read', format.loadWriter && 'write'].filter(Boolean).join(', ');
      const extensions = format.extensions.map((extension) => `.${extension}`).join(' ');
      io.out(`${format.id.padEnd(10)} ${directions.padEnd(12)} ${extensions.padEnd(18)} ${format.name}${unproven}\n`);
    }
    return EXIT.done;
  },
};
