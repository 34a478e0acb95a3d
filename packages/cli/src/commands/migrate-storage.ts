import { moveStorage } from '@fieldbridge/server';
import { type Command, EXIT, UsageError } from '../command.ts';
import { ProgressLine } from '../progress-line.ts';
import { readWords } from '../read-words.ts';

const USAGE = `fieldbridge migrate-storage --from PLACE --to PLACE [--json]

Moves all data of a server: from its data directory to PostgreSQL and S3 or a shared folder, or back. PLACE is a data
directory, or a settings file as for "fieldbridge serve --config" that names data, database and blobs. Each side needs a data
directory of its own; the target must be empty. Stop the server first.
Every row and every file is compared before the command reports success; until then no server starts on the target. Run
again after an interruption, it continues. The source is not changed; a server starts there again once moved.json is removed.

  --from PLACE   where the data is
  --to PLACE     where the data goes
  --json         what was moved as one JSON document`;

/** `fieldbridge migrate-storage`: moves what a server stores to other engines. */
export const migrateStorage: Command = {
  name: 'migrate-storage',
  summary: 'move the data of a server to PostgreSQL and S3, or back',
  usage: USAGE,
  run: async (args, io) => {
    const { values } = readWords({
      args: [...args],
      options: { from: { type: 'string' }, to: { type: 'string' }, json: { type: 'boolean', default: false } },
    });
    const { from, to, json } = values;
    if (from === undefined || to === undefined) throw new UsageError('name both sides with --from and --to');
    const progress = new ProgressLine(io);
    try {
      const summary = await moveStorage({ from, to, signal: io.signal, progress: progress.step });
      progress.end();
      const { rows, names, blobs, continued } = summary;
      const sentence = `${rows} rows, ${blobs} files and the point names of ${names} jobs are the same on both sides${continued ? ', those of earlier attempts included' : ''}. Start the server with ${to}.\n`;
      io.out(json ? `${JSON.stringify({ result: 'success', ...summary }, null, 2)}\n` : sentence);
      return EXIT.done;
    } finally {
      progress.end();
    }
  },
};
