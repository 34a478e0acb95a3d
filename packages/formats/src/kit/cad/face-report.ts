import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { FaceReason } from './face-rule.ts';

/** The outcome for the faces of a drawing: one sentence of each kind and reason for all layers. */
export class FaceReport {
  /** Faces that got elevation 0. */
  lifted = 0;
  /** Triangles that repeat another one. */
  repeated = 0;
  /** By reason: its number of faces and the layers. */
  readonly #areas = new Map<string, { readonly why: FaceReason; count: number; readonly layers: string[] }>();
  #faces = 0;
  readonly #surfaces: string[] = [];

  /** Notes faces of a layer that became areas. */
  areas(layer: string, count: number, why: FaceReason): void {
    if (count === 0) return;
    const key = JSON.stringify(why);
    const areas = this.#areas.get(key) ?? { why, count: 0, layers: [] };
    this.#areas.set(key, areas);
    areas.count += count;
    areas.layers.push(`"${layer}"`);
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
    if (withAreas)
      for (const { why, count, layers } of this.#areas.values())
        report(issueOf('faces-as-areas', { count, layers: layers.join(', '), ...why }));
    if (repeated > 0) report(issueOf('faces-repeated', { count: repeated }));
    if (this.#faces > 0)
      report(issueOf('faces-as-surface', { count: this.#faces, surfaces: this.#surfaces.length, layers }));
  }
}
