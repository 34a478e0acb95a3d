/** Names of the optional-content groups of a document by pdf.js id. */
export type GroupNames = ReadonlyMap<string, string>;

/** The optional-content groups of a document. */
export interface Groups {
  readonly names: GroupNames;
  /** Names of those that are off when the document is opened; a name that two groups share is off when both are. */
  readonly hidden: ReadonlySet<string>;
  /** Whether what is marked with a group, or with a membership in several, is seen when the document is opened. */
  isShown(properties: object): boolean;
}

/** Layer of what is off though no group of its own is (`off when A is on`, say), and of texts that are not painted. */
export const HIDDEN_LAYER = 'PDF (off)';

/** How marked content is shown. */
interface Mark {
  readonly name: string;
  readonly isShown: boolean;
}

const OUTSIDE: Mark = { name: '', isShown: true };

/** Which layer (optional-content group) marked content stands in; nested marks without one inherit it. */
export class LayerStack {
  readonly #groups: Groups;
  readonly #stack: Mark[] = [];

  constructor(groups: Groups) {
    this.#groups = groups;
  }

  /** Name of the innermost layer, or of the outermost that is off: nothing in it is seen. '' outside of all. */
  get current(): string {
    return this.#top.name;
  }

  /** Marked content begins. @param properties its group or membership as pdf.js has it, when it is optional content */
  begin(properties: unknown): void {
    const around = this.#top;
    const isOwn = around.isShown && typeof properties === 'object' && properties !== null;
    this.#stack.push(isOwn ? this.#markOf(properties, around) : around);
  }

  end(): void {
    this.#stack.pop();
  }

  get #top(): Mark {
    return this.#stack.at(-1) ?? OUTSIDE;
  }

  /** The layer of content in several groups is the first of them that is seen as the content is. */
  #markOf(properties: object, around: Mark): Mark {
    const { names, hidden } = this.#groups;
    const own = idsOf(properties).flatMap((id) => names.get(id) ?? []);
    const isShown = own.length === 0 || this.#groups.isShown(properties);
    const name = own.find((group) => hidden.has(group) !== isShown);
    return { name: name ?? (isShown ? around.name : HIDDEN_LAYER), isShown };
  }
}

/** The groups that marked content names: itself, or those of a membership, listed or within an expression. */
function idsOf(properties: object): string[] {
  const { id, ids, expression } = properties as { id?: unknown; ids?: unknown; expression?: unknown };
  if (typeof id === 'string') return [id];
  const listed = Array.isArray(ids) ? ids : Array.isArray(expression) ? expression.flat(Infinity) : [];
  return listed.filter((one): one is string => typeof one === 'string');
}
