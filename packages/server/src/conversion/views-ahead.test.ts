import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { ViewsAhead } from './views-ahead.ts';

/** A server's parts as a test sets them, and a list of the views that were made. */
function ahead(seconds = 1) {
  const made: string[] = [];
  const state = { running: 0, isBusy: false, revision: 2 };
  const parts = {
    jobs: { find: async (id: string) => (id === 'gone' ? undefined : { id, revision: state.revision }) },
    imports: { isBusy: async () => state.isBusy, replacedAfter: async () => 0 },
    pool: {
      waiting: 0,
      get running() {
        return state.running;
      },
    },
    exporter: {
      run: async (kind: string, job: { id: string }, run: { to: number }) => {
        made.push(`${kind} ${job.id} ${run.to}`);
      },
    },
    reporter: {
      features: async (job: { id: string }, fileId: string) => {
        made.push(`features ${job.id} ${fileId}`);
      },
    },
    log: { debug() {} },
  };
  return { made, state, views: new ViewsAhead(parts as never, seconds) };
}
const settled = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await null;
};

test('the view of a job that is left alone for a second is made, once', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { made, views } = ahead();
  views.imported('a');
  views.imported('gone');
  mock.timers.tick(900);
  views.imported('a');
  mock.timers.tick(900);
  await settled();
  assert.deepEqual(made, []);
  mock.timers.tick(100);
  await settled();
  assert.deepEqual(made, ['view a 1', 'view a 2']);
  views.looked('a');
  mock.timers.tick(1000);
  await settled();
  assert.deepEqual(made.slice(2), ['features a 1', 'features a 2']);
  views.lookedAtFile('a', 'plan');
  views.lookedAtFile('gone', 'plan');
  mock.timers.tick(1000);
  await settled();
  assert.deepEqual(made.slice(4), ['features a plan']);
  mock.timers.reset();
});

for (const [name, busy] of [
  ['a conversion that runs', { running: 1 }],
  ['an import of the job that waits', { isBusy: true }],
] as const)
  test(`nothing is made ahead beside ${name}`, async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { made, state, views } = ahead();
    Object.assign(state, busy);
    views.imported('a');
    views.lookedAtFile('a', 'plan');
    mock.timers.tick(1000);
    await settled();
    assert.deepEqual(made, []);
    mock.timers.reset();
  });

test('nothing is made ahead if the operator wants none', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { made, views } = ahead(0);
  views.imported('a');
  mock.timers.tick(10_000);
  assert.deepEqual(made, []);
  mock.timers.reset();
});
