import { isConstraintFailure, storageFailure } from '../failure.ts';
import { ConstraintFailure } from '../port/constraint-failure.ts';

/** A SQLite error for users of the port: a `ConstraintFailure`, a problem, or the error itself. */
export function storeFailure(error: unknown): unknown {
  if (isConstraintFailure(error)) return new ConstraintFailure((error as Error).message, { cause: error });
  return storageFailure(error);
}
