import type { ProblemDetailError } from '@fieldbridge/contract';
import { ProblemError } from '../../core/problem.ts';
import type { Environment } from '../environment.ts';
import type { Added } from '../ticket-store.ts';

/** A fault inside a batch, with the code the ticket would have been refused with alone. */
type ItemError = ProblemDetailError & {
  readonly code: string;
  /** For a number that two tickets of the batch have: where the earlier stands, and whether it says the same. */
  readonly earlier?: string;
  readonly identical?: boolean;
};

/** Refuses everything: throwing inside the operation takes back what it has written. */
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
    `${failed.length} of ${outcomes.length} tickets were refused, so none is stored.`,
    { errors },
  );
}

function itemErrors(environment: Environment, index: number, problem: ProblemError): ItemError[] {
  const { errors = [], extra } = withLink(environment, problem).options;
  if (errors.length === 0) return [{ pointer: `#/${index}`, code: problem.code, detail: problem.message, ...extra }];
  return errors.map((error) => ({
    ...error,
    pointer: `#/${index}${(error.pointer ?? '#').slice(1)}`,
    code: problem.code,
  }));
}

/** A ticket whose number an earlier one of the same batch has. That one is not stored either, so there is no uuid to tell. */
function doubledError(index: number, earlier: number, { code, options }: ProblemError): ItemError {
  const identical = options.extra?.['identical'] === true;
  const detail = `The ticket at #/${earlier} of this batch has the same locationId and externalId${identical ? ', and the same data' : ''}.`;
  return { pointer: `#/${index}`, code, detail, earlier: `#/${earlier}`, identical };
}

/** A duplicate's problem names the existing ticket; here it gets that ticket's address. */
export function withLink({ base }: Environment, problem: ProblemError): ProblemError {
  const uuid = problem.options.extra?.['uuid'];
  if (problem.code !== 'ticket-exists' || typeof uuid !== 'string') return problem;
  const extra = { ...problem.options.extra, link: `${base}/weighing/${uuid}` };
  return new ProblemError(problem.code, problem.message, { ...problem.options, extra });
}
