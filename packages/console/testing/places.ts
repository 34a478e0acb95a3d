/** Every page that needs nothing but a sign-in. */
export const PLACES = [
  ...['/', '/jobs', '/jobs/new'],
  ...['/tickets', '/tickets/import', '/tickets/findings', '/tickets/totals', '/tickets/kiosk'],
  '/projects',
  ...['/desk/requests', '/desk/organisations', '/desk/people', '/desk/messages', '/desk/audit'],
  ...['/system', '/system/refusals'],
  ...['/developer', '/developer/try', '/developer/webhooks'],
  '/me',
];
