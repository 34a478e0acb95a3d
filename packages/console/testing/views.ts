import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TestServer } from '@fieldbridge/server/testing/server.ts';
import type { Locator, Page } from 'playwright-core';
import type { ConsolePage } from './console-page.ts';
import { FORMS, inAnyLanguage, named, placesOf } from './forms.ts';
import { PLACES } from './places.ts';
import { sendTicket } from './send-ticket.ts';

const CORPUS = fileURLToPath(new URL('../../../../shared/corpus/', import.meta.url));

/** Something to take a picture of. */
interface View {
  readonly at: () => string | Promise<string>;
  /** Steps before the picture. */
  readonly act?: (one: ConsolePage) => Promise<unknown>;
  /** Nobody is signed in. */
  readonly isOut?: boolean;
  /** There is no such view at larger sizes. */
  readonly isOnPhone?: boolean | undefined;
}

const nameOf = (place: string): string => place.replaceAll(/\W+/g, '-').replace(/^-|-$/g, '') || 'home';
const drop = async (page: Page, path: string): Promise<void> => {
  const file = { name: path.split('/').at(-1)!, mimeType: 'application/octet-stream' };
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ ...file, buffer: await readFile(CORPUS + path) });
};
const last = (page: Page): Locator => page.locator('dialog').last().locator('footer button, button.main').last();

