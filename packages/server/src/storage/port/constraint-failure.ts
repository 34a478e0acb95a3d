/** A statement broke a UNIQUE, PRIMARY KEY, CHECK or FOREIGN KEY constraint. The cause is the engine's own error. */
export class ConstraintFailure extends Error {
  override readonly name = 'ConstraintFailure';
}
