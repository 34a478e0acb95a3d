import { type Detail, detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { SpaceName } from '../storage/spaces.ts';

export type IssuedInterface = 'project' | 'weighing' | 'conversion';
export type Environment = 'sandbox' | 'production';

/**
 * The space of an interface and an environment.
 * @throws ProblemError validation-failed: project and weighing need an environment, conversion has none
 */
export function spaceOf(name: IssuedInterface, environment: Environment | null | undefined): SpaceName {
  const none = environment === undefined || environment === null;
  if (name === 'conversion') {
    if (none) return 'conversion';
    throw environmentProblem(detailOf('The conversion interface has one environment; leave it out.'));
  }
  if (none)
    throw environmentProblem(detailOf('The {name} interface needs an environment: sandbox or production.', { name }));
  return `${name}-${environment}`;
}

/** The interface and the environment of a space with credentials. */
export function interfaceOf(space: SpaceName): { interface: IssuedInterface; environment: Environment | null } {
  const [name, environment] = space.split('-') as [IssuedInterface, Environment | undefined];
  return { interface: name, environment: environment ?? null };
}

/** The spaces that have credentials. */
export const CREDENTIAL_SPACES = [
  'project-sandbox',
  'project-production',
  'weighing-sandbox',
  'weighing-production',
  'conversion',
] as const;

/** Settings that hold the path of a space's interface. */
const PATH_SETTINGS: Readonly<Record<string, string>> = {
  'project-sandbox': 'projectPath',
  'project-production': 'projectPath',
  'weighing-sandbox': 'weighingSandboxPath',
  'weighing-production': 'weighingPath',
  conversion: 'conversionPath',
};

/** The address of an interface, below the public address. @param setting reads a setting by its name */
export function interfaceAddress(space: SpaceName, setting: (name: string) => unknown): string {
  const { interface: name, environment } = interfaceOf(space);
  const path = String(setting(PATH_SETTINGS[space] ?? '') ?? `/${name}`);
  const versions = { project: `/v1/${environment}`, weighing: '/v2', conversion: '' };
  return path + versions[name];
}

function environmentProblem(detail: Detail): ProblemError {
  return new ProblemError('validation-failed', detail, { errors: [{ pointer: '#/environment', detail }] });
}
