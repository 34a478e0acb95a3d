import type { Layout } from './layout.ts';
import type { Role } from './roles.ts';

/** Where each thing of a point stands in a row: column numbers, -1 where there is none. */
export interface RowPlan {
  readonly name: number;
  readonly northing: number;
  readonly easting: number;
  readonly elevation: number;
  readonly code: number;
  readonly description: number;
  readonly layer: number;
  readonly date: number;
  readonly time: number;
  readonly quality: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly height: number;
  readonly list: number;
  readonly attributes: readonly { readonly column: number; readonly name: string }[];
  /** Column that takes the rest of a row that has more fields than columns; -1 when the rest is left out. */
  readonly rest: number;
}

/** The columns of a layout, by what they mean. */
export function planRows(layout: Layout): RowPlan {
  const roles = layout.roles.value;
  const at = (role: Role): number => roles.indexOf(role);
  const attributes = roles.flatMap((role, column) =>
    role.startsWith('attribute:') ? [{ column, name: role.slice('attribute:'.length) }] : [],
  );
  const last = roles.length - 1;
  const takesRest = roles[last] === 'description' || (roles[last] === 'code' && !roles.includes('description'));
  return {
    name: at('name'),
    northing: at('northing'),
    easting: at('easting'),
    elevation: at('elevation'),
    code: at('code'),
    description: at('description'),
    layer: at('layer'),
    date: at('date'),
    time: at('time'),
    quality: at('quality'),
    latitude: at('latitude'),
    longitude: at('longitude'),
    height: at('height'),
    list: at('list'),
    attributes,
    rest: takesRest ? last : -1,
  };
}
