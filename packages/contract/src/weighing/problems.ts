import type { ProblemRows } from '../problem-row.ts';

/** Problem codes that only the weighing interface uses. */
export const weighingProblems = {
  'ticket-exists': {
    status: 409,
    title: 'The weigh bridge has a ticket with this externalId already',
    doc: 'Nothing was changed. `uuid` and `link` name the existing ticket. Of a new ticket `identical` says whether that one holds the same data, in which case yours has arrived before and you need do nothing. Else, and where a change of a ticket was to give it the number, correct the number, or replace the existing ticket with PUT.',
  },
  'location-not-yours': {
    status: 403,
    title: 'The weigh bridge is not one of yours',
    doc: 'locationId must be one of the UUIDs issued with your credentials, in this environment; GET /locations lists them.',
  },
  'batch-size': {
    status: 422,
    title: 'The number of tickets is out of range',
    doc: 'One call takes 1 to 1000 tickets. Split a larger batch; every part may be repeated safely.',
  },
  'batch-refused': {
    status: 422,
    title: 'The batch was refused as a whole',
    doc: 'With atomic=true all tickets are stored or none. `errors` lists every ticket that could not be stored, by its place in the batch; correct them and send the batch again.',
  },
  'too-many-groups': {
    status: 422,
    title: 'The totals would have too many lines',
    doc: 'Totals hold at most 50 000 lines, and 8 388 608 characters of names in them. Ask for a shorter time, or group by fewer things.',
  },
} as const satisfies ProblemRows;
