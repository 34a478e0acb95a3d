import type { Findings } from './findings.ts';
import type { Found } from './objects.ts';

/** Names of the types that we write (Open Design Specification, 20.3). */
const NAMES: Readonly<Record<number, string>> = {
  ...{ 1: 'TEXT', 2: 'ATTRIB', 3: 'ATTDEF', 4: 'BLOCK', 5: 'ENDBLK', 6: 'SEQEND', 7: 'INSERT', 11: 'VERTEX' },
  ...{ 16: 'POLYLINE', 17: 'ARC', 18: 'CIRCLE', 19: 'LINE', 27: 'POINT', 28: '3DFACE', 42: 'DICTIONARY', 44: 'MTEXT' },
  ...{ 48: 'BLOCKS', 49: 'RECORD', 50: 'LAYERS', 51: 'LAYER', 52: 'STYLES', 53: 'STYLE', 56: 'LTYPES', 57: 'LTYPE' },
  ...{ 60: 'VIEWS', 62: 'UCSS', 64: 'VPORTS', 65: 'VPORT', 66: 'APPIDS', 67: 'APPID', 68: 'DIMSTYLES', 69: 'DIMSTYLE' },
  ...{ 70: 'VPENTS', 73: 'MLINESTYLE', 77: 'LWPOLYLINE', 78: 'HATCH', 82: 'LAYOUT', 501: 'GEODATA' },
};
const LOOK = 'LAYER( LTYPE)?';
/** What a block states of its content: all of it, or the ends of its chain, both 0 where it is empty. */
const CONTENT = '(( TEXT| ATTDEF| INSERT| POLYLINE| ARC| CIRCLE| LINE| POINT| 3DFACE| MTEXT| LWPOLYLINE| HATCH)*| - -)';
/** Kinds of the owner, and of what else an object refers to in order; - is nothing. */
const REFERENCES: Readonly<Record<string, readonly [owner: RegExp, others: RegExp]>> = {
  ...plain('TEXT|ATTDEF', /RECORD|SPACE/, `${LOOK} STYLE`),
  ...plain('MTEXT', /SPACE/, `${LOOK} STYLE( -)?`),
  ...plain('ATTRIB', /INSERT/, `${LOOK} STYLE`),
  ...plain('BLOCK|ENDBLK', /RECORD|SPACE/, LOOK),
  ...plain('SEQEND', /INSERT|POLYLINE/, LOOK),
  ...plain('INSERT', /SPACE/, `${LOOK} RECORD( ATTRIB)+ SEQEND`),
  ...plain('POLYLINE', /SPACE/, `${LOOK}( VERTEX)+ SEQEND`),
  ...plain('VERTEX', /POLYLINE/, LOOK),
  ...plain('ARC|CIRCLE|LINE|3DFACE|LWPOLYLINE|HATCH', /SPACE/, LOOK),
  ...plain('POINT', /RECORD|SPACE/, LOOK),
  ...plain('BLOCKS', /-/, '(RECORD )+RECORD RECORD'),
  ...plain('RECORD', /BLOCKS/, `- BLOCK${CONTENT} ENDBLK( INSERT)* (LAYOUT|-)`),
  ...plain('LAYERS', /-/, 'LAYER( LAYER)*'),
  ...plain('LAYER', /LAYERS/, '- -( -)? LTYPE( -)?'),
  ...plain('STYLES', /-/, 'STYLE'),
  ...plain('STYLE', /STYLES/, '-'),
  ...plain('LTYPES', /-/, 'LTYPE( LTYPE){2,}'),
  ...plain('LTYPE', /LTYPES/, '-'),
  ...plain('VIEWS|UCSS|VPENTS', /-/, ''),
  ...plain('VPORTS', /-/, 'VPORT'),
  ...plain('VPORT', /VPORTS/, '-( -)*'),
  ...plain('APPIDS', /-/, 'APPID( APPID)*'),
  ...plain('APPID', /APPIDS/, '-'),
  ...plain('DIMSTYLES', /-/, 'DIMSTYLE'),
  ...plain('DIMSTYLE', /DIMSTYLES/, '- STYLE( -)*'),
  ...plain('DICTIONARY', /-|DICTIONARY|RECORD/, '((DICTIONARY|LAYOUT|MLINESTYLE|GEODATA) ?)*'),
  ...plain('MLINESTYLE', /DICTIONARY/, '(LTYPE LTYPE)?'),
  ...plain('LAYOUT', /DICTIONARY/, '(- )*RECORD - - -'),
  ...plain('GEODATA', /DICTIONARY/, 'RECORD'),
};
/** Which table has which entries. */
const ENTRIES: Readonly<Record<string, string>> = {
  ...{ BLOCKS: 'RECORD', LAYERS: 'LAYER', STYLES: 'STYLE', LTYPES: 'LTYPE', VPORTS: 'VPORT', APPIDS: 'APPID' },
  DIMSTYLES: 'DIMSTYLE',
};
const TABLES = [...Object.keys(ENTRIES), 'VIEWS', 'UCSS'];
/** Parts of entities and bounds of blocks are no members of a block. */
const NO_MEMBERS = new Set(['ATTRIB', 'SEQEND', 'VERTEX', 'BLOCK', 'ENDBLK']);
const [PAPER, MODEL] = [1, 2];

