/** Names of the optional-content groups of a document by pdf.js id. */
export type GroupNames = ReadonlyMap<string, string>;

/** The optional-content groups of a document. */
export interface Groups {
  readonly names: GroupNames;
  /** Names of those that are off when the document is opened; a name that two groups share is off if both are. */
  readonly hidden: ReadonlySet<string>;
  /** Whether content with a group, or with a membership in several, is visible when the document is opened. */
  isShown(properties: object): boolean;
}

/**
 * Layer of content that is off although none of its groups is (such as "off when A is on"), and of texts that are not
 * painted.
 */
export const HIDDEN_LAYER = 'PDF (off)';

/** The visibility of marked content. */
interface Mark {
  readonly name: string;
  readonly isShown: boolean;
}

const OUTSIDE: Mark = { name: '', isShown: true };

/** The layer (optional-content group) of marked content; nested marks without a layer inherit it. */
export class LayerStack {
  readonly #groups: Groups;
  readonly #stack: Mark[] = [];

  constructor(groups: Groups) {
    this.#groups = groups;
  }

  /**
   * Name of the innermost layer, or of the outermost one that is off, because nothing in it is visible. '' outside of
   * all.
   */
  get current(): string {
    return this.#top.name;
  }

  /** Marked content begins. @param properties its group or membership from pdf.js, if it is optional content */
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

  /** The layer of content in several groups is the first of them with the same visibility as the content. */
  #markOf(properties: object, around: Mark): Mark {
    const { names, hidden } = this.#groups;
    const own = idsOf(properties).flatMap((id) => names.get(id) ?? []);
    const isShown = own.length === 0 || this.#groups.isShown(properties);
    const name = own.find((group) => hidden.has(group) !== isShown);
    return { name: name ?? (isShown ? around.name : HIDDEN_LAYER), isShown };
  }
}

/** The groups that marked content names: a group itself, or those of a membership, listed or within an expression. */
function idsOf(properties: object): string[] {
  const { id, ids, expression } = properties as { id?: unknown; ids?: unknown; expression?: unknown };
  if (typeof id === 'string') return [id];
  const listed = Array.isArray(ids) ? ids : Array.isArray(expression) ? expression.flat(Infinity) : [];
  return listed.filter((one): one is string => typeof one === 'string');
}
