/** The parameters of a template by name: a number if a word depends on it, else a text or a number. */
export type ParametersOf<Template extends string> = Template extends `${string}{${infer Field}}${infer Rest}`
  ? FieldOf<Field> & ParametersOf<Rest>
  : unknown;

type FieldOf<Field extends string> = Field extends `${infer Name} ${string}|${string}`
  ? { readonly [key in Name]: number }
  : { readonly [key in Field]: string | number };

/** Values by parameter. */
export type Parameters = Readonly<Record<string, string | number>>;

const FIELD = /\{(\w+)(?: ([^|}]*)\|([^}]*))?\}/g;

/**
 * Fills in the parameters of a template.
 * @param say how a value is written: on one line and of limited length by default
 * @throws TypeError if a parameter is missing: the table and its caller do not match
 */
export function fillTemplate(
  template: string,
  parameters: Parameters,
  say: (value: string | number) => string = shown,
): string {
  return template.replace(FIELD, (_field, name: string, one: string | undefined, many: string | undefined) => {
    const value = parameters[name];
    if (value === undefined) throw new TypeError(`the parameter ${name} of "${template}" is missing`);
    return one === undefined ? say(value) : `${say(value)} ${value === 1 ? one : many}`;
  });
}

/** Longest value shown: a name in a file may be as long as the file. */
const LONGEST = 250;

/** A value as shown in a sentence: numbers with 12 digits, texts on one line and of limited length. */
export function shown(value: string | number): string {
  if (typeof value === 'number') return String(Number(value.toPrecision(12)));
  const line = value.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** The names of a template's parameters in order, without duplicates. */
export function parametersOf(template: string): string[] {
  return [...new Set(Array.from(template.matchAll(FIELD), ([, name]) => name!))];
}
