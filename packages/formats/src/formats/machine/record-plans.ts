import type { ControlPoint, Plane } from '@fieldbridge/fieldjob';
import { cutText, LONGEST_TEXT } from './captions.ts';
import type { TablePart } from './container-writer.ts';
import { writeRecord } from './layout.ts';
import { CONTROL_POINT, PLANE, SHORT_NAME_UNITS } from './layouts.ts';
import type { Losses } from './losses.ts';
import { POSITION_FLAG, USED_FLAGS } from './read-records.ts';

export const CONTROL_RECORD = 264;
export const PLANE_RECORD = 374;
const RADIANS = Math.PI / 180;
/** The values at 132 and 134 of the sample's level plane, and at 134 of its sloped one. */
const PLANE_ONE_AT = 132;
const LEVEL_PLANE_FLAGS = 0x0219;
const SLOPED_PLANE_FLAGS = 0x021f;
const PLANE_SIZE = 10;

/** Control points; latitude and longitude become radians, unknown ones "no value". */
export function controlPart(points: readonly ControlPoint[], losses: Losses): TablePart {
  return {
    count: points.length,
    fill: (view, at, row) => {
      const point = points[row]!;
      const geographic = Number.isFinite(point.latitude) && Number.isFinite(point.longitude);
      const partly = [point.latitude, point.longitude, point.ellipsoidHeight].some(Number.isFinite);
      losses.add('control-position-incomplete', partly && !geographic ? 1 : 0);
      const name = cutText(point.name, SHORT_NAME_UNITS - 1);
      const description = cutText(point.description, LONGEST_TEXT);
      const cut = Number(name !== point.name) + Number(description !== point.description);
      losses.add('text-cut', cut);
      losses.add('control-code-left-out', point.code === '' ? 0 : 1);
      const plan = [point.residualEasting, point.residualNorthing];
      losses.add('control-residual-joined', plan.some(Number.isFinite) ? 1 : 0);
      const used = point.useHorizontal || point.useVertical;
      if (point.useHorizontal !== point.useVertical) {
        losses.add('control-use-joined', 1);
      }
      writeRecord(CONTROL_POINT, view, at, {
        name,
        description,
        latitude: geographic ? point.latitude * RADIANS : Number.NaN,
        longitude: geographic ? point.longitude * RADIANS : Number.NaN,
        ellipsoidHeight: geographic ? point.ellipsoidHeight : Number.NaN,
        northing: point.northing,
        easting: point.easting,
        elevation: point.elevation,
        horizontalResidual: Math.hypot(point.residualEasting, point.residualNorthing),
        verticalResidual: point.residualElevation,
        flags: (geographic ? POSITION_FLAG : 0) | (used ? USED_FLAGS : 0),
      });
    },
  };
}

/** Planes; slopes become angles. */
export function planePart(planes: readonly Plane[], losses: Losses): TablePart {
  return {
    count: planes.length,
    fill: (view, at, row) => {
      const { name, easting, northing, elevation, azimuth, slope, crossSlope } = planes[row]!;
      const cut = cutText(name, LONGEST_TEXT);
      losses.add('text-cut', cut === name ? 0 : 1);
      view.setUint16(at + PLANE_ONE_AT, 1, true);
      writeRecord(PLANE, view, at, {
        name: cut,
        flags: slope === 0 && crossSlope === 0 ? LEVEL_PLANE_FLAGS : SLOPED_PLANE_FLAGS,
        easting,
        northing,
        elevation,
        azimuth,
        slope: Math.atan(slope),
        crossSlope: Math.atan(crossSlope),
        size: PLANE_SIZE,
        factor: 1,
      });
    },
  };
}
