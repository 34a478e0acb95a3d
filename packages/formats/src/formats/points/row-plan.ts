import type { Layout } from './layout.ts';
import type { Role } from './roles.ts';

/** Column numbers by meaning; -1 if there is no such column. */
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
  /** Column that takes the surplus fields of a row; -1 if they are left out. */
  readonly rest: number;
}

/** The columns of a layout by meaning. */
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
