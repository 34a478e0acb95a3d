import type { CadDocument } from '@node-projects/acad-ts';

/** Group codes of an entity's handle and of an attribute's tag and flags. */
const HANDLE = '5';
const TAG = '2';
const FLAGS = '70';
const ATTRIBUTES = ['ATTRIB', 'ATTDEF'];

/** What the library loses of an attribute when it reads a DXF. */
interface Attribute {
  tag: string;
  /** 1: not visible; 2: constant; 4: to be verified; 8: preset. */
  flags: number;
}

/** Tags and flags of the attributes of a DXF that this project wrote, by handle. */
export function attributesByHandle(dxf: string): Map<number, Attribute> {
  const attributes = new Map<number, Attribute>();
  const lines = dxf.split('\n');
  let isAttribute = false;
  let attribute: Attribute | undefined;
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const code = lines[i]!.trim();
    const value = lines[i + 1]!.replace(/\r$/, '');
    if (code === '0') {
      isAttribute = ATTRIBUTES.includes(value);
      attribute = undefined;
    } else if (isAttribute && code === HANDLE) {
      attribute = { tag: '', flags: 0 };
      attributes.set(Number.parseInt(value, 16), attribute);
    } else if (attribute !== undefined && code === TAG) attribute.tag = value;
    else if (attribute !== undefined && code === FLAGS) attribute.flags = Number(value);
  }
  return attributes;
}

/** Gives the attributes of a document back what they lost. */
export function restoreAttributes(document: CadDocument, attributes: ReadonlyMap<number, Attribute>): void {
  for (const block of document.blockRecords ?? []) {
    for (const entity of block.entities) {
      restore(entity, attributes);
      const own = (entity as { attributes?: Iterable<object> }).attributes;
      if (own !== undefined) for (const attribute of own) restore(attribute, attributes);
    }
  }
}

function restore(entity: object, attributes: ReadonlyMap<number, Attribute>): void {
  const { handle } = entity as { handle?: number };
  const known = handle === undefined ? undefined : attributes.get(handle);
  if (known !== undefined) Object.assign(entity, known);
}
