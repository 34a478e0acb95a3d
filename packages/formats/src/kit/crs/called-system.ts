import type { Crs } from '@fieldbridge/fieldjob';
import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { registeredUnder } from './system-names.ts';

/**
 * The system that a file states by its name alone, as the registry or ESRI spells it, with a note.
 * @returns undefined where no system or several are called so
 */
export function systemCalled(name: string, report: (issue: Issue) => void): Crs | undefined {
  const code = registeredUnder(name, 'plan');
  if (code === undefined) return undefined;
  report(issueOf('crs-by-name', { name, system: `EPSG:${code}` }));
  return { kind: 'epsg', code, name };
}
