import { parseNumber } from '../text/number.ts';
import type { XmlName } from './names.ts';
import type { NamespaceScope } from './namespaces.ts';
import { resolveValue } from './references.ts';
import { finiteDouble } from './values.ts';

/** Most attributes of one element; elements of attribute-heavy schemas have a few dozen. */
export const MOST_ATTRIBUTES = 1024;

/** The attributes of the current start tag, kept as positions until a value is requested. */
export class AttributeList {
  length = 0;
  readonly #names: XmlName[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #special: boolean[] = [];
  readonly #namespaces: string[] = [];
  readonly #decode: (from: number, to: number) => string;
  #prefixed = false;
  #declaring = false;

  /** @param decode returns the window's bytes as a string */
  constructor(decode: (from: number, to: number) => string) {
    this.#decode = decode;
  }

  clear(): void {
    this.length = 0;
    this.#prefixed = false;
    this.#declaring = false;
  }

  /** The attribute at this position in the previous tag. */
  get expected(): XmlName | undefined {
    return this.#names[this.length];
  }

  /**
   * Adds an attribute; false if there are too many.
   * @param special whether its value has references or white space to normalise
   */
  add(name: XmlName, from: number, to: number, special: boolean): boolean {
    if (this.length === MOST_ATTRIBUTES) return false;
    const i = this.length++;
    this.#names[i] = name;
    this.#from[i] = from;
    this.#to[i] = to;
    this.#special[i] = special;
    this.#namespaces[i] = '';
    if (name.declares !== undefined) this.#declaring = true;
    else if (name.prefix !== '') this.#prefixed = true;
    return true;
  }

  /** Applies the namespace declarations among the attributes and resolves prefixes; returns the fault, or undefined. */
  declare(scope: NamespaceScope, depth: number): string | undefined {
    if (this.#declaring) {
      for (let i = 0; i < this.length; i++) {
        const prefix = this.#names[i]!.declares;
        if (prefix === undefined) continue;
        const wrong = scope.declare(prefix, this.value(i).trim(), depth);
        if (wrong !== undefined) return wrong;
      }
    }
    return this.#prefixed ? this.#resolve(scope) : undefined;
  }

  #resolve(scope: NamespaceScope): string | undefined {
    const seen = new Set<string>();
    for (let i = 0; i < this.length; i++) {
      const { prefix, local, declares } = this.#names[i]!;
      if (prefix === '' || declares !== undefined) continue;
      const namespace = scope.find(prefix);
      if (namespace === undefined) return `the prefix ${prefix} is not declared`;
      this.#namespaces[i] = namespace;
      const key = `${local} ${namespace}`;
      if (seen.has(key)) return `the attribute ${local} of ${namespace} twice in one tag`;
      seen.add(key);
    }
    return undefined;
  }

  name(index: number): XmlName {
    return this.#names[index]!;
  }

  /** Namespace of an attribute; '' if it has no prefix. */
  namespace(index: number): string {
    return this.#namespaces[index]!;
  }

  /** The normalised value. */
  value(index: number): string {
    const text = this.#decode(this.#from[index]!, this.#to[index]!);
    return this.#special[index] ? resolveValue(text) : text;
  }

  /** The value as a decimal number, parsed from its bytes; NaN if it is not one. */
  number(index: number, bytes: Uint8Array): number {
    return this.#special[index]
      ? finiteDouble(this.value(index))
      : parseNumber(bytes, this.#from[index]!, this.#to[index]!);
  }

  /** Index of the attribute with this name and no prefix, or -1. */
  find(name: string): number {
    for (let i = 0; i < this.length; i++) if (this.#names[i]!.text === name) return i;
    return -1;
  }

  /** Value of the attribute with this name and no prefix. */
  get(name: string): string | undefined {
    const index = this.find(name);
    return index < 0 ? undefined : this.value(index);
  }
}
