import {
  type Crs,
  convertLength,
  Extent,
  type ExtentBox,
  type Feature,
  ForwardSink,
  type Label,
  type Path,
  type Unit,
} from '@fieldbridge/fieldjob';
import type { Format } from '../core/format.ts';
import type { Issue } from '../core/issues/issue.ts';
import { issueOf } from '../core/issues/issue-of.ts';
import type { OptionValues } from '../core/options.ts';
import { lengthUnitOf } from '../kit/crs/unit-of-crs.ts';

/**
 * Whether the feet of a drawing's header are those of the reference system: headers say "feet" for either foot, and the
 * caller states none.
 * @param unit that the reader took @param crs of the coordinates, or of the job that they go to
 */
export function isFootOfSystem(unit: Unit | undefined, crs: Crs, { drawing }: Format, options: OptionValues): boolean {
  if (!drawing || unit !== 'internationalFoot') return false;
  if (options['unit'] !== undefined || options['drawingUnit'] !== undefined) return false;
  return lengthUnitOf(crs) === 'usSurveyFoot';
}

/** The issue that names both readings. @param box of the data, in feet */
export function footIssue(box: ExtentBox | null, system: string): Issue {
  const { minEasting = 0, minNorthing = 0, maxEasting = 0, maxNorthing = 0 } = box ?? {};
  const farthest = Math.max(...[minEasting, minNorthing, maxEasting, maxNorthing].map(Math.abs));
  const difference =
    convertLength(farthest, 'usSurveyFoot', 'metre') - convertLength(farthest, 'internationalFoot', 'metre');
  return issueOf('drawing-foot-of-crs', { system, difference: difference.toFixed(3) });
}

/** Measures the data that passes, once that is asked for. */
export class MeasuringSink extends ForwardSink {
  readonly extent = new Extent();
  isMeasuring = false;

  override point(feature: Feature, easting: number, northing: number, elevation: number): void {
    if (this.isMeasuring) this.extent.add(easting, northing, elevation);
    this.next.point(feature, easting, northing, elevation);
  }

  override line(feature: Feature, path: Path): void {
    if (this.isMeasuring) this.extent.addTriples(path.coordinates, path.count);
    this.next.line(feature, path);
  }

  override area(feature: Feature, path: Path): void {
    if (this.isMeasuring) this.extent.addTriples(path.coordinates, path.count);
    this.next.area(feature, path);
  }

  override text(feature: Feature, label: Label): void {
    if (this.isMeasuring) this.extent.add(label.easting, label.northing, label.elevation);
    this.next.text(feature, label);
  }
}
