import { commandOf } from '../remote/group.ts';
import { JOB_ACTIONS } from '../remote/jobs.ts';

/** `fieldbridge jobs …`: field jobs on a server. */
export const jobs = commandOf({
  name: 'jobs',
  summary: 'field jobs on a server: convert, import, export',
  about: `Works with the field jobs of a server, through its conversion interface. FILE is replaced with --force, or after a question on a
terminal. --option is for the reader of a format, --out-option for its writer.`,
  hasEnvironments: false,
  actions: JOB_ACTIONS,
});
