/** Whether a number may stand for others that were written: whole ones beyond those that a double tells apart, and those beyond all doubles. */
function isRounded(value: unknown): boolean {
  return typeof value === 'number' && !(Math.abs(value) < 2 ** 53);
}

/**
 * Parses JSON so that no digit of a member is lost: a number that a double cannot tell from its neighbours (an identifier, mostly) becomes the
 * text that it was written as. Those of lists, coordinates above all, stay numbers.
 */
export function exactJson(text: string): unknown {
  return JSON.parse(text, function (this: unknown, _key, value: unknown, context?: { readonly source?: string }) {
    return isRounded(value) && !Array.isArray(this) ? (context?.source ?? value) : value;
  }) as unknown;
}

/** Whether a member of an object is such a number. */
export function hasRounded(members: object): boolean {
  return Object.values(members).some(isRounded);
}
