import { NotFoundError } from '@fieldbridge/client/transport/errors.ts';
import type { CompanySignInView } from '@fieldbridge/contract';
import { useState } from 'preact/hooks';
import { CompanyForm, type StoredCompany } from '../../parts/company-form.tsx';
import { confirm } from '../../parts/confirm.tsx';
import { Content } from '../../parts/page.tsx';
import { people } from '../../state/api.ts';
import { useLoad } from '../../state/load.ts';
import { freshly } from '../../state/session.ts';
import { t } from '../../text/index.ts';
import { mayChange } from './tabs.tsx';

/** How people of an organisation sign in with their company. */
export function CompanySignIn({ organisationId }: { readonly organisationId: string }) {
  const path = `/organisations/${organisationId}/sign-in`;
  const read = (signal?: AbortSignal): Promise<StoredCompany | null> =>
    people.version<CompanySignInView>({ method: 'GET', path, signal }).catch((error: unknown) => {
      if (error instanceof NotFoundError) return null;
      throw error;
    });
  const stored = useLoad(read, [organisationId]);
  const [isChanging, setChanging] = useState(false);
  const remove = (): void =>
    confirm({
      title: t('company.removeTitle'),
      text: t('company.removeText'),
      yes: t('person.remove'),
      isDanger: true,
      act: async () => {
        await freshly(() => people.done({ method: 'DELETE', path }));
        stored.reload();
      },
    });
  return (
    <section>
      <div class="heading">
        <h2>{t('company.title')}</h2>
        {mayChange() && (
          <div class="actions">
            <button type="button" onClick={() => setChanging(true)}>
              {t(stored.data ? 'action.change' : 'company.add')}
            </button>
            {stored.data && (
              <button type="button" class="danger" onClick={remove}>
                {t('person.remove')}
              </button>
            )}
          </div>
        )}
      </div>
      <Content of={stored}>
        {(found) =>
          found === null ? (
            <p class="quiet">{t('company.none')}</p>
          ) : (
            <dl class="facts">
              <dt>{t('company.issuer')}</dt>
              <dd>{found.value.issuer}</dd>
              <dt>{t('company.signInUrl')}</dt>
              <dd>
                <code>{found.value.signInUrl}</code>
              </dd>
              <dt>{t('company.redirectUri')}</dt>
              <dd>
                <code>{found.value.redirectUri}</code>
              </dd>
              <dt>{t('company.logoutUri')}</dt>
              <dd>
                <code>{found.value.logoutUri}</code>
              </dd>
            </dl>
          )
        }
      </Content>
      {isChanging && (
        <CompanyForm
          {...{ path, read }}
          stored={stored.data ?? null}
          onStored={stored.reload}
          onClose={() => setChanging(false)}
        />
      )}
    </section>
  );
}
