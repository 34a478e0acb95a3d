import {
  type Crs,
  type Drawing,
  drawingInUnit,
  emitJob,
  FilterSink,
  ForwardSink,
  JobBuilder,
  type JobSink,
  type Placement,
  type Selection,
  type Unit,
} from '@fieldbridge/fieldjob';
import type { ByteSource } from '../core/byte-source.ts';
import { crsSettings } from '../core/crs-settings.ts';
import type { Format, Progress } from '../core/format.ts';
import type { IssueLog } from '../core/issues/issue.ts';
import type { Limits } from '../core/limits.ts';
import type { OptionValues } from '../core/options.ts';
import type { SourceTally } from '../core/tally.ts';
import { sourceStage, targetStage } from './change-to-target.ts';
import type { Detection } from './detect.ts';
import { movePlaces, putPlaces } from './issue-places.ts';
import { lookedAt, startReading } from './reading.ts';
import { withReferences } from './references/reference-reader.ts';

/** What to do with a source file. */
export interface ImportRequest {
  readonly source: ByteSource;
  readonly detection: Detection;
  /** Values checked by `parseImportOptions`. */
  readonly options: OptionValues;
  readonly placement: Placement;
  readonly as: 'drawing' | 'features' | 'both';
  /** The filled-in filter, in the source's own coordinates; without it everything is imported. */
  readonly selection?: Selection;
  /** Unit and system of the job that receives the features; the source's own if undefined. */
  readonly target: { readonly unit?: Unit; readonly crs?: Crs };
  /** The format to which it is converted at once, if known: faces become things that it can hold. */
  readonly to?: Format;
  /** Folder with the files that a drawing attaches; without it they are reported, not read. */
  readonly references?: string;
  /** Folder with correction grids and geoid models. */
  readonly grids?: string;
  readonly signal: AbortSignal;
  readonly limits?: Partial<Limits>;
  readonly progress: Progress;
  readonly workFolder: string;
}

/** Facts known after reading the file. */
export interface ImportOutcome {
  readonly format: Format;
  readonly version: string;
  readonly issues: IssueLog;
  readonly tally: SourceTally;
}

/**
 * Reads a file into a sink, with detection and options already settled; filter, axes, unit and system are applied on
 * the way.
 * @throws FormatError if the file cannot be read at all, LimitError
 */
export async function importFile(request: ImportRequest, sink: JobSink): Promise<ImportOutcome> {
  const { source, detection } = request;
  const { format } = detection;
  const { context, issues, tally } = startReading(request);
  const read = withReferences(await format.loadReader!(), format, request.references);
  let version: string;
  if (request.as === 'features') {
    version = await readFeatures(request, sink, issues, (into) => read(source, into, context));
  } else {
    // The scene keeps the drawing's coordinates: it is placed on the job, not converted. Only its unit is that of the
    // job.
    const scene = new JobBuilder();
    const images = new ImageSink(scene);
    version = (await read(source, chosen(request, images), context)).version;
    // Loaded on demand: hashing alone takes 8 ms of every start.
    const { backgroundDrawing, settleScene } = await import('./background-drawing.ts');
    settleScene(scene.job, request, issues);
    const drawing = backgroundDrawing(request, format, scene.job);
    // Places of features are moved with them.
    if (request.as === 'drawing') putPlaces(issues, drawing, scene.job.info.unit);
    sink.drawing(drawing);
    for (const image of images.found)
      sink.drawing(drawingInUnit({ ...image, placement: request.placement }, request.target.unit));
    if (request.as === 'both') {
      await readFeatures({ ...request, selection: undefined }, sink, issues, async (into) => {
        emitJob(scene.job, into);
        return { version };
      });
    }
  }
  return { format, version, issues, tally };
}

/**
 * Keeps the drawings that a reader finds (images of a plot) next to the scene, which holds none, with its placement.
 */
class ImageSink extends ForwardSink {
  readonly found: Drawing[] = [];

  override drawing(drawing: Drawing): void {
    this.found.push(drawing);
  }
}

function chosen(request: ImportRequest, next: JobSink): JobSink {
  return request.selection === undefined ? next : new FilterSink(next, request.selection);
}

async function readFeatures(
  request: ImportRequest,
  sink: JobSink,
  issues: IssueLog,
  read: (into: JobSink) => Promise<{ version: string }>,
): Promise<string> {
  const toJob = targetStage(sink, { ...request.target, settings: crsSettings(request) }, issues);
  const front = sourceStage(chosen(request, lookedAt(toJob.sink, request, issues)), request, issues);
  const { version } = await read(front.sink);
  await front.finish();
  movePlaces(issues, await toJob.finish());
  return version;
}
