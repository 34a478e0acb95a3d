import { detailOf, type Fault } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import type { Environment } from '../environment.ts';
import type { Added } from '../ticket-store.ts';

/** A fault inside a batch, with the code with which the ticket alone would have been refused. */
type ItemError = Fault & {
  readonly code: string;
  /** For a number that occurs twice in the batch: the pointer of the first ticket, and whether both are identical. */
  readonly earlier?: string;
  readonly identical?: boolean;
};

/** Refuses the whole operation: throwing inside it undoes its writes. */
export function refuse(environment: Environment, mode: 'one' | 'atomic', outcomes: readonly Added[]): never {
  if (mode === 'one') throw withLink(environment, outcomes[0] as ProblemError);
  const failed = [...outcomes.entries()].filter(
    (entry): entry is [number, ProblemError] => entry[1] instanceof ProblemError,
  );
  const placeOf = (uuid: unknown): number =>
    outcomes.findIndex((one) => !(one instanceof ProblemError) && one.uuid === uuid);
  const errors = failed.flatMap(([index, problem]) => {
    const earlier = problem.code === 'ticket-exists' ? placeOf(problem.options.extra?.['uuid']) : -1;
    return earlier < 0 ? itemErrors(environment, index, problem) : [doubledError(index, earlier, problem)];
  });
  throw new ProblemError(
    'batch-refused',
    detailOf('{failed} of {all} tickets were refused, so none is stored.', {
      ...{ failed: failed.length, all: outcomes.length },
    }),
    { errors },
  );
}

function itemErrors(environment: Environment, index: number, problem: ProblemError): ItemError[] {
  const { errors = [], extra } = withLink(environment, problem).options;
  if (errors.length === 0) return [{ pointer: `#/${index}`, code: problem.code, detail: problem.detail, ...extra }];
  return errors.map((error) => ({
    ...error,
    pointer: `#/${index}${(error.pointer ?? '#').slice(1)}`,
    code: problem.code,
  }));
}

/** A ticket with the number of an earlier one in the batch. That one is not stored either, so it has no uuid. */
function doubledError(index: number, earlier: number, { code, options }: ProblemError): ItemError {
  const identical = options.extra?.['identical'] === true;
  const place = `#/${earlier}`;
  const detail = identical
    ? detailOf('The ticket at {place} of this batch has the same locationId and externalId, and the same data.', {
        place,
      })
    : detailOf('The ticket at {place} of this batch has the same locationId and externalId.', { place });
  return { pointer: `#/${index}`, code, detail, earlier: `#/${earlier}`, identical };
}

/** Adds the address of the existing ticket to a duplicate's problem. */
export function withLink({ base }: Environment, problem: ProblemError): ProblemError {
  const uuid = problem.options.extra?.['uuid'];
  if (problem.code !== 'ticket-exists' || typeof uuid !== 'string') return problem;
  const extra = { ...problem.options.extra, link: `${base}/weighing/${uuid}` };
  return new ProblemError(problem.code, problem.detail, { ...problem.options, extra });
}
