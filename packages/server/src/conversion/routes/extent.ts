import { Type } from '@fieldbridge/contract';
import type { ExtentBox } from '@fieldbridge/fieldjob';
import { type Detail, detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';

const NUMBER = '-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?';

/** `?extent=`: a box. */
export const Extent = Type.String({
  maxLength: 200,
  pattern: `^${NUMBER}(,${NUMBER}){3}$`,
  description: 'Extent of the data: least easting, least northing, greatest easting, greatest northing',
});

type Sides = [minEasting: number, minNorthing: number, maxEasting: number, maxNorthing: number];

/** The box of an `extent`. @throws ProblemError */
export function boxOf(extent: string): ExtentBox {
  const [minEasting, minNorthing, maxEasting, maxNorthing] = extent.split(',').map(Number) as Sides;
  if (!(minEasting <= maxEasting && minNorthing <= maxNorthing && Number.isFinite(maxEasting + maxNorthing)))
    throw wrong('extent', detailOf('must be minEasting,minNorthing,maxEasting,maxNorthing'));
  return { minEasting, minNorthing, maxEasting, maxNorthing };
}

/** The refusal of a parameter. */
export function wrong(parameter: string, detail: Detail): ProblemError {
  return new ProblemError(
    'invalid-parameter',
    detailOf('The parameter "{parameter}" {detail}.', { parameter, detail }),
    {
      errors: [{ parameter, detail }],
    },
  );
}