function plain(names: string, owner: RegExp, others: string): Record<string, readonly [RegExp, RegExp]> {
  const row = [new RegExp(`^(${owner.source})$`), new RegExp(`^${others}$`)] as const;
  return Object.fromEntries(names.split('|').map((name) => [name, row]));
}

/** Verifies what objects are to each other: owners, tables and their entries, blocks and what is in them, parts. */
export function verifyStructure(objects: ReadonlyMap<number, Found>, release: number, findings: Findings): void {
  const all = [...objects.values()];
  const kindOf = (handle: number): string => {
    if (handle === 0) return '-';
    const object = objects.get(handle);
    return object === undefined ? 'MISSING' : nameOf(object.type, release);
  };
  const byName = Map.groupBy(all, ({ type }) => nameOf(type, release));
  const named = (name: string): Found[] => byName.get(name) ?? [];
  for (const table of [...TABLES, ...(release < 2004 ? ['VPENTS'] : [])])
    findings.same(named(table).length, 1, `number of tables ${table}`);
  const [model = 0, paper = 0] = named('BLOCKS')[0]?.references.slice(-2) ?? [];
  const ownerOf = ({ owner, space }: Found): number => (space === MODEL ? model : space === PAPER ? paper : owner);

  for (const object of all) {
    const name = nameOf(object.type, release);
    const title = `${name} ${object.handle.toString(16)}`;
    const row = REFERENCES[name];
    if (!findings.expect(row !== undefined, `${title} is of a kind that is not written`)) continue;
    const [owner, others] = row!;
    const found = object.space === 0 ? kindOf(object.owner) : 'SPACE';
    findings.expect(owner.test(found), `${title} is owned by ${found}`);
    const kinds = object.references.map(kindOf).join(' ');
    findings.expect(others.test(kinds), `${title} refers to ${kinds}`);
    findings.expect(
      object.extension === 0 || kindOf(object.extension) === 'DICTIONARY',
      `${title} has the extension ${kindOf(object.extension)}`,
    );
    let top = object;
    for (let steps = 0; steps < 8 && ownerOf(top) !== 0; steps++) top = objects.get(ownerOf(top)) ?? top;
    findings.expect(ownerOf(top) === 0, `${title} is in a circle of owners`);
    const entries = ENTRIES[name];
    if (entries !== undefined)
      findings.same(
        [...object.references].sort((a, b) => a - b).join(),
        named(entries)
          .map(({ handle }) => handle)
          .join(),
        `entries of ${title}`,
      );
  }
  const entities = all.filter(({ isEntity }) => isEntity);
  const members = Map.groupBy(entities, ownerOf);
  for (const object of all) {
    const name = nameOf(object.type, release);
    const title = `${name} ${object.handle.toString(16)}`;
    const own = members.get(object.handle) ?? [];
    const kinds = (wanted: (kind: string) => boolean): Found[] =>
      own.filter(({ type }) => wanted(nameOf(type, release)));
    if (name === 'DICTIONARY')
      findings.same(
        [...object.references].sort((a, b) => a - b).join(),
        all.flatMap(({ isEntity, owner, handle }) => (!isEntity && owner === object.handle ? [handle] : [])).join(),
        `entries of ${title}`,
      );
    else if (name === 'RECORD') {
      const bounds = kinds((kind) => kind === 'BLOCK' || kind === 'ENDBLK');
      const [, begin, ...rest] = object.references;
      const end = rest.findIndex((handle) => kindOf(handle) === 'ENDBLK');
      findings.same([begin, rest[end]].join(), bounds.map(({ handle }) => handle).join(), `bounds of ${title}`);
      verifyChain(
        kinds((kind) => !NO_MEMBERS.has(kind)),
        rest.slice(0, end),
        release,
        title,
        findings,
      );
      const uses = named('INSERT').filter(({ references }) => references.includes(object.handle));
      findings.same(rest.slice(end + 1, -1).join(), uses.map(({ handle }) => handle).join(), `references of ${title}`);
    } else if (name === 'INSERT' || name === 'POLYLINE') {
      const stated = object.references.filter((handle) => /ATTRIB|VERTEX/.test(kindOf(handle)));
      verifyChain(
        kinds((kind) => kind !== 'SEQEND'),
        stated,
        release,
        title,
        findings,
      );
      findings.same(kinds((kind) => kind === 'SEQEND')[0]?.handle, object.references.at(-1), `end of ${title}`);
    }
  }
}

/** Entities of an owner: it states all of them since 2004, before that the first and the last of a chain. */
function verifyChain(
  entities: readonly Found[],
  stated: readonly number[],
  release: number,
  title: string,
  findings: Findings,
): void {
  const handles = entities.map(({ handle }) => handle);
  if (release >= 2004) {
    findings.same(stated.join(), handles.join(), `what is in ${title}`);
    return;
  }
  const ends = handles.length === 0 ? [] : [handles[0], handles.at(-1)];
  findings.same(stated.filter((handle) => handle !== 0).join(), ends.join(), `ends of the chain of ${title}`);
  for (const [i, { neighbours }] of entities.entries())
    findings.same(neighbours?.join(), [handles[i - 1] ?? 0, handles[i + 1] ?? 0].join(), `neighbours in ${title}`);
}

/** Before 2004 a LAYOUT is the first class. */
function nameOf(type: number, release: number): string {
  if (type === 500 && release < 2004) return 'LAYOUT';
  return NAMES[type] ?? String(type);
}
