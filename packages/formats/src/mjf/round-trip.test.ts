import { test } from 'node:test';
import { arbitraryJob } from '@fieldbridge/fieldjob/testing/arbitrary-job.ts';
import { assertSameJob } from '@fieldbridge/fieldjob/testing/same-job.ts';
import fc from 'fast-check';
import { readMjf } from './read.ts';
import { readContext, readJob, TestFolder, writeJob } from './testing/files.ts';
import { mjfWriter } from './write.ts';

test('a job written and read again is the same job, bit for bit', async () => {
  using folder = new TestFolder();
  const path = folder.file('job.mjf');
  const write = mjfWriter({ profile: 'job' });
  await fc.assert(
    fc.asyncProperty(arbitraryJob(), async (job) => {
      await writeJob(write, job, path, folder.path);
      const context = readContext(folder.path);
      assertSameJob(await readJob(readMjf, path, context), job);
    }),
    { numRuns: 40 },
  );
});
