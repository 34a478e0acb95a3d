import { ELEMENT } from '../element-types.ts';
import { readV8Colours } from './colours.ts';
import { MODEL_PART, type V8Element } from './element.ts';
import { V8LevelTable } from './level-table.ts';
import { V8LineStyles } from './line-styles.ts';
import { nameOf } from './linkages.ts';
import { TAG_SET, V8Tags } from './tags.ts';

/** Kind of group data (5), at 0x0C, that is the colour table. */
const COLOUR_TABLE = 1;

/**
 * Content of the pages `Dgn^Nm/$n` for all models: levels, the colour table, definitions of shared cells, sets of tags.
 */
export class V8Library {
  readonly levels = new V8LevelTable();
  readonly lineStyles = new V8LineStyles();
  /** Elements of shared cells by name, as views of their pages, which stay in memory. */
  readonly definitions = new Map<string, V8Element[]>();
  readonly tags = new V8Tags();
  /** The file's colour table by index, as 0xRRGGBB. */
  colours: Int32Array | undefined;
  #open: V8Element[] | undefined;

  /** Takes the next element of the pages. */
  element(element: V8Element): void {
    const { type, view, isComponent } = element;
    if (!isComponent) this.#open = undefined;
    if (type === ELEMENT.sharedCellDefinition) {
      const name = nameOf(element);
      this.#open = [];
      if (name !== '' && !this.definitions.has(name)) this.definitions.set(name, this.#open);
    } else if (isComponent && this.#open !== undefined) this.#open.push(element);
    if (type === TAG_SET) this.tags.define(element);
    if (type === ELEMENT.table) this.levels.open(element);
    if (type === ELEMENT.tableEntry) {
      this.levels.add(element);
      this.lineStyles.add(element);
    }
    if (type === ELEMENT.groupData && view.getUint32(MODEL_PART, true) === COLOUR_TABLE)
      this.colours ??= readV8Colours(element);
  }
}
