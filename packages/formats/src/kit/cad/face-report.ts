import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';

/** The outcome for the faces of a drawing: one sentence of each kind for all layers. */
export class FaceReport {
  /** Faces that got elevation 0. */
  lifted = 0;
  /** Triangles that repeat another one. */
  repeated = 0;
  #areas = 0;
  readonly #reasons: string[] = [];
  #faces = 0;
  readonly #surfaces: string[] = [];

  /** Notes faces of a layer that became areas. @param reason why, as the end of a sentence */
  areas(layer: string, count: number, reason: string): void {
    if (count === 0) return;
    this.#areas += count;
    this.#reasons.push(`on "${layer}" ${reason}`);
  }

  /** Notes faces of a layer that became its surface. */
  surface(layer: string, count: number): void {
    this.#faces += count;
    this.#surfaces.push(`"${layer}"`);
  }

  /** Reports what was noted. @param withAreas whether to report areas */
  send(report: (issue: Issue) => void, withAreas: boolean): void {
    const { lifted, repeated } = this;
    const layers = this.#surfaces.join(', ');
    if (lifted > 0) report(issueOf('faces-without-elevation', { count: lifted }));
    if (this.#areas > 0 && withAreas)
      report(issueOf('faces-as-areas', { count: this.#areas, reasons: this.#reasons.join(', ') }));
    if (repeated > 0) report(issueOf('faces-repeated', { count: repeated }));
    if (this.#faces > 0)
      report(issueOf('faces-as-surface', { count: this.#faces, surfaces: this.#surfaces.length, layers }));
  }
}
