/** Missing in the compiler's library (ECMAScript proposal "JSON.parse source text access"). */
interface SourceJson {
  parse(
    text: string,
    reviver: (this: object, name: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): object;
}
const json = JSON as unknown as SourceJson;

/** By object and name: the numbers that JavaScript would print differently from how they were sent, such as 25.40. */
const sent = new WeakMap<object, Map<string, string>>();

/** A number for people, in the digits in which it was sent. */
export class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

/** Parses JSON and remembers the digits of its numbers for `jsonAsSent` and `digitsOf`. @throws SyntaxError */
export function parseWithDigits(text: string): unknown {
  return json.parse(text, function (name, value, { source }) {
    if (typeof value === 'number' && String(value) !== source) {
      const names = sent.get(this) ?? new Map<string, string>();
      sent.set(this, names.set(name, source!));
    }
    return value;
  });
}

/** The JSON text of something parsed: each number in the digits in which it was sent. */
export function jsonAsSent(value: unknown, space?: number): string {
  return JSON.stringify(
    value,
    function (this: object, name: string, one: unknown) {
      const digits = typeof one === 'number' ? sent.get(this)?.get(name) : undefined;
      return digits === undefined ? one : json.rawJSON(digits);
    },
    space,
  );
}

/** A number of something parsed. */
export function digitsOf<Name extends string>(holder: Readonly<Record<Name, number>>, name: Name): Digits {
  return new Digits(sent.get(holder)?.get(name) ?? String(holder[name]));
}
