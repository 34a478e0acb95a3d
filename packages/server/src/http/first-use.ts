let atOnce = false;

/**
 * From now on schemas are compiled immediately, so that a faulty one stops the start. For tests, which check every
 * schema this way.
 */
export function compileAtOnce(): void {
  atOnce = true;
}

/**
 * Defers work until its result is first needed. A server answers long before its 300 schemas are compiled, and most of
 * them never need to be.
 */
export function atFirstUse<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  const ask = (): T => {
    if (made !== undefined) return made.value;
    const value = make();
    made = { value };
    // A failed load, for want of a file descriptor for instance, is tried again at the next use.
    if (value instanceof Promise) value.catch(() => (made = undefined));
    return value;
  };
  if (atOnce) ask();
  return ask;
}
