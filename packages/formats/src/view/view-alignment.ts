import type { Alignment } from '@fieldbridge/fieldjob';
import { VIEW_LIMITS, type ViewAlignment } from '@fieldbridge/view-wire';

/** The geometry of an alignment for the viewer; undefined if it has too many parts, or an element has no place. */
export function viewAlignment(alignment: Alignment): ViewAlignment | undefined {
  const { name, startStation, horizontal, vertical, sections, equations } = alignment;
  const placed = sections.filter(({ station }) => Number.isFinite(station));
  const points = placed.reduce((sum, section) => sum + section.points.length / 2, 0);
  if (horizontal.length + vertical.length + equations.length + points > VIEW_LIMITS.alignmentParts) return undefined;
  const isPlaced = horizontal.every(
    ({ length, startEasting, startNorthing, azimuth }) =>
      Number.isFinite(length + startEasting + startNorthing + azimuth) && length >= 0,
  );
  if (!isPlaced || !Number.isFinite(startStation)) return undefined;
  return {
    ...{ name, startStation },
    horizontal: horizontal.map(({ kind, length, startEasting, startNorthing, azimuth, ...rest }) => ({
      ...{ kind, startStation: finite(rest.startStation), length, startEasting, startNorthing, azimuth },
      ...{ startRadius: finite(rest.startRadius), endRadius: finite(rest.endRadius) },
    })),
    vertical: vertical
      .filter(({ station, elevation, length }) => Number.isFinite(station + elevation + length))
      .map(({ station, elevation, curve, length, radius }) => ({
        ...{ station, elevation, curve, length, radius: finite(radius) },
      })),
    equations: equations.map(({ back, ahead }) => ({ back, ahead })),
    sections: placed.map((section) => ({
      ...{ name: section.name, station: section.station },
      points: Array.from(
        { length: section.points.length >> 1 },
        (_, i) => [section.points[2 * i]!, section.points[2 * i + 1]!] as const,
      ).filter(([offset, elevation]) => Number.isFinite(offset + elevation)),
    })),
  };
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
