import { CLUSTER } from './cluster-schema.ts';

/** The channel of notices. */
export const CHANNEL = 'fieldbridge';
/** The topic of notices that there is a new mark. */
export const MARK = 'mark';

/** The statement that sends notices, given as an array of texts. */
export const NOTIFY = `SELECT pg_notify('${CHANNEL}', notice) FROM unnest($1::text[]) AS notice`;

/** The statements that leave a mark in the transaction of a change. */
export function markStatements(space: string, kind: string): readonly { text: string; values: unknown[] }[] {
  const mark = `INSERT INTO "${CLUSTER}".marks AS mark (space, kind, number) VALUES ($1, $2, 1)
    ON CONFLICT (space, kind) DO UPDATE SET number = mark.number + 1`;
  return [
    { text: mark, values: [space, kind] },
    { text: NOTIFY, values: [[JSON.stringify(['', MARK, ''])]] },
  ];
}
