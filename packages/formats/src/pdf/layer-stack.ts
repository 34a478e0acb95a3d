/** Names of the optional-content groups of a document by pdf.js id. */
export type GroupNames = ReadonlyMap<string, string>;

/** The optional-content groups of a document. */
export interface Groups {
  readonly names: GroupNames;
  /** Names of those that are off when the document is opened; a name that two groups share is off when both are. */
  readonly hidden: ReadonlySet<string>;
}

/** Which layer (optional-content group) marked content stands in; nested marks without one inherit it. */
export class LayerStack {
  readonly #names: GroupNames;
  readonly #stack: string[] = [];

  constructor(names: GroupNames) {
    this.#names = names;
  }

  /** Name of the innermost layer; '' outside of all. */
  get current(): string {
    return this.#stack.at(-1) ?? '';
  }

  /** Marked content begins. @param id of its group, when it is optional content */
  begin(id: string | undefined): void {
    this.#stack.push((id === undefined ? undefined : this.#names.get(id)) ?? this.current);
  }

  end(): void {
    this.#stack.pop();
  }
}
