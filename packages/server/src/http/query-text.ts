/** How numbers are written in a query or a path: digits, and for those that are not whole a point. `0x1`, `1e2` and ` 1` are other texts. */
const NUMBERS: Readonly<Record<string, RegExp>> = { integer: /^-?\d{1,15}$/, number: /^-?\d{1,15}(\.\d{1,15})?$/ };

/** Reads the text of a parameter; what is no such value stays the text that it is. */
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
 * Reads the numbers and truth values among query or path parameters, which are text by nature, in place. What is written in another
 * way than numbers are stays text, and its schema refuses it: JavaScript's own way of reading numbers takes what nobody means.
 * @param schema says which parameters are whole numbers, numbers or truth values
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
