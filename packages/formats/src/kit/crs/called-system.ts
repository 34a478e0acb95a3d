import { type Crs, crsText } from '@fieldbridge/fieldjob';
import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { registeredPair } from './registry.ts';
import { registeredUnder } from './system-names.ts';

/** Between the names of a plan and a height system. */
const JOIN = ' + ';
/** The geoid model by which heights were measured: it is no part of the name of their system. */
const GEOID = /\(GEOID\w*\)/i;

/**
 * The system that a file states by its name alone, as the registry or ESRI spells it, with a note. Of a plan and a
 * height system ("A + B"), the plan system counts alone where that of the heights is unknown.
 * @returns undefined where no system or several are called so
 */
export function systemCalled(name: string, report: (issue: Issue) => void): Crs | undefined {
  const crs = codesOf(name);
  if (crs === undefined) return undefined;
  report(issueOf('crs-by-name', { name, system: crsText(crs) }));
  return { ...crs, name };
}

function codesOf(name: string): Crs | undefined {
  const whole = registeredUnder(name, 'plan');
  if (whole !== undefined) return { kind: 'epsg', code: whole };
  const { plan, heights } = partsOfName(name);
  const code = heights === '' ? undefined : registeredUnder(plan, 'plan');
  return code === undefined ? undefined : registeredPair(code, registeredUnder(heights, 'heights'));
}

/** The names of the plan and the height system in a name; '' where it has no height system. */
export function partsOfName(name: string): { readonly plan: string; readonly heights: string } {
  const at = name.lastIndexOf(JOIN);
  return at < 0
    ? { plan: name, heights: '' }
    : {
        plan: name.slice(0, at).trim(),
        heights: name
          .slice(at + JOIN.length)
          .replace(GEOID, '')
          .trim(),
      };
}
