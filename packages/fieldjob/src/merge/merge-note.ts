/** One thing that came in otherwise than it was, or not at all, because the job has one of that name. */
export interface MergeNote {
  readonly what: 'point-renamed' | 'point-kept' | 'point-replaced' | 'code-kept' | 'code-replaced' | 'layer-kept';
  /** Name of the incoming point, code or layer. */
  readonly name: string;
  /** The name a point came in under, where that is another. */
  readonly newName?: string;
}

/** Is told each case. */
export type NoteMerge = (note: MergeNote) => void;
