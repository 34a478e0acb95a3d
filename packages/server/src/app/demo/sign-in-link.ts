import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PERSON_SPACES } from '@fieldbridge/contract';
import type { PeopleDirectory } from '../../directory/people/people-directory.ts';
import { pageAddress } from '../../http/page-address.ts';
import type { ServiceContext } from '../../service/service.ts';

type Context = Pick<ServiceContext, 'people' | 'dataDirectory' | 'publicUrl'>;

/** Adds the person of the demonstration, who may do everything. @returns its part of demo.json */
export async function addDemoPerson({ people }: PeopleDirectory, organisationId: string): Promise<object> {
  const person = await people.add('server', {
    ...{ organisationId, name: 'Demo', email: null, language: 'en', deskRole: 'operator', weighBridges: [] },
    roles: {
      conversion: ['surveyor'],
      ...Object.fromEntries(PERSON_SPACES.slice(1).map((space) => [space, ['manager', 'developer'] as const])),
    },
  });
  return { personId: person.id };
}

/**
 * Makes a new one-time link to the console for the person of the demonstration, and writes it into demo.json.
 * @returns it; undefined if there is no such person
 */
export async function renewDemoLink({ people, dataDirectory, publicUrl }: Context): Promise<string | undefined> {
  const path = join(dataDirectory, 'demo.json');
  if (!existsSync(path)) return undefined;
  const document = JSON.parse(readFileSync(path, 'utf8')) as { console?: { personId?: string; signInUrl?: string } };
  const { personId } = document.console ?? {};
  if (personId === undefined || (await people.people.find(personId)) === undefined) return undefined;
  const { token } = await people.links.make(personId, 'sign-in');
  const signInUrl = `${pageAddress(publicUrl())}/welcome#token=${token}`;
  const changed = { ...document, console: { ...document.console, signInUrl } };
  writeFileSync(path, `${JSON.stringify(changed, null, 2)}\n`, { mode: 0o600, flush: true });
  return signInUrl;
}
