/** How serious a finding is; `skipped` means that something could not be checked, with the reason. */
export type FindingState = 'ok' | 'warning' | 'error' | 'skipped';

/** The result of one check of the doctor. */
export interface Finding {
  /** Stable name of the check, for programs. */
  readonly check: string;
  readonly state: FindingState;
  /** One sentence without a full stop. */
  readonly found: string;
  /** What to do about a warning or an error. */
  readonly cure?: string;
}

/** The findings of one check, which is named once. */
export class Findings {
  readonly list: Finding[] = [];
  readonly #check: string;

  constructor(check: string) {
    this.#check = check;
  }

  ok(found: string): void {
    this.list.push({ check: this.#check, state: 'ok', found });
  }

  skipped(found: string): void {
    this.list.push({ check: this.#check, state: 'skipped', found });
  }

  warning(found: string, cure: string): void {
    this.list.push({ check: this.#check, state: 'warning', found, cure });
  }

  error(found: string, cure: string): void {
    this.list.push({ check: this.#check, state: 'error', found, cure });
  }
}

/** Bytes for people. */
export function bytesText(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
