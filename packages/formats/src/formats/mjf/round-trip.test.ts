import { test } from 'node:test';
import { arbitraryJob } from '@fieldbridge/fieldjob/testing/arbitrary-job.ts';
import { assertSameJob } from '@fieldbridge/fieldjob/testing/same-job.ts';
import fc from 'fast-check';
import { readMjfzip } from '../mjfzip/read.ts';
import { writeMjfzip } from '../mjfzip/write.ts';
import { readMjf } from './read.ts';
import { readContext, readJob, TestFolder, writeJob } from './testing/files.ts';
import { mjfWriter } from './write.ts';

test('a job is read back bit for bit', async () => {
  using folder = new TestFolder();
  const path = folder.file('job.mjf');
  const write = mjfWriter({ profile: 'job' });
  await fc.assert(
    fc.asyncProperty(arbitraryJob(), async (job) => {
      await writeJob(write, job, path, folder.path);
      const context = readContext(folder.path);
      assertSameJob(await readJob(readMjf, path, context), job);
    }),
    { numRuns: 25 },
  );
});

test('a job in a .mjfzip package is read back bit for bit, including the files of its drawings', async () => {
  using folder = new TestFolder();
  const path = folder.file('job.mjfzip');
  await fc.assert(
    fc.asyncProperty(arbitraryJob({ most: 2 }), async (job) => {
      await writeJob(writeMjfzip, job, path, folder.path);
      assertSameJob(await readJob(readMjfzip, path, readContext(folder.path)), job);
    }),
    { numRuns: 10 },
  );
});
