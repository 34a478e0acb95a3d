import { type Unit, unitFactor } from '@fieldbridge/fieldjob';
import type { Transformer } from './proj/operation.ts';
import type { System } from './proj/system.ts';

/**
 * Moves `position[0..2]` (easting, northing, elevation; longitude and latitude in degrees for geographic systems) in
 * place.
 */
export type CrsMap = (position: Float64Array) => void;

/** Factors between the caller's unit and those of the systems' axes. */
export interface Scales {
  readonly into: number;
  readonly out: number;
  readonly heightInto: number;
  readonly heightOut: number;
  /** Whether both systems have heights, which are then also converted. */
  readonly heights: boolean;
}

/** @param unit of the coordinates on both sides */
export function scalesOf(source: System, target: System, unit: Unit): Scales {
  const { numerator, denominator } = unitFactor(unit, 'metre');
  const scale = (factor: number): number => numerator / denominator / factor;
  const heights = source.heightFactor !== undefined && target.heightFactor !== undefined;
  return {
    into: source.geographic ? 1 / source.factor : scale(source.factor),
    out: target.geographic ? target.factor : 1 / scale(target.factor),
    heightInto: heights ? scale(source.heightFactor!) : 0,
    heightOut: heights ? 1 / scale(target.heightFactor!) : 0,
    heights,
  };
}

/** A map from one system to the other, in the caller's unit. */
export function mapOf(transformer: Transformer, { into, out, heightInto, heightOut, heights }: Scales): CrsMap {
  return (position) => {
    const [easting, northing, elevation] = position as unknown as [number, number, number];
    // An unknown position stays unknown.
    if (!Number.isFinite(easting) || !Number.isFinite(northing)) return;
    const hasHeight = heights && Number.isFinite(elevation);
    position[0] = easting * into;
    position[1] = northing * into;
    position[2] = hasHeight ? elevation * heightInto : 0;
    transformer.move(position);
    position[0]! *= out;
    position[1]! *= out;
    position[2] = hasHeight ? position[2]! * heightOut : elevation;
  };
}
