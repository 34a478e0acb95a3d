/** Methods of a library class that its types do not show. */
export type Hidden = Record<string, (...parameters: never[]) => unknown>;

/**
 * Replaces a method of the library.
 * @param target a prototype, or a class for its static methods
 * @param make returns the new method, given the old one
 * @throws Error when the library has no such method: it has changed, and the replacement must be reviewed
 */
export function override<Method extends (...parameters: never[]) => unknown>(
  target: object,
  name: string,
  make: (original: Method) => Method,
): void {
  const methods = target as Hidden;
  const original = methods[name];
  if (typeof original !== 'function') throw new Error(`acad-ts has no method "${name}" any more`);
  methods[name] = make(original as Method);
}
