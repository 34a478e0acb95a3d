/** Methods of a class of the library that its types do not show. */
export type Hidden = Record<string, (...parameters: never[]) => unknown>;

/**
 * Puts a method of ours in the place of one of the library's.
 * @param target a prototype, or a class for its static methods
 * @param make gives the new method, knowing the old one
 * @throws Error when the library has no such method: then it was changed, and what stands here has to be looked at
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
