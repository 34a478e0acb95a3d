/**
 * Continues with a value at once if it is available, otherwise when it arrives. For code on the path of every request:
 * a quick answer has no time for a promise at each step.
 */
export function after<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
