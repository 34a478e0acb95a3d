import {
  type BackupSummary,
  backUp,
  describeSettings,
  newestBackup,
  type Rehearsal,
  rehearse,
} from '@fieldbridge/server';
import { type Command, type CommandIo, EXIT, UsageError } from '../command.ts';
import { ProgressLine } from '../progress-line.ts';
import { readWords } from '../read-words.ts';

const USAGE = `fieldbridge backup DIRECTORY [options]
fieldbridge backup [DIRECTORY] --verify [--scratch DIR] [--json]

Copies the data directory of a server into a new DIRECTORY, on which a server can be started. The server may keep running: the copy
holds everything acknowledged before the copying began, and each database as of one moment. DIRECTORY gets its name once the copy
is complete, verified and on disk.
With --verify, DIRECTORY is a backup: it is restored into a scratch folder as a rehearsal, compared with its recorded digests and
counts, and opened as a server does; the scratch folder is then removed.
Without DIRECTORY the newest scheduled backup (backupFolder) is used. Exit status 1 if no server could be restored from it.

  --data DIR           the data directory (default: as for "fieldbridge serve")
  --config FILE        the settings file that names it
  --without-secrets    leave out server.key (and demo.json). Store them elsewhere: the copy cannot be used without server.key
  --verify             rehearse the restore of an existing backup
  --backup-folder DIR  where the scheduled backups are (default: as for "fieldbridge serve")
  --scratch DIR        folder to restore into, which must not exist (default: next to the backup; it needs the same room)
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
        'backup-folder': { type: 'string' },
        'without-secrets': { type: 'boolean', default: false },
        verify: { type: 'boolean', default: false },
        scratch: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    const [target] = positionals;
    const file = values.config ?? io.env['FIELDBRIDGE_CONFIG'];
    const sources = {
      flags: { data: values.data, backupFolder: values['backup-folder'] },
      env: io.env,
      ...(file === undefined ? {} : { file }),
    };
    if (positionals.length > 1) throw new UsageError('name one directory');
    if (values.verify) return verify(target ?? (await newestBackup(sources)), values, io);
    if (target === undefined) throw new UsageError('name the directory to create');
    if (values.scratch !== undefined) throw new UsageError('--scratch belongs to --verify');
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

/** Rehearses a restore and reports what was compared. */
async function verify(
  backup: string,
  { scratch, json }: { readonly scratch?: string | undefined; readonly json: boolean },
  io: CommandIo,
): Promise<number> {
  const progress = new ProgressLine(io);
  try {
    const chosen = scratch === undefined ? {} : { scratch };
    const rehearsal = await rehearse({ backup, ...chosen, signal: io.signal, progress: progress.step });
    progress.end();
    const isSound = rehearsal.faults.length === 0;
    if (json) io.out(`${JSON.stringify({ result: isSound ? 'success' : 'failed', ...rehearsal }, null, 2)}\n`);
    else io.out(comparisons(rehearsal));
    return isSound ? EXIT.done : EXIT.failed;
  } finally {
    progress.end();
  }
}

function comparisons({ backup, madeAt, faults, ...compared }: Rehearsal): string {
  const { files, databases, rows, blobs, blobBytes, openedBy } = compared;
  const stated = madeAt === null ? 'of an earlier version: it has no digests of its files' : `made ${madeAt}`;
  return [
    `${backup}, ${stated}`,
    `restored into a scratch folder, which is removed again; compared:`,
    `  ${files} files (databases, names, keys) with their SHA-256`,
    `  ${databases} databases read through, ${rows} rows counted`,
    `  ${blobs} blobs (${megabytes(blobBytes)}) with the sizes and SHA-256 of their rows`,
    `  opened as a server does, by version ${openedBy}`,
    ...faults.map((fault) => `fault: ${fault}`),
    faults.length === 0 ? 'A server can be restored from it.' : 'No server should be restored from it.',
    '',
  ].join('\n');
}

function sentence({ target, databases, files, fileBytes, secrets }: BackupSummary): string {
  const bytes = databases.reduce((sum, one) => sum + one.bytes, 0);
  return `${target}: ${databases.length} databases (${megabytes(bytes)}), ${files} files (${megabytes(fileBytes)}), ${
    secrets.length === 0 ? 'without server.key, which a server also needs' : secrets.join(', ')
  }\n`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