/** Every page and dialog, by name. @param isEmpty pages that have nothing to show, and no dialogs */
export async function viewsOf(server: TestServer, isEmpty: boolean): Promise<Readonly<Record<string, View>>> {
  const pages = [...PLACES, '/people', '/desk/nothing'];
  const views: Record<string, View> = Object.fromEntries(pages.map((place) => [nameOf(place), { at: () => place }]));
  if (isEmpty) return views;
  let tickets = 0;
  const places = await placesOf(server, 'Ada', TICKET);
  const { job, organisation, ticket } = places;
  const at = (place: string) => () => place;
  const press =
    (...names: readonly string[]) =>
    async ({ page }: ConsolePage): Promise<void> => {
      for (const name of names) await named(page, name).first().click();
    };
  for (const tab of ['', 'files', 'contents', 'check', 'compare', 'export'])
    views[`job-${tab || 'plan'}`] = {
      at: at(tab === '' ? job : `${job}?tab=${tab}`),
      act: ({ page }) => (tab === '' ? page.locator('fieldbridge-view canvas').first().waitFor() : Promise.resolve()),
    };
  Object.assign(views, {
    ticket: { at: ticket },
    'ticket-corrected': { at: ticket, act: correct },
    'ticket-deleted': {
      at: ticket,
      async act({ page }: ConsolePage) {
        const { href } = new URL(page.url());
        await press('Delete')({ page } as ConsolePage);
        await page.locator('dialog input').fill('weighed twice');
        await last(page).click();
        await page.locator('h1', { hasText: inAnyLanguage('Tickets') }).waitFor();
        await page.goto(href);
        await page.locator('.history').waitFor();
      },
    },
    ...Object.fromEntries(
      Object.entries({
        ticket,
        totals: at('/tickets/totals'),
        tickets: at('/tickets'),
        contents: at(`${job}?tab=contents`),
      })
        // As on paper.
        .map(([name, where]) => [`printed-${name}`, { at: where, act: printed }]),
    ),
    'totals-product': { at: at('/tickets/totals?by=product&from=2020-01-01') },
    'totals-day': { at: at('/tickets/totals?from=2020-01-01') },
    'tickets-none': { at: at('/tickets?product=nothing') },
    'findings-settled': { at: at('/tickets/findings?show=all') },
    kiosk: {
      async at() {
        await sendTicket(server, `K-${++tickets}`, TICKET, '25.40');
        return `/tickets/kiosk?locationId=${server.demo.weighing.locationIds[0]}`;
      },
    },
    'ticket-import-file': {
      at: at('/tickets/import'),
      async act({ page }: ConsolePage) {
        const rows = 'C-1;25,40;04-05-2026 10:00;Müller;x\r\nC-2;zwölf;04-05-2026 10:05;Gravel;x\r\n';
        const buffer = Buffer.from(`Bon;Netto;Datum;Klant;Rest\r\n${rows}`);
        await page.locator('input[type=file]').setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer });
        await page.locator('.previews').waitFor();
      },
    },
    organisation: { at: at(organisation) },
    'requests-approved': { at: at('/desk/requests?state=approved') },
    'new-job-report': {
      at: at('/jobs/new'),
      async act({ page }: ConsolePage) {
        await drop(page, 'dxf/colors.dxf');
        await page.locator('fieldbridge-view canvas').first().waitFor();
      },
    },
    'new-job-options': {
      at: at('/jobs/new'),
      async act({ page }: ConsolePage) {
        await drop(page, 'landxml/S1.xml');
        await page.locator('.tree').waitFor();
        await page.locator('.card details').last().locator('summary').click();
      },
    },
    'new-job-refused': {
      at: at('/jobs/new'),
      async act({ page }: ConsolePage) {
        const file = { name: 'nothing.dxf', mimeType: 'application/dxf', buffer: Buffer.from('nothing') };
        await page.locator('input[type=file]').setInputFiles(file);
        await page.getByRole('alert').waitFor();
      },
    },
    'system-chooser': {
      at: at('/projects'),
      async act({ page }: ConsolePage) {
        await press('Add a project', 'Choose …')({ page } as ConsolePage);
        await page.locator('dialog').last().locator('input').first().fill('28992');
        await page.locator('dialog').last().locator('li').first().click();
        await page.waitForTimeout(1500);
      },
    },
    'project-change': {
      at: at('/projects'),
      act: ({ page }: ConsolePage) => page.locator('tbody tr button').first().click(),
    },
    share: { at: at(job), act: press('Share') },
    'share-made': { at: at(job), act: press('Share', 'Make a link') },
    'job-delete': { at: at(job), act: press('Delete') },
    person: { at: at('/desk/people'), act: press('Change') },
    'person-invited': {
      at: at('/desk/people'),
      async act({ page }: ConsolePage) {
        await press('Invite')({ page } as ConsolePage);
        await last(page).click();
        await page.locator('.secret').waitFor();
      },
    },
    'credential-made': {
      at: at(organisation),
      async act({ page }: ConsolePage) {
        await press('Issue a credential')({ page } as ConsolePage);
        await last(page).click();
        await page.locator('.secret').first().waitFor();
      },
    },
    approve: { at: at('/desk/requests'), act: press('Approve') },
    keys: { at: at('/'), act: ({ page }: ConsolePage) => page.keyboard.press('?') },
    found: {
      at: at('/'),
      async act({ page }: ConsolePage) {
        await page.keyboard.press('Control+k');
        await page.keyboard.type('sa');
        await page.waitForTimeout(800);
      },
    },
    menu: { at: at('/'), act: ({ page }: ConsolePage) => page.locator('.menu summary').click() },
    'try-answer': {
      at: at('/developer/try?operation=GET%20%2Fweighing'),
      async act({ page }: ConsolePage) {
        await page.locator('.halves button.main').click();
        await page.locator('section[aria-live] h2').waitFor();
      },
    },
    'session-over': {
      at: at('/projects'),
      async act({ page, context }: ConsolePage) {
        const kept = await context.cookies();
        await context.clearCookies();
        await page.locator('header.bar nav a[href="jobs"]').click();
        await page.locator('dialog').waitFor();
        await context.addCookies(kept);
      },
    },
  } satisfies Record<string, View>);
  for (const [name, { at: where, press: names = [], isOpen: isOut = false, isOnPhone }] of Object.entries(FORMS))
    if (names.length > 0 || isOut)
      views[`form-${nameOf(name)}`] = {
        ...{ at: () => (typeof where === 'string' ? where : where(places)), act: press(...names), isOut },
        isOnPhone,
      };
  // Views without a sign-in are last.
  return Object.fromEntries(
    Object.entries(views).sort(([, a], [, b]) => Number(a.isOut ?? false) - Number(b.isOut ?? false)),
  );
}

const TICKET = {
  ...{ customer: { name: 'Deich & Söhne', reference: 'C-17' }, product: { name: 'Gravel 0/32', identifier: 'P4' } },
  ...{ project: { identifier: 'J-12', description: 'Dike road' }, vehicle: { licenseplate: 'AB-123-CD' } },
  ...{ grossWeight: { quantity: 41.2, unit: 't' }, tareWeight: { quantity: -1, unit: 't' } },
};

const printed = ({ page }: ConsolePage): Promise<void> => page.emulateMedia({ media: 'print' });

async function correct({ page }: ConsolePage): Promise<void> {
  await named(page, 'Correct').first().click();
  const dialog = page.locator('dialog');
  await dialog.getByLabel(inAnyLanguage('Customer: name')).fill('Dike & Sons');
  await dialog.locator('input').last().fill('mistyped');
  await last(page).click();
  await page.locator('.history li').nth(1).waitFor();
}
