import type { Issue, Place, PlanPlace } from './issue.ts';
import type { IssueRow } from './row.ts';
import { englishSentence, type ParametersThen } from './sentence.ts';
import { type IssueCode, issueTable } from './table.ts';
import type { Parameters } from './template.ts';

/**
 * Creates an issue from the table.
 * @param given the parameters of its sentence, then its place; a parameter `count` is also the number of objects
 * covered
 */
export function issueOf<Code extends IssueCode>(code: Code, ...given: ParametersThen<Code, Place>): Issue {
  const [parameters = {}, place] = given as [Parameters?, Place?];
  const row: IssueRow = issueTable[code];
  const { count } = parameters;
  return {
    code,
    severity: row.level,
    text: englishSentence(code, parameters),
    parameters,
    ...(typeof count === 'number' && { count }),
    ...place,
  };
}

/** The place of an issue whose object has a position, if that is known. */
export function placeIf(easting: number, northing: number): { readonly place?: PlanPlace } {
  return Number.isFinite(easting) && Number.isFinite(northing) ? { place: { easting, northing } } : {};
}
