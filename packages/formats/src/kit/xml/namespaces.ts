const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';
/** Most declarations in scope at one time. */
const MOST_DECLARATIONS = 512;
/** The fault of too many declarations, a limit of the scanner rather than a fault of the document. */
export const CROWDED = `more than ${MOST_DECLARATIONS} namespace declarations in force`;

/** The namespace declarations in scope (Namespaces in XML 1.0). */
export class NamespaceScope {
  /** The default namespace, '' for none. */
  current = '';
  readonly #prefixes: string[] = ['xml', 'xmlns'];
  readonly #names: string[] = [XML, XMLNS];
  readonly #depths: number[] = [0, 0];
  #deepest = 0;

  /**
   * Declares a prefix ('' for the default) on the element at `depth`.
   * @returns the fault, or undefined
   */
  declare(prefix: string, name: string, depth: number): string | undefined {
    if (prefix === 'xmlns') return 'the prefix xmlns cannot be declared';
    if ((prefix === 'xml') !== (name === XML)) return 'the prefix xml and its namespace belong together';
    if (name === XMLNS) return 'the namespace of xmlns cannot be declared';
    if (prefix !== '' && name === '') return `the prefix ${prefix} is declared without a namespace`;
    if (this.#prefixes.length >= MOST_DECLARATIONS) return CROWDED;
    this.#prefixes.push(prefix);
    this.#names.push(name);
    this.#depths.push(depth);
    this.#deepest = depth;
    if (prefix === '') this.current = name;
    return undefined;
  }

  /** The namespace of a prefix; undefined if it is not declared. */
  find(prefix: string): string | undefined {
    if (prefix === '') return this.current;
    const at = this.#prefixes.lastIndexOf(prefix);
    return at < 0 ? undefined : this.#names[at];
  }

  /** Removes the declarations of the element at `depth`. */
  leave(depth: number): void {
    if (this.#deepest < depth) return;
    let last = this.#depths.length - 1;
    for (; this.#depths[last]! >= depth; last--) {
      this.#depths.pop();
      this.#names.pop();
      this.#prefixes.pop();
    }
    this.#deepest = this.#depths[last]!;
    const at = this.#prefixes.lastIndexOf('');
    this.current = at < 0 ? '' : this.#names[at]!;
  }
}
