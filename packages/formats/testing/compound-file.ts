const SECTOR = 512;
const ENTRY = 128;
const END = 0xfffffffe;
const NONE = 0xffffffff;
const TABLE = 0xfffffffd;
const WORDS = SECTOR / 4;

interface Node {
  readonly name: string;
  readonly bytes: Uint8Array | undefined;
  readonly children: Node[];
}

/**
 * Joins streams into a compound file ([MS-CFB] version 3): all in plain sectors, each folder a list instead of a tree.
 * @param streams bytes by path (`/Folder/Name`)
 */
export function compoundOf(streams: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const root: Node = { name: 'Root Entry', bytes: undefined, children: [] };
  for (const [path, bytes] of streams) {
    const names = path.slice(1).split('/');
    let folder = root;
    for (const [i, name] of names.entries()) {
      const known = folder.children.find((child) => child.name === name);
      const node = known ?? { name, bytes: i === names.length - 1 ? bytes : undefined, children: [] };
      if (known === undefined) folder.children.push(node);
      folder = node;
    }
  }
  const nodes: Node[] = [root];
  for (const node of nodes) nodes.push(...node.children);
  const sectorsOf = (size: number): number => Math.ceil(size / SECTOR);
  const directory = sectorsOf(nodes.length * ENTRY);
  const data = nodes.map(({ bytes }) => sectorsOf(bytes?.length ?? 0));
  const used = directory + data.reduce((sum, count) => sum + count, 0);
  const tables = Math.ceil(used / (WORDS - 1));
  const file = Buffer.alloc(SECTOR * (1 + tables + used));
  const header = file.subarray(0, SECTOR);
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(tables, 44);
  header.writeUInt32LE(tables, 48);
  // With a cutoff of 0 no stream belongs into the mini stream.
  header.writeUInt32LE(0, 56);
  header.writeUInt32LE(END, 60);
  header.writeUInt32LE(END, 68);
  for (let i = 0; i < 109; i++) header.writeUInt32LE(i < tables ? i : NONE, 76 + 4 * i);
  const chain = (first: number, count: number): void => {
    for (let i = 0; i < count; i++) file.writeUInt32LE(i + 1 < count ? first + i + 1 : END, SECTOR + 4 * (first + i));
  };
  file.fill(0xff, SECTOR, SECTOR * (1 + tables));
  for (let i = 0; i < tables; i++) file.writeUInt32LE(TABLE, SECTOR + 4 * i);
  chain(tables, directory);
  let next = tables + directory;
  for (const [index, { name, bytes, children }] of nodes.entries()) {
    const entry = file.subarray(SECTOR * (1 + tables) + index * ENTRY).subarray(0, ENTRY);
    entry.write(name, 0, 'utf16le');
    entry.writeUInt16LE(2 * name.length + 2, 64);
    entry[66] = index === 0 ? 5 : bytes === undefined ? 1 : 2;
    const parent = nodes.find((node) => node.children.includes(nodes[index]!));
    const sibling = parent?.children[parent.children.indexOf(nodes[index]!) + 1];
    entry.writeUInt32LE(NONE, 68);
    entry.writeUInt32LE(sibling === undefined ? NONE : nodes.indexOf(sibling), 72);
    entry.writeUInt32LE(children[0] === undefined ? NONE : nodes.indexOf(children[0]), 76);
    entry.writeUInt32LE(bytes === undefined || bytes.length === 0 ? END : next, 116);
    entry.writeUInt32LE(bytes?.length ?? 0, 120);
    if (bytes === undefined || bytes.length === 0) continue;
    file.set(bytes, SECTOR * (1 + next));
    chain(next, data[index]!);
    next += data[index]!;
  }
  return new Uint8Array(file);
}
