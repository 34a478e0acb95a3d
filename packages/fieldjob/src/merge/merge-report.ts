/** One thing that came in otherwise than it was, or not at all. */
export interface MergeNote {
  readonly what: 'renamed' | 'kept' | 'replaced' | 'codeKept' | 'codeReplaced' | 'layerKept';
  /** Name of the incoming point, code or layer. */
  readonly name: string;
  /** The name it came in under, where that is another. */
  readonly newName?: string;
}

/** Notes kept word for word; the counts go on. */
const MOST_NOTES = 10_000;

/** Counts what became of names that both sides have, and keeps the first cases. */
export class MergeReport {
  /** Points that came in under another name. */
  renamed = 0;
  /** Points left out because the job keeps its own. */
  kept = 0;
  /** Points that took the place of the job's own. */
  replaced = 0;
  /** Codes left out because the job has one of that kind and name with other properties. */
  codeKept = 0;
  codeReplaced = 0;
  /** Layers whose own properties gave way to those of the job's layer of that name. */
  layerKept = 0;
  readonly notes: MergeNote[] = [];

  /** Counts one case. */
  add(note: MergeNote): void {
    this[note.what]++;
    if (this.notes.length < MOST_NOTES) this.notes.push(note);
  }
}
