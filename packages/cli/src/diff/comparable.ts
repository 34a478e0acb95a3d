import { type Crs, type FieldJob, JobBuilder, sameCrs } from '@fieldbridge/fieldjob';
import { FormatError, importFile } from '@fieldbridge/formats';
import { jobInTarget, systemName } from '@fieldbridge/formats/convert/change-to-target.ts';
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
    if (crs === undefined && first !== undefined) refuseOtherSystem(opened, first, builder.job);
    jobs.push(
      await jobInTarget(builder.job, { unit: crs === undefined ? first?.unit : undefined, crs, settings }, issues),
    );
    for (const issue of issues.summary()) if (issue.severity !== 'note') io.err(`${path}: ${issueLine(issue)}`);
  }
  return jobs as unknown as readonly [FieldJob, FieldJob];
}

/** @throws FormatError `crs-differ`; a local grid may be the same as any system */
function refuseOtherSystem([one, two]: readonly OpenInput[], a: FieldJob, b: FieldJob): void {
  const [ofA, ofB] = [a.info.crs, b.info.crs];
  if (ofA.kind === 'local' || ofB.kind === 'local' || sameCrs(ofA, ofB)) return;
  const [system, otherSystem] = [systemName(ofA), systemName(ofB)];
  throw new FormatError('crs-differ', { name: one!.path, system, other: two!.path, otherSystem });
}
