import { describeSettings } from '@fieldbridge/server';
import { type Command, EXIT } from '../command.ts';
import { parseServerWords } from '../settings-flags.ts';

/** `fieldbridge config`: the settings that `fieldbridge serve` would run with. */
export const config: Command = {
  name: 'config',
  summary: 'show the settings in force and where each was set',
  usage: `fieldbridge config [--json] [options of "fieldbridge serve"]

Prints every setting with its value in force and where it was set. Secrets are shown as "(set)".`,
  run: async (args, io) => {
    const words = parseServerWords(args, io.env);
    const settings = describeSettings(words.sources);
    if (words.json) io.out(`${JSON.stringify(settings, null, 2)}\n`);
    else
      for (const { name, value, from } of settings)
        io.out(`${name} = ${JSON.stringify(value) ?? 'none'}    (${from})\n`);
    return EXIT.done;
  },
};
