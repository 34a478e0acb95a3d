import { IssuedSecret, Type } from '@fieldbridge/contract';
import { negotiate } from '../../http/accept.ts';
import type { App } from '../../http/app.ts';
import { htmlPage } from '../../http/html.ts';
import type { Desk } from '../desk.ts';
import { viewIssued } from './credentials.ts';

const Token = Type.Object({ token: Type.String({ maxLength: 256 }) });
const produces = ['application/json', 'text/html'];
const FORM = 'application/x-www-form-urlencoded';
const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
};

/**
 * Adds the pages that show a client secret once. Opening the page does not use it up (mail scanners follow links); the
 * button does.
 */
export function addCollections(app: App, base: string, desk: Desk): void {
  app.register(async (scope) => {
    // The page's own button sends an empty form.
    scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: 1024 }, async () => undefined);
    const path = `${base}/collections/:token`;
    scope.get(
      path,
      { config: { produces: ['text/html'], secretPath: true }, schema: { hide: true, params: Token } },
      async (request, reply) => {
        const { clientId } = await desk.collections.check((request.params as { token: string }).token);
        reply.headers(HEADERS).type('text/html; charset=utf-8');
        return secretPage(
          `<p>Client ID: <code>${clientId}</code></p><p>The secret is shown once. Have a safe place ready for it.</p><form method="post"><button>Show the secret</button></form>`,
        );
      },
    );
    scope.post(
      path,
      {
        config: { produces, secretPath: true },
        schema: {
          summary: 'Collect a client secret, once',
          description: 'The address is in the letter to the applicant; a second call is answered with 410.',
          tags: ['credentials'],
          security: [],
          params: Token,
          response: { 200: IssuedSecret },
        },
      },
      async (request, reply) => {
        const issued = await viewIssued(
          desk,
          await desk.collections.collect((request.params as { token: string }).token),
        );
        reply.headers(HEADERS);
        if (negotiate(request.headers.accept, produces) === 'application/json') return issued;
        const bridges = (issued.locationIds ?? []).map((id) => `<li><code>${id}</code>`).join('');
        const html = secretPage(
          `<p>Client ID: <code>${issued.credential.clientId}</code></p><p>Client secret: <code>${issued.clientSecret}</code></p>${bridges === '' ? '' : `<p>Weigh bridges:</p><ul>${bridges}</ul>`}<p>Keep it now: this page does not show it again.</p>`,
        );
        reply.type('text/html; charset=utf-8').serializer((text: string) => text);
        return reply.send(html as never);
      },
    );
  });
}

function secretPage(body: string): string {
  return htmlPage('Client secret', `<h1>Client secret</h1>${body}`, 'code{word-break:break-all}');
}
