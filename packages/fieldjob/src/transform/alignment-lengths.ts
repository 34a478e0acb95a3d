import type { Alignment } from '../alignment.ts';
import { withStations } from './superelevation-stations.ts';

/** An alignment with every length and coordinate in it converted: stations, elements, heights, sections. */
export function withLengths(alignment: Alignment, length: (value: number) => number): Alignment {
  return {
    ...alignment,
    startStation: length(alignment.startStation),
    horizontal: alignment.horizontal.map((element) => ({
      ...element,
      startStation: length(element.startStation),
      length: length(element.length),
      startEasting: length(element.startEasting),
      startNorthing: length(element.startNorthing),
      startRadius: length(element.startRadius),
      endRadius: length(element.endRadius),
    })),
    vertical: alignment.vertical.map((point) => ({
      ...point,
      station: length(point.station),
      elevation: length(point.elevation),
      length: length(point.length),
      radius: length(point.radius),
    })),
    sections: alignment.sections.map((section) => ({
      ...section,
      station: length(section.station),
      points: section.points.map(length),
    })),
    equations: alignment.equations.map((equation) => ({
      ...equation,
      back: length(equation.back),
      ahead: length(equation.ahead),
    })),
    superelevation: withStations(alignment.superelevation, length),
  };
}
