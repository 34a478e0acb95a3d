import type { TestServer } from '@fieldbridge/server/testing/server.ts';
import type { Locator, Page } from 'playwright-core';
import { de } from '../src/text/de.ts';
import { en, type TextKey } from '../src/text/en.ts';
import { nl } from '../src/text/nl.ts';
import { sendTicket } from './send-ticket.ts';

/** A form: where it is, and what opens it. */
export interface Form {
  /** A path, or what makes one. */
  readonly at: string | ((place: Places) => string | Promise<string>);
  /** Names of the buttons or summaries that are pressed, one after another. */
  readonly press?: readonly string[];
  /** What encloses its fields; a dialog unless stated. */
  readonly within?: string;
  /** The button that sends it; without one, what is typed is looked for. */
  readonly send?: string;
  /** Nobody is signed in. */
  readonly isOpen?: boolean;
  /** Only a phone has the buttons. */
  readonly isOnPhone?: boolean;
}

/** Things of the demonstration that have pages. */
export interface Places {
  readonly organisation: string;
  readonly job: string;
  readonly invitation: () => Promise<string>;
  readonly ticket: () => Promise<string>;
}

/** The places of a server, whose demonstration person can have a password. @param name of the people who are invited */
export async function placesOf(server: TestServer, name: string, fields: object = {}): Promise<Places> {
  const { people, links } = server.context.people;
  const { organisationId } = await people.change('test', server.demo.console.personId, { email: 'demo@example.org' });
  let made = 0;
  return {
    organisation: `/desk/organisations/${organisationId}`,
    job: `/jobs/${server.demo.conversion.sampleJobId}`,
    async invitation() {
      const person = await people.add('test', {
        ...{ organisationId, name, email: `invited-${++made}@example.org`, language: 'en', deskRole: null },
        ...{ roles: {}, weighBridges: [] },
      });
      return `/welcome#token=${(await links.make(person.id, 'invitation')).token}`;
    },
    ticket: async () => `/tickets/${await sendTicket(server, `F-${++made}`, { ...fields }, '25.40')}`,
  };
}

const organisation = ({ organisation }: Places): string => organisation;
const ticket = ({ ticket }: Places): Promise<string> => ticket();

/** Every form of the console. */
export const FORMS: Readonly<Record<string, Form>> = {
  'to sign in': { at: '/sign-in', within: 'form', send: 'Sign in', isOpen: true },
  'of an invitation': {
    ...{ at: ({ invitation }) => invitation(), within: '.alone', send: 'Set the password and sign in', isOpen: true },
  },
  'of the search': { at: '/', press: ['Find and go anywhere (Ctrl K)'] },
  'of the list of jobs': { at: '/jobs', within: 'main' },
  'of an export': { at: ({ job }) => `${job}?tab=export`, press: ['Export …'], send: 'Download' },
  'of the formats': { at: ({ job }) => `${job}?tab=export`, within: 'main' },
  'of a comparison': { at: ({ job }) => `${job}?tab=compare`, within: 'main' },
  'of the filters of tickets': { at: '/tickets', press: ['Filters'], within: 'main', isOnPhone: true },
  'of the filters of totals': { at: '/tickets/totals', press: ['Filters'], within: 'main', isOnPhone: true },
  'of a correction': { at: ticket, press: ['Correct'], send: 'Correct' },
  'of a deletion': { at: ticket, press: ['Delete'], send: 'Delete' },
  'of a settlement': { at: '/tickets/findings', press: ['Settle'], send: 'Settle' },
  'of a project': { at: '/projects', press: ['Add a project'], send: 'Save' },
  'of the filters of projects': { at: '/projects', within: 'main' },
  'of a declined request': { at: '/desk/requests', press: ['Decline'], send: 'Decline' },
  'of an organisation': { at: '/desk/organisations', press: ['Add an organisation'], send: 'Add an organisation' },
  'of a changed organisation': { at: organisation, press: ['Change name and contact'], send: 'Save' },
  'of a credential': { at: organisation, press: ['Issue a credential'], send: 'Issue a credential' },
  'of a company': { at: organisation, press: ['Set up'], send: 'Save' },
  'of quotas': { at: organisation, press: ['Change'], send: 'Save' },
  'of a weigh bridge': { at: organisation, press: ['Add a weigh bridge'], send: 'Save' },
  'of a division': { at: organisation, press: ['Add a division'], send: 'Save' },
  'of a person': { at: '/desk/people', press: ['Add a person'], send: 'Save' },
  'of a webhook': { at: '/developer/webhooks', press: ['Add a webhook'], send: 'Add a webhook' },
  'of an operation': { at: '/developer/try?operation=GET%20%2Fweighing', within: 'main', send: 'Send' },
  'of the body of an operation': { at: '/developer/try?operation=POST%20%2Fweighing', within: 'main', send: 'Send' },
  'of a password': { at: '/me', press: ['Choose another password'], send: 'Save' },
};

/** A text of the console, by its English words, in whichever language the page is. */
export function inAnyLanguage(words: string): RegExp {
  const texts = new Set([words]);
  for (const [key, text] of Object.entries(en))
    if (text === words) for (const other of [de, nl]) texts.add(String(other[key as TextKey]));
  return new RegExp(`^(?:${[...texts].map((one) => RegExp.escape(one)).join('|')})$`);
}

/** A button or summary of a page, by its English name. */
export function named(page: Page, name: string): Locator {
  const text = inAnyLanguage(name);
  const button = page.getByRole('button', { name: text }).or(page.getByTitle(text));
  return button.or(page.locator('summary', { hasText: text })).filter({ visible: true });
}
