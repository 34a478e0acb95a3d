import type { BenchReport } from '../row.ts';

/** No measurement: a simulation of larger installations from rates that other rows measured. */
export const report: BenchReport = {
  id: 'scale',
  title: 'sizes of installations: queues of tickets and conversions, simulated from measured rates',
  text: async () => (await import('../scale/report.ts')).sizingReport(),
};
