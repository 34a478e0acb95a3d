let atOnce = false;

/** From now on nothing waits: a schema at fault stops the start of a server. For tests, which hold every schema this way. */
export function compileAtOnce(): void {
  atOnce = true;
}

/**
 * Puts work off until its result is first asked for. A server answers long before each of its 300 schemas is compiled,
 * and most of them never need to be.
 */
export function atFirstUse<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  const ask = (): T => {
    if (made !== undefined) return made.value;
    const value = make();
    made = { value };
    // What could not be loaded now, for want of a file descriptor for instance, is tried again by the next who asks.
    if (value instanceof Promise) value.catch(() => (made = undefined));
    return value;
  };
  if (atOnce) ask();
  return ask;
}
