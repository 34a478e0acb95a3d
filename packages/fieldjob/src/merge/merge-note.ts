/** One thing that was imported with changes, or not at all, because the job already has one of that name. */
export interface MergeNote {
  readonly what: 'point-renamed' | 'point-kept' | 'point-replaced' | 'code-kept' | 'code-replaced' | 'layer-kept';
  /** Name of the incoming point, code or layer. */
  readonly name: string;
  /** The name under which a point was imported, if it differs. */
  readonly newName?: string;
}

/** Called for each case. */
export type NoteMerge = (note: MergeNote) => void;
