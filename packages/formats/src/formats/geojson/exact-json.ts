/** Whether a number may be rounded: whole numbers beyond 2^53, and those beyond the range of doubles. */
function isRounded(value: unknown): boolean {
  return typeof value === 'number' && !(Math.abs(value) < 2 ** 53);
}

/**
 * Parses JSON without losing digits of members: a number that a double cannot hold exactly (usually an identifier)
 * becomes its text. Numbers in lists, such as coordinates, stay numbers.
 */
export function exactJson(text: string): unknown {
  return JSON.parse(text, function (this: unknown, _key, value: unknown, context?: { readonly source?: string }) {
    return isRounded(value) && !Array.isArray(this) ? (context?.source ?? value) : value;
  }) as unknown;
}

/** Whether an object has such a number. */
export function hasRounded(members: object): boolean {
  return Object.values(members).some(isRounded);
}
