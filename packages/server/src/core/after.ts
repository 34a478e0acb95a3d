/**
 * Goes on with a value at once if it is there, otherwise when it comes. For what every request passes: a quick answer
 * has no time for a promise at each step.
 */
export function after<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
