import { type BackupSummary, backUp, describeSettings } from '@fieldbridge/server';
import { type Command, EXIT, UsageError } from '../command.ts';
import { ProgressLine } from '../progress-line.ts';
import { readWords } from '../read-words.ts';

const USAGE = `fieldbridge backup DIRECTORY [options]

Copies the data directory of a server into a new DIRECTORY, on which a server can be started. The server may keep running: the copy
holds everything acknowledged before the copying began, and each database as of one moment. DIRECTORY gets its name once the copy
is complete, verified and on disk.

  --data DIR           the data directory (default: as for "fieldbridge serve")
  --config FILE        the settings file that names it
  --without-secrets    leave out server.key (and demo.json). Store them elsewhere: the copy cannot be used without server.key
  --json               what was copied as one JSON document`;

/** `fieldbridge backup`: a copy of everything a server stores. */
export const backup: Command = {
  name: 'backup',
  summary: 'copy the data directory of a server, even while it runs',
  usage: USAGE,
  run: async (args, io) => {
    const { values, positionals } = readWords({
      args: [...args],
      allowPositionals: true,
      options: {
        data: { type: 'string' },
        config: { type: 'string' },
        'without-secrets': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    });
    const [target] = positionals;
    if (target === undefined || positionals.length > 1) throw new UsageError('name the one directory to create');
    const file = values.config ?? io.env['FIELDBRIDGE_CONFIG'];
    const sources = { flags: { data: values.data }, env: io.env, ...(file === undefined ? {} : { file }) };
    const data = String(describeSettings(sources).find(({ name }) => name === 'data')!.value);
    const progress = new ProgressLine(io);
    try {
      const secrets = !values['without-secrets'];
      const summary = await backUp({ data, target, secrets, signal: io.signal, progress: progress.step });
      progress.end();
      io.out(values.json ? `${JSON.stringify(summary, null, 2)}\n` : sentence(summary));
      return EXIT.done;
    } finally {
      progress.end();
    }
  },
};

function sentence({ target, databases, files, fileBytes, secrets }: BackupSummary): string {
  const bytes = databases.reduce((sum, one) => sum + one.bytes, 0);
  return `${target}: ${databases.length} databases (${megabytes(bytes)}), ${files} files (${megabytes(fileBytes)}), ${
    secrets.length === 0 ? 'without server.key, which a server needs with them' : secrets.join(', ')
  }\n`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
