import { isConstraintFailure, storageFailure } from '../failure.ts';
import { ConstraintFailure } from '../port/constraint-failure.ts';

/** An error of SQLite as the port's users know it: a `ConstraintFailure`, a problem, or the error itself. */
export function storeFailure(error: unknown): unknown {
  if (isConstraintFailure(error)) return new ConstraintFailure((error as Error).message, { cause: error });
  return storageFailure(error);
}
