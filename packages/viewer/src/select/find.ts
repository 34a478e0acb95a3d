import { FEATURES_A_BLOCK, VIEW_TABLES, type ViewFeature } from '@fieldbridge/view-wire';
import type { Viewer } from '../viewer.ts';
import { type Found, MOST_FOUND, MOST_SHAPES, type Selection } from './select-in.ts';

/** A search; empty fields are ignored, and so is case. */
export interface Query {
  /** Name of the table, or '' for all. */
  readonly table: string;
  readonly layer: string;
  readonly code: string;
  readonly name: string;
  /** A part of any attribute, its name or its value. */
  readonly text: string;
}

/** Everything that matches a query, visible or not. @param isWanted whether the answer is still needed */
export async function find(viewer: Viewer, query: Query, isWanted: () => boolean = () => true): Promise<Selection> {
  const found: Found[] = [];
  let vertices = MOST_SHAPES;
  let isCut = false;
  for (const [segment, { counts }] of viewer.manifest.segments.entries())
    for (const table of VIEW_TABLES) {
      if (query.table !== '' && query.table !== table) continue;
      const rows = counts[table] ?? 0;
      for (let first = 0; first < rows; first += FEATURES_A_BLOCK) {
        if (!isWanted()) return { found: [], isCut: true };
        const block = await viewer.features(segment, table, first);
        // A view holds the attributes of the first 200 000 things only.
        if (block.length === 0 || found.length >= MOST_FOUND) {
          isCut = true;
          break;
        }
        for (const feature of block) {
          if (!answers(feature, query)) continue;
          const [easting, northing] = feature.vertices[0] ?? [Number.NaN, Number.NaN];
          const isLine = (table === 'lines' || table === 'areas') && vertices > 0;
          const shape = isLine ? feature.vertices.flatMap((vertex) => vertex.slice(0, 2) as number[]) : [];
          vertices -= shape.length / 2;
          found.push({ segment, table, row: feature.row, easting, northing, shape });
        }
      }
    }
  return { found, isCut };
}

function answers({ fields }: ViewFeature, { layer, code, name, text }: Query): boolean {
  const is = (field: string, wanted: string): boolean =>
    wanted === '' || fields.some(([one, value]) => one === field && matches(value, wanted));
  const part = text.toLowerCase();
  return (
    is('layer', layer) &&
    is('code', code) &&
    is('name', name) &&
    (part === '' || fields.some((field) => field.some((value) => value.toLowerCase().includes(part))))
  );
}

/** Whether a value matches; `*` stands for anything. */
export function matches(value: string, wanted: string): boolean {
  const [first = '', ...rest] = wanted.toLowerCase().split('*');
  let left = value.toLowerCase();
  if (rest.length === 0) return left === first;
  if (!left.startsWith(first)) return false;
  left = left.slice(first.length);
  const last = rest.pop()!;
  for (const part of rest) {
    const at = left.indexOf(part);
    if (at < 0) return false;
    left = left.slice(at + part.length);
  }
  return left.endsWith(last);
}
