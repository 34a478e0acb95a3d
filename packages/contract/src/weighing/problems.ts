import type { ProblemRows } from '../problem-row.ts';

/** Problem codes that only the weighing interface uses. */
export const weighingProblems = {
  'ticket-exists': {
    status: 409,
    title: 'The weigh bridge already has a ticket with this externalId',
    doc: 'Nothing was changed. `uuid` and `link` name the existing ticket. For a new ticket, `identical` says whether the existing one has the same data; if so, yours has already arrived and there is nothing to do. Otherwise correct the number, or replace the existing ticket with PUT.',
  },
  'location-not-yours': {
    status: 403,
    title: 'The weigh bridge does not belong to you',
    doc: 'locationId must be one of the UUIDs issued with your credentials, in this environment; GET /locations lists them.',
  },
  'reason-missing': {
    status: 422,
    title: 'The reason is missing',
    doc: 'A person who corrects or deletes a ticket must give the reason in the parameter `reason`; the history shows it.',
  },
  'nothing-to-settle': {
    status: 409,
    title: 'The ticket has no findings',
    doc: 'Only tickets whose current version has findings are settled. A correction may have removed them.',
  },
  'batch-size': {
    status: 422,
    title: 'The number of tickets is out of range',
    doc: 'One call accepts 1 to 1000 tickets. Split a larger batch; every part can be repeated safely.',
  },
  'batch-refused': {
    status: 422,
    title: 'The batch was refused as a whole',
    doc: 'With atomic=true either all tickets are stored or none. `errors` lists every ticket that could not be stored, by its index in the batch; correct them and send the batch again.',
  },
  'too-many-groups': {
    status: 422,
    title: 'The totals would have too many rows',
    doc: 'Totals have at most 50 000 rows, with 8 388 608 characters of names. Ask for a shorter period, or group by fewer fields.',
  },
} as const satisfies ProblemRows;
