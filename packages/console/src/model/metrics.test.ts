import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseMetrics } from './metrics.ts';

it('reads figures with their labels and meaning, and leaves buckets out', () => {
  const text = `# HELP tickets_total Tickets
# TYPE tickets_total counter
tickets_total{space="weighing"} 12
seconds_bucket{le="1"} 4
seconds_sum 2.5 1700000000
nonsense
`;
  assert.deepEqual(parseMetrics(text), [
    { name: 'tickets_total', labels: '{space="weighing"}', value: 12, help: 'Tickets' },
    { name: 'seconds_sum', labels: '', value: 2.5, help: '' },
  ]);
});
