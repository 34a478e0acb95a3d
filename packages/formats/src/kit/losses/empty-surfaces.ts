import type { FieldJob } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';

/** Reports the surfaces of which a format that writes their triangles holds nothing. */
export function reportEmptySurfaces({ surfaces }: FieldJob, { report }: Pick<WriteContext, 'report'>): void {
  for (const { name, triangles } of surfaces)
    if (triangles.length === 0) report(issueOf('surface-not-written', { surface: name, fault: 'no-triangle' }));
}
