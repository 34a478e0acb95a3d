import type { Feature } from '../feature.ts';
import { ForwardSink } from '../forward-sink.ts';
import type { JobInfo } from '../job.ts';
import type { Layer } from '../layer.ts';
import type { LineDashes } from '../line-dashes.ts';
import type { Code, CodeAttribute } from '../records.ts';
import type { JobSink } from '../sink.ts';
import type { NoteMerge } from './merge-note.ts';
import type { OnDuplicate } from './on-duplicate.ts';

/** Decisions made earlier about a part. */
export interface PartOptions {
  /** Names of this part's points that a later part replaces. */
  readonly gone?: ReadonlySet<string>;
  /** With `replace`, the part's codes replace those of the job; with any other rule the job's codes are kept. */
  readonly onDuplicate?: OnDuplicate;
}

/**
 * Joins parts whose point names are settled (`settlePointNames`), in order. The caller describes the job; a part only
 * adds properties. Codes are unique by kind and name, layers by name (ignoring case), and properties by name: the first
 * one is kept, and codes and layers that differ are noted. Imports (`source`) are passed on, so every feature stays
 * with the import it came from.
 */
export class JobJoin {
  readonly #target: JobSink;
  readonly #note: NoteMerge;
  readonly #codes = new Map<string, Code>();
  readonly #layers = new Map<string, Layer>();
  #lineDashes: LineDashes = {};
  #properties: Readonly<Record<string, string>> = {};

  /** @param target receives everything @param note called for each code or layer that was not adopted unchanged */
  constructor(target: JobSink, note: NoteMerge = () => {}) {
    this.#target = target;
    this.#note = note;
  }

  /** The sink that receives the next part. */
  part({ gone = new Set(), onDuplicate = 'rename' }: PartOptions = {}): JobSink {
    return new PartSink(this.#target, gone, {
      code: (code) => this.#addCode(code, onDuplicate === 'replace'),
      layer: (layer) => this.#addLayer(layer),
      describe: (info) => this.#describe(info),
    });
  }

  /** Passes the codes on after the last part; a replaced code takes the position of the first. */
  finish(): void {
    for (const code of this.#codes.values()) this.#target.code(code);
  }

  #describe({ properties, lineDashes }: Partial<JobInfo>): void {
    if (lineDashes !== undefined) {
      this.#lineDashes = { ...lineDashes, ...this.#lineDashes };
      this.#target.describe({ lineDashes: this.#lineDashes });
    }
    if (properties === undefined) return;
    this.#properties = { ...properties, ...this.#properties };
    this.#target.describe({ properties: this.#properties });
  }

  #addCode(code: Code, replaces: boolean): void {
    const key = codeKey(code);
    const existing = this.#codes.get(key);
    if (existing === undefined || replaces) this.#codes.set(key, code);
    if (existing !== undefined && codeText(existing) !== codeText(code))
      this.#note({ what: replaces ? 'code-replaced' : 'code-kept', name: code.name });
  }

  #addLayer(layer: Layer): number {
    const key = layer.name.toLowerCase();
    const existing = this.#layers.get(key) ?? layer;
    this.#layers.set(key, existing);
    if (!sameLayer(existing, layer)) this.#note({ what: 'layer-kept', name: layer.name });
    return this.#target.layer(existing);
  }
}

/** Identifies a code within a job: kind and name. */
export function codeKey({ kind, name }: Pick<Code, 'kind' | 'name'>): string {
  return `${kind} ${name}`;
}

/** The contents of a code in a fixed order, so that readers can be compared. */
const CODE_FIELDS = [
  ...([
    'name',
    'kind',
    'description',
    'group',
    'layer',
    'colour',
    'lineType',
    'lineWeight',
    'symbol',
    'control',
  ] as const),
  ...(['attributes', 'type', 'required', 'defaultValue', 'values', 'minimum', 'maximum', 'unit'] as const),
] satisfies (keyof Code | keyof CodeAttribute)[];

function codeText(code: Code): string {
  return JSON.stringify(code, CODE_FIELDS);
}

/** What all parts share. */
type Shared = Pick<JobSink, 'describe' | 'code' | 'layer'>;

class PartSink extends ForwardSink {
  readonly #gone: ReadonlySet<string>;
  readonly #shared: Shared;

  constructor(next: JobSink, gone: ReadonlySet<string>, shared: Shared) {
    super(next);
    this.#gone = gone;
    this.#shared = shared;
  }

  override describe(info: Partial<JobInfo>): void {
    this.#shared.describe(info);
  }

  override layer(layer: Layer): number {
    return this.#shared.layer(layer);
  }

  override code(code: Code): void {
    this.#shared.code(code);
  }

  override point(feature: Feature, easting: number, northing: number, elevation: number): void {
    if (!this.#gone.has(feature.name)) super.point(feature, easting, northing, elevation);
  }
}

function sameLayer(a: Layer, b: Layer): boolean {
  const { colour, lineType, lineWeight, visible, locked, description } = a;
  const styled = colour === b.colour && lineType === b.lineType && lineWeight === b.lineWeight;
  return styled && visible === b.visible && locked === b.locked && description === b.description;
}
