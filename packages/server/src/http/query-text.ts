/**
 * How numbers are written in a query or a path: digits, and a point if they need not be whole. `0x1`, `1e2` and ` 1`
 * stay text.
 */
const NUMBERS: Readonly<Record<string, RegExp>> = { integer: /^-?\d{1,15}$/, number: /^-?\d{1,15}(\.\d{1,15})?$/ };

/** Parses the text of a parameter; text that is not such a value is returned unchanged. */
type Read = (text: string) => unknown;

const truth: Read = (text) => (text === 'true' || text === 'false' ? text === 'true' : text);

const numberOf =
  (form: RegExp): Read =>
  (text) =>
    form.test(text) ? Number(text) : text;

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, { readonly type?: unknown }>>;
}

/**
 * Parses the numbers and booleans among query or path parameters in place. Anything not written as a number stays text,
 * and its schema refuses it: JavaScript's own number parsing accepts what nobody means.
 * @param schema says which parameters are integers, numbers or booleans
 */
export function textReader(schema: object): (parameters: unknown) => void {
  const reads: [name: string, read: Read][] = [];
  for (const [name, { type }] of Object.entries((schema as ObjectSchema).properties ?? {})) {
    const form = NUMBERS[String(type)];
    if (form !== undefined) reads.push([name, numberOf(form)]);
    else if (type === 'boolean') reads.push([name, truth]);
  }
  return (parameters) => {
    if (typeof parameters !== 'object' || parameters === null) return;
    const values = parameters as Record<string, unknown>;
    for (const [name, read] of reads) {
      const text = values[name];
      if (typeof text === 'string') values[name] = read(text);
    }
  };
}
