import type { ControlPoint } from '@fieldbridge/fieldjob';

/** A control point from properties of our own writer. @param grid its position on the grid, if any */
export function readControlPoint(properties: Record<string, unknown>, grid: Float64Array | undefined): ControlPoint {
  const text = (name: string): string => (typeof properties[name] === 'string' ? properties[name] : '');
  const number = (name: string): number => (typeof properties[name] === 'number' ? properties[name] : Number.NaN);
  const ellipsoidHeight = number('ellipsoidHeight');
  const use = (name: string, otherwise: boolean): boolean =>
    typeof properties[name] === 'boolean' ? properties[name] : otherwise;
  const isPair = grid !== undefined && Number.isFinite(number('latitude')) && Number.isFinite(number('longitude'));
  return {
    name: text('name'),
    code: text('code'),
    description: text('description'),
    easting: grid?.[0] ?? Number.NaN,
    northing: grid?.[1] ?? Number.NaN,
    elevation: grid?.[2] ?? Number.NaN,
    latitude: number('latitude'),
    longitude: number('longitude'),
    ellipsoidHeight,
    useHorizontal: use('useHorizontal', isPair),
    useVertical: use('useVertical', isPair && Number.isFinite(grid[2]) && Number.isFinite(ellipsoidHeight)),
    residualEasting: number('residualEasting'),
    residualNorthing: number('residualNorthing'),
    residualElevation: number('residualElevation'),
    source: -1,
  };
}
