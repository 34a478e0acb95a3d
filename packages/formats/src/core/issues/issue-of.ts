import type { Issue, Place } from './issue.ts';
import type { IssueRow } from './row.ts';
import { type ParametersThen, sentenceOf } from './sentence.ts';
import { type IssueCode, issueTable } from './table.ts';
import type { Parameters } from './template.ts';

/**
 * An issue of the table.
 * @param given the parameters of its sentence, then where it was found; a parameter `count` also says how many things it covers
 */
export function issueOf<Code extends IssueCode>(code: Code, ...given: ParametersThen<Code, Place>): Issue {
  const [parameters = {}, place] = given as [Parameters?, Place?];
  const row: IssueRow = issueTable[code];
  const { count } = parameters;
  return {
    code,
    severity: row.level,
    text: sentenceOf(row, parameters),
    parameters,
    ...(typeof count === 'number' && { count }),
    ...place,
  };
}
