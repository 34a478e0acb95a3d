import { emitJob, type FieldJob, ForwardSink, JobBuilder, type Surface } from '@fieldbridge/fieldjob';
import type { Format, Progress } from '../core/format.ts';
import type { IssueLog } from '../core/issues/issue.ts';
import { issueOf } from '../core/issues/issue-of.ts';
import type { OptionValues } from '../core/options.ts';
import { MOST_CORNERS } from '../kit/tin/thin/star.ts';
import { type Thinned, thinSurface } from '../kit/tin/thin/thin-surface.ts';

/** Decimals of a reported deviation. */
const DECIMALS = 6;

/** Which surfaces are thinned, by the format and options of an export, and the receiver of progress. */
interface ThinRequest {
  readonly format: Pick<Format, 'surfacesWritten'>;
  readonly options: OptionValues;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/**
 * A copy of the job with its surfaces thinned, if the options request it, and a report for each: done before anything
 * is converted, so that the tolerance is one of the job.
 */
export function withThinnedSurfaces(job: FieldJob, request: ThinRequest, issues: IssueLog): FieldJob {
  const { thin } = request.options;
  if (thin === undefined) return job;
  const written = new Set(request.format.surfacesWritten?.(job.surfaces, request.options) ?? job.surfaces);
  if (written.size === 0) return job;
  const unit = job.info.unit ?? 'metre';
  const builder = new JobBuilder();
  let done = 0;
  const thinned = (surface: Surface): Surface => {
    request.signal.throwIfAborted();
    const result = thinSurface(surface, Number(thin), (share) =>
      request.progress(done + share, written.size, 'thinning'),
    );
    done++;
    report(surface, result, { tolerance: Number(thin), unit }, issues);
    return result.surface;
  };
  // They are copies, in the original order.
  let arrived = 0;
  const change = (surface: Surface): Surface => (written.has(job.surfaces[arrived++]!) ? thinned(surface) : surface);
  emitJob(job, new SurfacesChanged(builder, change));
  return builder.job;
}

class SurfacesChanged extends ForwardSink {
  readonly #change: (surface: Surface) => Surface;

  constructor(next: JobBuilder, change: (surface: Surface) => Surface) {
    super(next);
    this.#change = change;
  }

  override surface(surface: Surface): void {
    this.next.surface(this.#change(surface));
  }
}

function report(
  before: Surface,
  { surface, damaged, crowded, isLimited, deviation }: Thinned,
  { tolerance, unit }: { readonly tolerance: number; readonly unit: string },
  issues: IssueLog,
): void {
  const { name } = before;
  const was = { name, triangles: before.triangles.length / 3, points: before.vertices.length / 3, unit };
  if (surface === before && crowded === 0 && !isLimited)
    issues.report(issueOf('surface-not-thinned', { ...was, tolerance }));
  else if (surface !== before)
    issues.report(
      issueOf('surface-thinned', {
        ...was,
        trianglesLeft: surface.triangles.length / 3,
        pointsLeft: surface.vertices.length / 3,
        deviation: Number(deviation.toFixed(DECIMALS)),
      }),
    );
  if (isLimited) issues.report(issueOf('surface-thinning-limited', { name }));
  if (crowded > 0) issues.report(issueOf('surface-crowding-kept', { count: crowded, name, most: MOST_CORNERS }));
  if (damaged > 0) issues.report(issueOf('surface-damage-kept', { count: damaged, name }));
}
