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
  let made: { readonly value: T } | undefined = atOnce ? { value: make() } : undefined;
  return () => (made ??= { value: make() }).value;
}
