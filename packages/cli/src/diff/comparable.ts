import { type Crs, type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { FormatError, importFile } from '@fieldbridge/formats';
import { jobInTarget } from '@fieldbridge/formats/convert/change-to-target.ts';
import { requireSameSystem } from '@fieldbridge/formats/convert/comparable.ts';
import { crsSettings } from '@fieldbridge/formats/core/crs-settings.ts';
import type { CommandIo } from '../command.ts';
import type { OpenInput } from '../convert/input.ts';
import { FailureAfterReading } from '../failure.ts';
import { issueLine } from '../issue-line.ts';

/** Reads both files into jobs in one unit and one system: those of the first, or the requested system. */
export async function comparableJobs(
  opened: readonly OpenInput[],
  crs: Crs | undefined,
  io: CommandIo,
): Promise<readonly [FieldJob, FieldJob]> {
  const jobs: FieldJob[] = [];
  for (const { path, request } of opened) {
    const builder = new JobBuilder();
    const { issues } = await importFile(request, builder).catch((error) => {
      throw error instanceof FormatError ? new FailureAfterReading(error, [], path) : error;
    });
    const settings = crsSettings(request);
    const [first] = jobs;
    if (crs === undefined && first !== undefined) requireSameSystem(first, builder.job, [opened[0]!.path, path]);
    jobs.push(
      await jobInTarget(builder.job, { unit: crs === undefined ? first?.unit : undefined, crs, settings }, issues),
    );
    for (const issue of issues.summary()) if (issue.severity !== 'note') io.err(`${path}: ${issueLine(issue)}`);
  }
  return jobs as unknown as readonly [FieldJob, FieldJob];
}
