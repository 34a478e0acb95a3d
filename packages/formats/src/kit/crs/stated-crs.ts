import { type Crs, crsText, parseCrs } from '@fieldbridge/fieldjob';
import { labelOf, registeredPair, registeredSystem } from './registry.ts';
import { type NamedSystem, nearestNames, type Sought, systemsCalled, systemsNamed } from './system-names.ts';

/** A reference system as someone stated it, or what is wrong with the statement. */
export type StatedCrs = { readonly crs: Crs } | { readonly fault: string };

/** What a `crs` may be, in words. */
export const CRS_FORMS = 'an EPSG code (25832, 28992+5709), a name, WKT, PROJJSON or "local"';
/** Characters of a definition at most, and of a name. Forms cut their fields off at 20 000 bytes. */
export const MOST_CRS_LENGTH = 16_000;
const MOST_NAME_LENGTH = 200;

/**
 * Reads a reference system as a person or a file states it: what `parseCrs` reads, and names ("RD New", "ETRS89 / UTM
 * 32N", "RD New + NAP"). A pair of systems that has a code of its own becomes that code.
 * @returns the fault, in words that follow "must be", where it is unknown, ambiguous or has no plan coordinates
 */
export function statedCrs(text: string): StatedCrs {
  const crs = parseCrs(text);
  if (crs === undefined) return namedCrs(text.trim());
  return crs.kind === 'epsg' ? registeredCrs(crs) : { crs };
}

/** ESRI's codes for systems that EPSG has none for begin there. */
const FIRST_ESRI = 37_000;

function registeredCrs(crs: Crs & { readonly kind: 'epsg' }): StatedCrs {
  const { code, vertical } = crs;
  const system = registeredSystem(code);
  if (system === undefined) return code >= FIRST_ESRI ? { crs } : { fault: fault(`EPSG:${code}, which is unknown`) };
  if (system.kind === 'vertical') return { fault: heightsOnly(system) };
  if (system.kind === 'geocentric' || system.kind === 'engineering')
    return { fault: fault(`${labelOf(system)}, which is ${system.kind}`) };
  if (vertical === undefined) return { crs };
  const heights = registeredSystem(vertical);
  if (heights?.kind !== 'vertical')
    return { fault: fault(`${crsText(crs)}: EPSG:${vertical} ${heights ? 'is no system of heights' : 'is unknown'}`) };
  if (system.kind === 'compound' || system.kind === 'geographic 3D')
    return { fault: fault(`${crsText(crs)}: EPSG:${code} has heights already`) };
  return { crs: registeredPair(code, vertical) };
}

function heightsOnly(system: { readonly code: number }): string {
  return fault(`${labelOf(system)}, which has heights only; join it to a plan system, as EPSG:25832+${system.code}`);
}

function namedCrs(name: string): StatedCrs {
  if (name === '' || name.length > MOST_NAME_LENGTH) return { fault: fault(`"${name.slice(0, MOST_NAME_LENGTH)}"`) };
  const whole = only(name, 'plan');
  if ('system' in whole) return { crs: { kind: 'epsg', code: whole.system.code } };
  const at = name.lastIndexOf('+');
  if (at < 0) return { fault: whole.fault };
  const [plan, heights] = [only(name.slice(0, at), 'plan'), only(name.slice(at + 1), 'heights')];
  if ('fault' in plan) return plan;
  if ('fault' in heights) return heights;
  return registeredCrs({ kind: 'epsg', code: plan.system.code, vertical: heights.system.code });
}

function only(given: string, sought: Sought): { readonly system: NamedSystem } | { readonly fault: string } {
  const name = given.trim();
  const code = /^(?:EPSG:)?(\d{3,6})$/i.exec(name)?.[1];
  const system = code === undefined ? undefined : registeredSystem(Number(code));
  if (system !== undefined) return { system };
  const [heights] = sought === 'plan' && systemsCalled(name, 'plan').length === 0 ? systemsCalled(name, 'heights') : [];
  if (heights !== undefined) return { fault: heightsOnly(heights) };
  const found = systemsNamed(name, sought);
  if (found.length === 1) return { system: found[0]! };
  if (found.length > 1) return { fault: fault(`"${name}", the name of ${listed(found)}`) };
  const near = nearestNames(name, sought);
  const kind = sought === 'heights' ? ' as a system of heights' : '';
  return { fault: fault(`"${name}", which is unknown${kind}${near.length > 0 ? `; near it: ${listed(near)}` : ''}`) };
}

const MOST_LISTED = 5;

function listed(systems: readonly NamedSystem[]): string {
  const further = systems.length > MOST_LISTED ? ` and ${systems.length - MOST_LISTED} more` : '';
  return (
    systems
      .slice(0, MOST_LISTED)
      .map((system) => labelOf(system))
      .join(', ') + further
  );
}

function fault(found: string): string {
  return `must be ${CRS_FORMS}, not ${found}`;
}
