import { Jobs } from '@fieldbridge/client/conversion/jobs.ts';
import { Divisions } from '@fieldbridge/client/project/divisions.ts';
import { Projects } from '@fieldbridge/client/project/projects.ts';
import { Caller } from '@fieldbridge/client/transport/caller.ts';
import { settingsOf } from '@fieldbridge/client/transport/settings.ts';
import { Tickets } from '@fieldbridge/client/weighing/tickets.ts';
import { addressOf } from '../base/site.ts';
import { type Environment, environment } from './rights.ts';
import { authorizer } from './session.ts';

const settings = settingsOf({ timeoutMs: 60_000 });
const callerOf = (address: string) => new Caller(address, authorizer, settings);

export const conversion = callerOf(addressOf('conversion'));
export const operator = callerOf(`${addressOf('operator')}/v1`);
export const people = callerOf(addressOf('console'));
export const jobs = new Jobs(conversion);

const byEnvironment = <T>(make: (environment: Environment) => T) => {
  const made = { sandbox: make('sandbox'), production: make('production') };
  return (one: Environment = environment.value) => made[one];
};
export const weighing = byEnvironment((one) =>
  callerOf(`${addressOf(one === 'sandbox' ? 'weighing-sandbox' : 'weighing')}/v2`),
);
export const tickets = byEnvironment(
  (one) => new Tickets(callerOf(`${addressOf(one === 'sandbox' ? 'weighing-sandbox' : 'weighing')}/v2`)),
);
export const project = byEnvironment((one) => callerOf(`${addressOf('project')}/v1/${one}`));
export const projects = byEnvironment((one) => new Projects(callerOf(`${addressOf('project')}/v1/${one}`)));
export const divisions = byEnvironment((one) => new Divisions(callerOf(`${addressOf('project')}/v1/${one}`)));
