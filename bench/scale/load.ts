/** What the guide assumes of a weigh bridge and of the offices behind it. Change it here to size another case. */
export const LOAD = {
  /** Tickets of a weigh bridge on a working day: one every five minutes. */
  ticketsPerDay: 120,
  /** Weigh bridges for each construction office that sends and fetches drawings. */
  bridgesPerOffice: 5,
  /** Imports and exports of such an office on a working day; half of them are imports, which leave a file. */
  conversionsPerDay: 10,
  workingDaysPerYear: 250,
  /** The day by hours from midnight: which share of its tickets and conversions comes in each. */
  hours: [0, 0, 0, 0, 0, 1, 6, 12, 12, 10, 9, 8, 6, 9, 10, 8, 5, 3, 1, 0, 0, 0, 0, 0].map((percent) => percent / 100),
  /** Sizes of drawings in MB, with their share. */
  sizes: [
    { megabytes: 6, share: 0.9 },
    { megabytes: 25, share: 0.09 },
    { megabytes: 100, share: 0.01 },
  ],
} as const;

/** Sizes of installations, in weigh bridges. */
export const BRIDGES = [10, 1000, 100_000] as const;

/** What happens on a day, and what in its busiest second on average. */
export function loadOf(bridges: number) {
  const tickets = bridges * LOAD.ticketsPerDay;
  const conversions = (bridges / LOAD.bridgesPerOffice) * LOAD.conversionsPerDay;
  return { tickets, conversions, ticketsPerSecond: (tickets * Math.max(...LOAD.hours)) / 3600 };
}
