import type { Placement } from '@fieldbridge/fieldjob';
import { type Crs, parseCrs, parseUnit, type Unit } from '@fieldbridge/fieldjob';
import {
  type Detection,
  detect,
  FileSource,
  FormatError,
  type Limits,
  type OptionValues,
  parseImportOptions,
} from '@fieldbridge/formats';
import type { TaskContext } from '../serve-tasks.ts';
import { GRIDS } from './grids.ts';
import type { DefaultAs, TaskFile, TaskTarget } from './task-types.ts';

/** An opened and recognised source file with parsed options. */
export interface OpenSource {
  readonly source: FileSource;
  readonly detection: Detection;
  readonly options: OptionValues;
  readonly placement: Placement;
  readonly as: 'drawing' | 'features' | 'both';
}

/**
 * Opens a task's source file.
 * @throws FormatError if the format is unknown or cannot be read, or if an option is wrong
 */
export function openSource(file: TaskFile, raw: Readonly<Record<string, unknown>>, defaultAs: DefaultAs): OpenSource {
  const source = new FileSource(file.path, file.name);
  const detection = detect(source, file.requestedFormat);
  const { name } = file;
  if (detection === undefined) throw new FormatError('format-unknown', { name });
  if (detection.sniffed.refusal !== undefined) throw detection.sniffed.refusal;
  const { values, placement, faults } = parseImportOptions(detection.format, raw);
  const [fault] = faults;
  if (fault !== undefined) throw new FormatError('option-invalid', { name: fault.name, fault: fault.text });
  const given = values['as'] as OpenSource['as'] | undefined;
  const as = detection.format.drawing ? (given ?? defaultAs) : 'features';
  return { source, detection, options: values, placement, as };
}

/** The parts of an import request that come from the task and its context. */
export function requestParts(
  task: { readonly limits: Readonly<Limits>; readonly target: TaskTarget },
  context: TaskContext,
  phase: string,
): {
  readonly signal: AbortSignal;
  readonly limits: Readonly<Limits>;
  readonly progress: (done: number, total: number) => void;
  readonly workFolder: string;
  readonly grids: string | undefined;
  readonly target: { readonly unit?: Unit; readonly crs?: Crs };
} {
  const { unit, crs } = task.target;
  return {
    signal: context.signal,
    limits: task.limits,
    progress: (done, total) => context.progress(done, total, phase),
    workFolder: context.output,
    grids: GRIDS,
    target: {
      ...(unit === undefined ? {} : { unit: parseUnit(unit) }),
      ...(crs === undefined ? {} : { crs: parseCrs(crs) }),
    },
  };
}
