import type { Version } from '@fieldbridge/client/transport/version.ts';
import { useState } from 'preact/hooks';
import { parts } from '../../base/route.ts';
import { Content, Page } from '../../parts/page.tsx';
import { operator } from '../../state/api.ts';
import { useLoad } from '../../state/load.ts';
import { may } from '../../state/rights.ts';
import { actingFor } from '../../state/session.ts';
import { t } from '../../text/index.ts';
import { CompanySignIn } from './company-sign-in.tsx';
import { Credentials } from './credentials.tsx';
import { OrganisationForm } from './organisation-form.tsx';
import type { Organisation } from './organisations.tsx';
import { Places } from './places.tsx';
import { Quotas } from './quotas.tsx';
import { DeskTabs, mayChange } from './tabs.tsx';

/** One organisation: what it stores, its credentials, divisions and weigh bridges. */
export function OrganisationPage() {
  const id = parts.value[2] ?? '';
  const path = `/organisations/${id}`;
  const organisation = useLoad<Version<Organisation>>(
    (signal) => operator.version({ method: 'GET', path, signal }),
    [id],
  );
  const { name } = organisation.data?.value ?? { name: '' };
  const [isChanging, setChanging] = useState(false);
  const isActing = actingFor.value?.id === id;
  return (
    <Page
      title={name}
      above={['/desk/organisations', t('desk.organisations')]}
      actions={
        <>
          {may('system') && (
            <button
              type="button"
              aria-pressed={isActing}
              title={t('organisation.actHint')}
              onClick={() => {
                actingFor.value = isActing ? null : { id, name };
              }}
            >
              {t(isActing ? 'organisation.acting' : 'organisation.act')}
            </button>
          )}
          {mayChange() && organisation.data !== undefined && (
            <button type="button" onClick={() => setChanging(true)}>
              {t('organisation.change')}
            </button>
          )}
        </>
      }
    >
      <DeskTabs open="organisations" />
      <Content of={organisation}>
        {({ value: { contact, note } }) => (
          <dl class="facts">
            <dt>{t('organisation.contact')}</dt>
            <dd>
              <bdi>{contact ?? '–'}</bdi>
            </dd>
            <dt>{t('organisation.note')}</dt>
            <dd class="text">{note ?? '–'}</dd>
          </dl>
        )}
      </Content>
      {isChanging && (
        <OrganisationForm stored={organisation.data} onStored={organisation.set} onClose={() => setChanging(false)} />
      )}
      <Quotas organisationId={id} />
      <Credentials organisationId={id} />
      <CompanySignIn organisationId={id} />
      <Places organisationId={id} kind="weigh-bridges" />
      <Places organisationId={id} kind="divisions" />
    </Page>
  );
}
