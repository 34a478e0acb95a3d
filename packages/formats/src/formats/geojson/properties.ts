import { type AttributePairs, BY_LAYER, type FieldJob } from '@fieldbridge/fieldjob';
import { isoTime } from '../../kit/text/iso-time.ts';
import { type Piece, pieceOf } from '../../kit/text/piece.ts';
import type { RowBuffer } from '../../kit/text/row-buffer.ts';

/** Names of the common properties of features; an attribute with one of them is written as `attribute:NAME`. */
export const PROPERTY_NAMES = [
  'kind',
  'name',
  'code',
  'description',
  'layer',
  'list',
  'colour',
  'lineType',
  'lineWeight',
  'time',
  'quality',
  'block',
  'page',
  'text',
  'height',
  'rotation',
  'justification',
  'verticalJustification',
] as const;
const TAKEN: ReadonlySet<string> = new Set(PROPERTY_NAMES);

type Table = FieldJob['points'] | FieldJob['lines'] | FieldJob['texts'];
/** Writes one property of a row, or nothing. */
export type PropertyMember = (row: number, out: RowBuffer) => void;

const encoder = new TextEncoder();

/** A member of an object as bytes, with a leading comma. */
const memberBytes = (name: string, value: string): Piece =>
  pieceOf(encoder.encode(`,${JSON.stringify(name)}:${JSON.stringify(value)}`));

/**
 * The properties for which the table has values, in the order of PROPERTY_NAMES; default values are left out. Each is
 * written from its column straight into the row.
 */
export function propertyMembers(table: Table, job: FieldJob): PropertyMember[] {
  const members: PropertyMember[] = [];
  const use = (column: { readonly isDefault: boolean }, member: PropertyMember): void => {
    if (!column.isDefault) members.push(member);
  };
  const text = (name: string, column: Table['name']): void => {
    if (column.isDefault) return;
    const start = pieceOf(encoder.encode(`,"${name}":`));
    const content = column.content();
    const ends = column.ends();
    use(column, (row, out) => {
      // Rows beyond the end of a column are empty.
      if (row >= ends.length) return;
      const from = row === 0 ? 0 : ends[row - 1]!;
      const to = ends[row]!;
      if (from === to) return;
      out.piece(start);
      if (!out.quoted(content, from, to)) out.text(JSON.stringify(column.get(row)));
    });
  };
  const repeated = (name: string, column: Table['code']): void => {
    if (column.isDefault) return;
    const spelt = column.values.map((value) => memberBytes(name, value));
    const rows = column.indices();
    use(column, (row, out) => {
      // Value 0 is the empty text.
      if (row < rows.length && rows[row]! > 0) out.piece(spelt[rows[row]!]!);
    });
  };
  const number = (
    name: string,
    column: Table['quality' | 'page' | 'lineWeight'],
    known: (value: number) => boolean,
  ): void => {
    const start = pieceOf(encoder.encode(`,"${name}":`));
    use(column, (row, out) => {
      const value = column.get(row);
      if (!known(value)) return;
      out.piece(start);
      out.number(value, undefined);
    });
  };
  const layers = Array.from(job.layers, ({ name }) => (name === '' ? undefined : memberBytes('layer', name)));
  text('name', table.name);
  repeated('code', table.code);
  text('description', table.description);
  if (!table.layer.isDefault) {
    const rows = table.layer.view();
    members.push((row, out) => {
      const layer = row < rows.length ? layers[rows[row]!] : undefined;
      if (layer !== undefined) out.piece(layer);
    });
  }
  repeated('list', table.list);
  use(table.colour, (row, out) => {
    const colour = table.colour.get(row);
    if (colour !== BY_LAYER) out.text(`,"colour":"#${colour.toString(16).padStart(6, '0')}"`);
  });
  repeated('lineType', table.lineType);
  number('lineWeight', table.lineWeight, (weight) => weight !== BY_LAYER);
  use(table.time, (row, out) => {
    const time = isoTime(table.time.get(row));
    if (time !== '') out.text(`,"time":"${time}"`);
  });
  number('quality', table.quality, Number.isFinite);
  repeated('block', table.block);
  number('page', table.page, (page) => page !== 0);
  if (table.attributes.size > 0) members.push((row, out) => writeAttributes(table.attributes.get(row), out));
  return members;
}

function writeAttributes(pairs: AttributePairs, out: RowBuffer): void {
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const key = pairs[i]!;
    // With a duplicate name most readers would not see the first value.
    let seen = false;
    for (let j = 0; j < i && !seen; j += 2) seen = pairs[j] === key;
    if (seen) continue;
    const name = TAKEN.has(key) || key.startsWith('attribute:') ? `attribute:${key}` : key;
    out.text(`,${JSON.stringify(name)}:${JSON.stringify(pairs[i + 1])}`);
  }
}
