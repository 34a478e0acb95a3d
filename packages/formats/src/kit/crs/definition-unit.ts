import type { RegisteredUnit } from './registry.ts';

/** A node of WKT: `NAME[argument, …]`. */
interface Node {
  readonly name: string;
  readonly values: readonly (string | number)[];
  readonly nodes: readonly Node[];
}

const MOST_DEPTH = 30;
const TOKEN = /\s*(?:"((?:[^"]|"")*)"|([^\s"[\](),]+)|([[(])|([\])])|,)/y;
const GEOGRAPHIC = /^(?:GEOGCS|GEOGCRS|GEOGRAPHICCRS|GEODCRS|GEODETICCRS)$/;
const COMPOUND = /^(?:COMPD_CS|COMPOUNDCRS)$/;
const SYSTEM = /(?:CS|CRS)$/;
const UNIT = /^(?:UNIT|LENGTHUNIT)$/;

/** The unit of the first axis of a WKT or PROJJSON text; undefined where it states none. */
export function definedUnit(text: string): RegisteredUnit | undefined {
  if (text.startsWith('{')) return jsonUnit(jsonOf(text));
  const root = parsed(text);
  return root && wktUnit(root);
}

function wktUnit(node: Node): RegisteredUnit | undefined {
  if (GEOGRAPHIC.test(node.name)) return { name: 'degree', factor: Math.PI / 180, isAngle: true };
  if (COMPOUND.test(node.name)) {
    const plan = node.nodes.find(({ name }) => SYSTEM.test(name));
    return plan && wktUnit(plan);
  }
  if (node.name === 'BOUNDCRS') {
    const source = node.nodes.find(({ name }) => name === 'SOURCECRS')?.nodes[0];
    return source && wktUnit(source);
  }
  const axis = node.nodes.find(({ name }) => name === 'AXIS');
  const unit = [...node.nodes, ...(axis?.nodes ?? [])].find(({ name }) => UNIT.test(name));
  const [name, factor] = unit?.values ?? [];
  return typeof factor === 'number' && factor > 0 ? { name: String(name), factor, isAngle: false } : undefined;
}

/** The outermost node; undefined where the brackets do not match or are too deep. */
function parsed(text: string): Node | undefined {
  const open: { name: string; values: (string | number)[]; nodes: Node[] }[] = [];
  let word = '';
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const [, quoted, bare, opens, closes] = match;
    if (quoted !== undefined) open.at(-1)?.values.push(quoted);
    else if (bare !== undefined) {
      word = bare.toUpperCase();
      if (/^[-+.\d]/.test(bare)) open.at(-1)?.values.push(Number(bare));
    } else if (opens !== undefined) {
      if (open.length === MOST_DEPTH) return undefined;
      open.push({ name: word, values: [], nodes: [] });
    } else if (closes !== undefined) {
      const node = open.pop();
      if (node === undefined || open.length === 0) return node;
      open.at(-1)!.nodes.push(node);
    }
  }
  return undefined;
}

type Json = Readonly<Record<string, unknown>>;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // PROJ says what is wrong with it.
  }
}

function jsonUnit(value: unknown, depth = 0): RegisteredUnit | undefined {
  if (!isJson(value) || depth > MOST_DEPTH) return undefined;
  if (value['type'] === 'CompoundCRS') return jsonUnit((value['components'] as unknown[] | undefined)?.[0], depth + 1);
  if (value['type'] === 'BoundCRS') return jsonUnit(value['source_crs'], depth + 1);
  const system = value['coordinate_system'];
  if (!isJson(system) || !Array.isArray(system['axis'])) return undefined;
  const unit = (system['axis'][0] as Json | undefined)?.['unit'];
  if (unit === 'metre') return { name: 'metre', factor: 1, isAngle: false };
  if (unit === 'degree') return { name: 'degree', factor: Math.PI / 180, isAngle: true };
  if (!isJson(unit)) return undefined;
  const factor = Number(unit['conversion_factor']);
  return factor > 0 ? { name: String(unit['name']), factor, isAngle: unit['type'] === 'AngularUnit' } : undefined;
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
