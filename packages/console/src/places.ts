import type { ComponentType } from 'preact';
import { nearestPlace } from './base/nearest-place.ts';

export type PageComponent = ComponentType;
type Loader = () => Promise<PageComponent>;

/** The pages by the beginning of their address; the longest that fits is opened. The build reads this table, too. */
const PAGES: Readonly<Record<string, Loader>> = {
  '/': async () => (await import('./pages/home.tsx')).HomePage,
  '/welcome': async () => (await import('./pages/welcome.tsx')).WelcomePage,
  '/shared/': async () => (await import('./pages/shared.tsx')).SharedPage,
  '/jobs': async () => (await import('./pages/jobs.tsx')).JobsPage,
  '/jobs/new': async () => (await import('./pages/new-job.tsx')).NewJobPage,
  '/jobs/': async () => (await import('./pages/job.tsx')).JobPage,
  '/tickets': async () => (await import('./pages/tickets.tsx')).TicketsPage,
  '/tickets/': async () => (await import('./pages/ticket.tsx')).TicketPage,
  '/tickets/import': async () => (await import('./pages/ticket-import.tsx')).TicketImportPage,
  '/tickets/findings': async () => (await import('./pages/findings.tsx')).FindingsPage,
  '/tickets/totals': async () => (await import('./pages/totals.tsx')).TotalsPage,
  '/tickets/kiosk': async () => (await import('./pages/kiosk.tsx')).KioskPage,
  '/projects': async () => (await import('./pages/projects.tsx')).ProjectsPage,
  '/desk': async () => (await import('./pages/desk/requests.tsx')).RequestsPage,
  '/desk/requests': async () => (await import('./pages/desk/requests.tsx')).RequestsPage,
  '/desk/requests/': async () => (await import('./pages/desk/requests.tsx')).RequestsPage,
  '/desk/organisations': async () => (await import('./pages/desk/organisations.tsx')).OrganisationsPage,
  '/desk/organisations/': async () => (await import('./pages/desk/organisation.tsx')).OrganisationPage,
  '/desk/people': async () => (await import('./pages/desk/people.tsx')).PeoplePage,
  '/desk/messages': async () => (await import('./pages/desk/messages.tsx')).MessagesPage,
  '/desk/audit': async () => (await import('./pages/desk/audit.tsx')).AuditPage,
  '/system': async () => (await import('./pages/system.tsx')).SystemPage,
  '/system/refusals': async () => (await import('./pages/refusals.tsx')).RefusalsPage,
  '/developer/webhooks': async () => (await import('./pages/webhooks.tsx')).WebhooksPage,
  '/developer/try': async () => (await import('./pages/try.tsx')).TryPage,
  '/developer': async () => (await import('./pages/developer.tsx')).DeveloperPage,
  '/people': async () => (await import('./pages/people.tsx')).OwnPeoplePage,
  '/me': async () => (await import('./pages/me.tsx')).MePage,
};
const missing: Loader = async () => (await import('./pages/missing.tsx')).MissingPage;

/** Whether an address belongs to the console and not to the interfaces or the guides. */
export function isPlace(path: string): boolean {
  return (
    path === '/' || Object.keys(PAGES).some((page) => page !== '/' && (path === page || path.startsWith(`${page}/`)))
  );
}

export function pageFor(path: string): Loader {
  return PAGES[nearestPlace(Object.keys(PAGES), path) ?? ''] ?? missing;
}
