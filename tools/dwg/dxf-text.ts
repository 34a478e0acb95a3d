import { Entities, type Found, type Position } from './entities.ts';

type Group = readonly [code: number, value: string];
const CORNERS = [10, 11, 12, 13];
/** After these, the edges of a boundary of a hatch, and the end of its boundaries. */
const [BOUNDARY_SIZE, HATCH_STYLE] = [93, 75];

/** The entities in model space of a DXF in ASCII, as its groups state them, without an interpreter. */
export function dxfEntities(text: string): Found {
  const groups = groupsOf(text);
  const start = groups.findIndex(([code, value]) => code === 2 && value === 'ENTITIES');
  const entities = new Entities();
  let vertices: Position[] = [];
  for (let at = start + 1; at < groups.length; ) {
    let end = at + 1;
    while (end < groups.length && groups[end]![0] !== 0) end++;
    const kind = groups[at]![1];
    const own = groups.slice(at, end);
    at = end;
    if (kind === 'ENDSEC') break;
    if (numberOf(own, 67) === 1) continue;
    if (kind === 'POLYLINE') vertices = [];
    else if (kind === 'VERTEX') vertices.push(positionOf(own, 10));
    else if (kind === 'SEQEND') {
      if (vertices.length > 0) entities.place('POLYLINE', vertices, 3);
      vertices = [];
    } else addEntity(entities, kind, own);
  }
  return entities.found;
}

/** Number of entities of each kind in all blocks and spaces of an ASCII DXF, including parts of others. */
export function dxfCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  let section = '';
  let isNamed = false;
  for (const [code, value] of groupsOf(text)) {
    if (isNamed) section = value;
    isNamed = code === 0 && value === 'SECTION';
    if (code !== 0 || isNamed || (section !== 'BLOCKS' && section !== 'ENTITIES')) continue;
    if (value === 'ENDSEC') section = '';
    else counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

function groupsOf(text: string): Group[] {
  const lines = text.split(/\r?\n/);
  const groups: Group[] = [];
  for (let i = 0; i + 1 < lines.length; i += 2) groups.push([Number(lines[i]), lines[i + 1]!]);
  return groups;
}

function addEntity(entities: Entities, kind: string, own: readonly Group[]): void {
  const at = positionOf(own, 10);
  if (kind === 'LINE') entities.place(kind, [at, positionOf(own, 11)], 3);
  else if (kind === '3DFACE')
    entities.place(
      kind,
      CORNERS.map((code) => positionOf(own, code)),
      3,
    );
  else if (kind === 'CIRCLE' || kind === 'ARC') entities.place(kind, [at], 3, numberOf(own, 40));
  else if (kind === 'TEXT' || kind === 'ATTRIB') entities.place(kind, [at], 2);
  else if (kind === 'LWPOLYLINE') entities.add(kind, verticesOf(own));
  else if (kind === 'HATCH') {
    const first = own.findIndex(([code]) => code === BOUNDARY_SIZE);
    const last = own.findIndex(([code]) => code === HATCH_STYLE);
    entities.add(kind, verticesOf(own.slice(first, last)));
  } else entities.place(kind, [at], 3);
}

/** Easting, northing and bulge of each vertex. */
function verticesOf(own: readonly Group[]): number[] {
  const numbers: number[] = [];
  for (const [code, value] of own) {
    if (code === 10) numbers.push(Number(value));
    else if (code === 20) numbers.push(Number(value), 0);
    else if (code === 42) numbers[numbers.length - 1] = Number(value);
  }
  return numbers;
}

function numberOf(own: readonly Group[], code: number): number {
  return Number(own.find(([stated]) => stated === code)?.[1] ?? 0);
}

function positionOf(own: readonly Group[], code: number): Position {
  return { x: numberOf(own, code), y: numberOf(own, code + 10), z: numberOf(own, code + 20) };
}
