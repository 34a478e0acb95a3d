import { MOST_BYTES, type Part, partSizes } from '@fieldbridge/console/testing/sizes.ts';
import type { BenchReport } from '../row.ts';

/** Sizes do not depend on the machine: they are computed. */
export const report: BenchReport = {
  id: 'console-size',
  title: 'what a browser fetches of the console, compressed',
  async text() {
    const sizes = await partSizes();
    const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
    const lines = (Object.keys(MOST_BYTES) as Part[]).map(
      (part) => `| ${part} | ${kilobytes(sizes[part])} | ${kilobytes(MOST_BYTES[part])} |`,
    );
    return ['| part | size | at most |', '|---|---|---|', ...lines, ''].join('\n');
  },
};
