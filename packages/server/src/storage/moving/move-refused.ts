/** Data that cannot be moved as requested, or was not moved rightly: the sentence says why. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}
