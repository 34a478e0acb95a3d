import type { Command } from './command.ts';

/** The commands. Each is loaded when it is called, so that `--help` stays quick. */
export const COMMANDS: Readonly<Record<string, { readonly summary: string; readonly load: () => Promise<Command> }>> = {
  serve: { summary: 'start the server', load: async () => (await import('./commands/serve.ts')).serve },
  convert: {
    summary: 'convert files into another format',
    load: async () => (await import('./commands/convert.ts')).convert,
  },
  inspect: {
    summary: 'show the contents of a file',
    load: async () => (await import('./commands/inspect.ts')).inspect,
  },
  diff: {
    summary: 'show what differs between two files or field jobs',
    load: async () => (await import('./commands/diff.ts')).diff,
  },
  view: {
    summary: 'view a file in the browser',
    load: async () => (await import('./commands/view.ts')).view,
  },
  check: {
    summary: 'check a file or a field job before it is sent',
    load: async () => (await import('./commands/check.ts')).check,
  },
  formats: { summary: 'list the formats', load: async () => (await import('./commands/formats.ts')).formats },
  operator: {
    summary: 'the support desk: organisations, access requests, credentials',
    load: async () => (await import('./commands/operator.ts')).operator,
  },
  tickets: {
    summary: 'weighing tickets on a server: send from files, list, correct, follow',
    load: async () => (await import('./commands/tickets.ts')).tickets,
  },
  jobs: {
    summary: 'field jobs on a server: convert, import, export',
    load: async () => (await import('./commands/jobs.ts')).jobs,
  },
  projects: {
    summary: 'projects on a server: list, create, change, archive',
    load: async () => (await import('./commands/projects.ts')).projects,
  },
  divisions: {
    summary: 'divisions on a server',
    load: async () => (await import('./commands/divisions.ts')).divisions,
  },
  backup: {
    summary: 'copy the data directory of a server, even while it runs',
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  'migrate-storage': {
    summary: 'move the data of a server to PostgreSQL and S3, or back',
    load: async () => (await import('./commands/migrate-storage.ts')).migrateStorage,
  },
  doctor: {
    summary: 'check what a server depends on',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  completion: {
    summary: 'complete words in bash, zsh, fish or PowerShell; print the manual page',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
  config: {
    summary: 'show the settings in force and where each was set',
    load: async () => (await import('./commands/config.ts')).config,
  },
};
