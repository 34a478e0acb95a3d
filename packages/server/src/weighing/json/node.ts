/** Range of a value in its text: UTF-16 offsets, end exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

export interface JsonObject extends Span {
  readonly kind: 'object';
  readonly members: readonly JsonMember[];
}
export interface JsonArray extends Span {
  readonly kind: 'array';
  readonly items: readonly JsonNode[];
}
export interface JsonString extends Span {
  readonly kind: 'string';
  readonly value: string;
}
/** A number has no value of its own: its spelling in the text is the value. */
export interface JsonNumber extends Span {
  readonly kind: 'number';
}
export interface JsonWord extends Span {
  readonly kind: 'true' | 'false' | 'null';
}

/** A JSON value with its range in the text, so that it can be passed on as sent. */
export type JsonNode = JsonObject | JsonArray | JsonString | JsonNumber | JsonWord;

/** A name with its value; `start` is the name's opening quote. */
export interface JsonMember {
  readonly name: string;
  readonly start: number;
  readonly value: JsonNode;
}

/** The member with that name, or undefined. The scanner ensures that names of an object are unique. */
export function member({ members }: JsonObject, name: string): JsonMember | undefined {
  return memberAmong(members, name);
}

/** The same for an object whose members are still being read. */
export function memberAmong(members: readonly JsonMember[], name: string): JsonMember | undefined {
  for (const one of members) if (one.name === name) return one;
  return undefined;
}

/** The value as spelled in its text. */
export function raw(text: string, node: JsonNode): string {
  return text.slice(node.start, node.end);
}
