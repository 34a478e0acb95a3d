import type { App } from './app.ts';

/** A bridge between two banks. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#1c5d99"/><path d="M4 22h24M7 22v-3a9 9 0 0 1 18 0v3M16 10v12M11.5 11.5V22M20.5 11.5V22" fill="none" stroke="#fff" stroke-width="2"/></svg>\n';

/** Answers the browsers' own request for an icon, at the address they use without asking. */
export function addFavicon(app: App): void {
  app.get(
    '/favicon.ico',
    { config: { produces: ['image/svg+xml'] }, schema: { hide: true } },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=86400').header('content-security-policy', "default-src 'none'");
      return reply.type('image/svg+xml').send(ICON);
    },
  );
}
