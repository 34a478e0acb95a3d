/** The first verb and the table that a statement names, passing over common table expressions. */
const VERB = /\b(SELECT|INSERT|UPDATE|DELETE)\b/;
const TABLE = /\b(?:FROM|INTO|UPDATE)\s+"?([A-Za-z]\w*)/;

/** What kind of statement a text is: `SELECT ticketVersions`. Texts are constants, so classes are few. */
export interface StatementClass {
  readonly verb: string;
  readonly table: string;
  readonly name: string;
}

const known = new Map<string, StatementClass>();

/** The class of a statement; the same object for the same text. */
export function statementClass(sql: string): StatementClass {
  let found = known.get(sql);
  if (found === undefined) {
    const verb = VERB.exec(sql)?.[1] ?? 'other';
    // A SELECT of a common table expression names it; the table that it reads comes first in the text.
    const table = TABLE.exec(sql)?.[1] ?? 'none';
    found = { verb, table, name: `${verb} ${table}` };
    known.set(sql, found);
  }
  return found;
}
