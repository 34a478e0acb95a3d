import type { Superelevation } from '../alignment.ts';

/** Superelevations with every station in them changed; slopes stay. */
export function withStations(all: readonly Superelevation[], changed: (station: number) => number): Superelevation[] {
  return all.map((one) => ({
    ...one,
    startStation: changed(one.startStation),
    endStation: changed(one.endStation),
    events: one.events.map((event) => {
      const { kind, value } = event;
      return kind.endsWith('Sta') && typeof value === 'number' ? { ...event, value: changed(value) } : event;
    }),
  }));
}
