import type { CadDocument } from '@node-projects/acad-ts';

/** Group codes of an entity's handle and of an attribute's tag. */
const HANDLE = '5';
const TAG = '2';
const ATTRIBUTES = ['ATTRIB', 'ATTDEF'];

/** Tags of the attributes of a DXF that this project wrote, by handle: the library loses them when it reads one. */
export function tagsByHandle(dxf: string): Map<number, string> {
  const tags = new Map<number, string>();
  const lines = dxf.split('\n');
  let handle: number | undefined;
  let isAttribute = false;
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const code = lines[i]!.trim();
    const value = lines[i + 1]!.replace(/\r$/, '');
    if (code === '0') {
      isAttribute = ATTRIBUTES.includes(value);
      handle = undefined;
    } else if (isAttribute && code === HANDLE) handle = Number.parseInt(value, 16);
    else if (isAttribute && code === TAG && handle !== undefined) tags.set(handle, value);
  }
  return tags;
}

/** Gives the attributes of a document their tags back. */
export function restoreTags(document: CadDocument, tags: ReadonlyMap<number, string>): void {
  for (const block of document.blockRecords ?? []) {
    for (const entity of block.entities) {
      setTag(entity, tags);
      const attributes = (entity as { attributes?: Iterable<object> }).attributes;
      if (attributes !== undefined) for (const attribute of attributes) setTag(attribute, tags);
    }
  }
}

function setTag(entity: object, tags: ReadonlyMap<number, string>): void {
  const { handle } = entity as { handle?: number };
  const tag = handle === undefined ? undefined : tags.get(handle);
  if (tag !== undefined) (entity as { tag?: string }).tag = tag;
}
