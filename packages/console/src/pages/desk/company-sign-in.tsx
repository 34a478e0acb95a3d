import { NotFoundError } from '@fieldbridge/client/transport/errors.ts';
import type { CompanySignInView } from '@fieldbridge/contract';
import { useState } from 'preact/hooks';
import { confirm } from '../../parts/confirm.tsx';
import { Field, Input } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Content } from '../../parts/page.tsx';
import { people } from '../../state/api.ts';
import { useLoad } from '../../state/load.ts';
import { freshly } from '../../state/session.ts';
import { t } from '../../text/index.ts';
import { mayChange } from './tabs.tsx';

const EXAMPLE =
  '{\n  "surveyors": { "conversion": ["surveyor"] },\n  "managers": { "weighing-production": ["manager"] }\n}';

/** How people of an organisation sign in with their company. */
export function CompanySignIn({ organisationId }: { readonly organisationId: string }) {
  const path = `/organisations/${organisationId}/sign-in`;
  const stored = useLoad<CompanySignInView | null>(
    (signal) =>
      people.json<CompanySignInView>({ method: 'GET', path, signal }).catch((error: unknown) => {
        if (error instanceof NotFoundError) return null;
        throw error;
      }),
    [organisationId],
  );
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
              <dd>{found.issuer}</dd>
              <dt>{t('company.signInUrl')}</dt>
              <dd>
                <code>{found.signInUrl}</code>
              </dd>
              <dt>{t('company.redirectUri')}</dt>
              <dd>
                <code>{found.redirectUri}</code>
              </dd>
              <dt>{t('company.logoutUri')}</dt>
              <dd>
                <code>{found.logoutUri}</code>
              </dd>
            </dl>
          )
        }
      </Content>
      {isChanging && (
        <CompanyForm
          before={stored.data ?? undefined}
          onSubmit={async (json) => {
            await freshly(() => people.json({ method: 'PUT', path, json }));
            stored.reload();
          }}
          onClose={() => setChanging(false)}
        />
      )}
    </section>
  );
}

interface CompanyFormProps {
  readonly before: CompanySignInView | undefined;
  readonly onSubmit: (fields: unknown) => Promise<void>;
  readonly onClose: () => void;
}

function CompanyForm({ before, onSubmit, onClose }: CompanyFormProps) {
  const [issuer, setIssuer] = useState(before?.issuer ?? '');
  const [clientId, setClientId] = useState(before?.clientId ?? '');
  const [clientSecret, setClientSecret] = useState('');
  const [claim, setClaim] = useState(before?.claim ?? 'groups');
  const [roles, setRoles] = useState(before === undefined ? EXAMPLE : JSON.stringify(before.roles, null, 2));
  return (
    <FormDialog
      title={t('company.title')}
      yes={t('action.save')}
      disabled={issuer === '' || clientId === '' || clientSecret === ''}
      onClose={onClose}
      // A fault in the text is shown in the dialog, as the parser words it.
      onSubmit={async () => onSubmit({ issuer, clientId, clientSecret, claim, roles: JSON.parse(roles) as unknown })}
      wide
    >
      <div class="fields">
        <Input {...{ label: t('company.issuer'), value: issuer, onChange: setIssuer, type: 'url', required: true }} />
        <Input {...{ label: 'client_id', value: clientId, onChange: setClientId, required: true }} />
        <Input
          {...{ label: 'client_secret', value: clientSecret, onChange: setClientSecret, type: 'password' }}
          {...{ required: true, autoComplete: 'off' }}
        />
        <Input {...{ label: t('company.claim'), value: claim, onChange: setClaim, required: true }} />
      </div>
      <Field label={t('company.roles')} hint={t('company.rolesHint')}>
        {(id) => <textarea id={id} rows={8} value={roles} onInput={(event) => setRoles(event.currentTarget.value)} />}
      </Field>
    </FormDialog>
  );
}
