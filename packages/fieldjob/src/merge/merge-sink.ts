import type { Feature } from '../feature.ts';
import { ForwardSink } from '../forward-sink.ts';
import type { Layer } from '../layer.ts';
import type { Code } from '../records.ts';
import type { JobSink } from '../sink.ts';
import { FreeNames } from './free-name.ts';
import { MergeReport } from './merge-report.ts';
import { DuplicateNameError, type OnDuplicate } from './on-duplicate.ts';

/** What the job has already. Each question costs a look-up, so an append costs what it adds and not what is there. */
export interface ExistingNames {
  /** Whether the job has a point of that name. */
  isTaken(pointName: string): boolean;
  /** The job's code of that kind and name, if it has one. */
  code?(kind: Code['kind'], name: string): Code | undefined;
  /** The job's layer of that name (without regard to case), if it has one. */
  layer?(name: string): Layer | undefined;
}

/** How names that both sides have are settled. */
export interface MergeOptions {
  /** For points, and with `replace` also for codes; `rename` when left out. */
  readonly onDuplicate?: OnDuplicate;
  /** Is told every point name that takes the place of the job's own: the caller removes that one. */
  readonly replaced?: (pointName: string) => void;
}

/**
 * Lets features into a job that has some already. Points without a name never collide; a name that comes twice in what comes
 * in counts as taken the second time. Codes are one by kind and name, layers and point lists by name: the job's own counts,
 * and what differs is reported. Imports (`source`) are handed on, so every feature stays with the import that brought it.
 */
export class MergeSink extends ForwardSink {
  readonly report = new MergeReport();
  readonly #existing: ExistingNames;
  readonly #options: MergeOptions;
  readonly #own = new Set<string>();
  readonly #free: FreeNames;
  readonly #codes = new Map<string, Code>();

  /** @param next where everything goes @param existing what the job has @param options how to settle names */
  constructor(next: JobSink, existing: ExistingNames, options: MergeOptions = {}) {
    super(next);
    this.#existing = existing;
    this.#options = options;
    this.#free = new FreeNames((name) => this.#own.has(name) || existing.isTaken(name));
  }

  override layer(layer: Layer): number {
    const existing = this.#existing.layer?.(layer.name);
    if (existing !== undefined && !sameLayer(existing, layer)) this.report.add({ what: 'layerKept', name: layer.name });
    return this.next.layer(existing ?? layer);
  }

  /** @throws DuplicateNameError when the name is taken and duplicates are to be refused */
  override point(feature: Feature, easting: number, northing: number, elevation: number): void {
    const { name } = feature;
    const settled = name === '' ? name : this.#settle(name);
    if (settled === undefined) return;
    feature.name = settled;
    this.next.point(feature, easting, northing, elevation);
    feature.name = name;
  }

  /** The name a point comes in under; undefined when it stays out. */
  #settle(name: string): string | undefined {
    const own = this.#own.has(name);
    if (!own && !this.#existing.isTaken(name)) {
      this.#own.add(name);
      return name;
    }
    const rule = this.#options.onDuplicate ?? 'rename';
    if (rule === 'refuse') throw new DuplicateNameError(name);
    if (rule === 'keep') {
      this.report.add({ what: 'kept', name });
      return undefined;
    }
    // A second one in what comes in replaces nothing of the job: it gets a name of its own.
    if (rule === 'replace' && !own) {
      this.#own.add(name);
      this.report.add({ what: 'replaced', name });
      this.#options.replaced?.(name);
      return name;
    }
    const newName = this.#free.from(name);
    this.#own.add(newName);
    this.report.add({ what: 'renamed', name, newName });
    return newName;
  }

  override code(code: Code): void {
    const key = `${code.kind} ${code.name}`;
    const existing = this.#codes.get(key) ?? this.#existing.code?.(code.kind, code.name);
    this.#codes.set(key, existing ?? code);
    if (existing === undefined) this.next.code(code);
    if (existing === undefined || sameCode(existing, code)) return;
    const replace = this.#options.onDuplicate === 'replace';
    this.report.add({ what: replace ? 'codeReplaced' : 'codeKept', name: code.name });
    if (replace) this.next.code(code);
  }
}

function sameLayer(a: Layer, b: Layer): boolean {
  const { colour, lineType, lineWeight, visible, locked, description } = a;
  const styled = colour === b.colour && lineType === b.lineType && lineWeight === b.lineWeight;
  return styled && visible === b.visible && locked === b.locked && description === b.description;
}

function sameCode(a: Code, b: Code): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
