import { site } from '../base/site.ts';
import { Page } from '../parts/page.tsx';
import { say } from '../state/toasts.ts';
import { t } from '../text/index.ts';
import { DeveloperTabs } from './webhooks.tsx';

/** Addresses, and calls to paste, with the address of this server. */
export function DeveloperPage() {
  const origin = location.origin;
  const { interfaces } = site;
  const snippets: readonly (readonly [string, string])[] = [
    [
      t('developer.ticket'),
      `curl -s ${origin}${interfaces['weighing-sandbox']}/v2/weighing \\
  -H "X-ClientId: $ID" -H "X-ClientSecret: $SECRET" -H 'Content-Type: application/json' \\
  -d '{"locationId":"'$BRIDGE'","externalId":"T-1","nettWeight":{"quantity":25.40,"unit":"t"}}'`,
    ],
    [
      t('developer.convert'),
      `curl -s -T plan.dxf -X POST '${origin}${interfaces.conversion}/convert?to=geojson' \\
  -H "X-ClientId: $ID" -H "X-ClientSecret: $SECRET" -o plan.geojson`,
    ],
    [
      t('developer.token'),
      `curl -s ${origin}${interfaces.project}/v1/sandbox/token \\
  -d grant_type=client_credentials -d client_id=$ID -d client_secret=$SECRET`,
    ],
    [
      t('developer.client'),
      `import { Fieldbridge } from '@fieldbridge/client';

const fieldbridge = new Fieldbridge({ baseUrl: '${origin}${site.path}', environment: 'sandbox', clientId, clientSecret });
for await (const ticket of fieldbridge.tickets.iterate()) console.log(ticket.externalId);`,
    ],
  ];
  return (
    <Page title={t('nav.developer')}>
      <DeveloperTabs open="/developer" />
      <p class="actions">
        <a class="button" href={`${site.path}/docs/`}>
          {t('nav.reference')}
        </a>
        <a class="button" href={`${site.path}/docs/guides`}>
          {t('nav.guides')}
        </a>
        <a class="button" href={`${site.path}/docs/problems`}>
          {t('nav.problems')}
        </a>
      </p>
      <p>{t('developer.about')}</p>
      {snippets.map(([title, code]) => (
        <section class="card" key={title}>
          <div class="heading">
            <h2>{title}</h2>
            <button
              type="button"
              onClick={() => {
                void navigator.clipboard.writeText(code).then(
                  () => say(t('secret.copied', { name: title })),
                  () => say(t('secret.notCopied'), undefined, 'failed'),
                );
              }}
            >
              {t('secret.copy')}
            </button>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling with the keyboard needs focus */}
          <pre tabIndex={0}>
            <code>{code}</code>
          </pre>
        </section>
      ))}
      <h2>{t('developer.addresses')}</h2>
      <ul>
        {Object.entries(interfaces).map(([name, address]) => (
          <li>
            {name}: <code>{`${origin}${address}`}</code>
          </li>
        ))}
      </ul>
    </Page>
  );
}
