import { useState } from 'preact/hooks';
import { Badge, When } from '../../parts/bits.tsx';
import { confirm } from '../../parts/confirm.tsx';
import { Input, Select } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Paged, usePaged } from '../../parts/paged.tsx';
import { nameOfSpace } from '../../parts/role-names.ts';
import { showOnce } from '../../parts/secret.tsx';
import { operator } from '../../state/api.ts';
import { say } from '../../state/toasts.ts';
import { t } from '../../text/index.ts';
import { mayChange } from './tabs.tsx';

interface Credential {
  readonly clientId: string;
  readonly interface: string;
  readonly environment: string | null;
  readonly label: string;
  readonly createdAt: string;
  readonly revokedAt: string | null;
  readonly secrets: readonly {
    readonly id: string;
    readonly createdAt: string;
    readonly lastUsedAt: string | null;
    readonly expiresAt: string | null;
    readonly revokedAt: string | null;
  }[];
}

interface Issued {
  readonly credential: Credential;
  readonly clientSecret: string;
  readonly locationIds?: readonly string[];
}

const KINDS = [
  'weighing sandbox',
  'weighing production',
  'project sandbox',
  'project production',
  'conversion',
] as const;

/** The client ids of an organisation. A secret is shown once, when it is issued. */
export function Credentials({ organisationId }: { readonly organisationId: string }) {
  const path = `/organisations/${organisationId}/credentials`;
  const list = usePaged<Credential>(operator, path);
  const [isIssuing, setIssuing] = useState(false);
  const [kind, setKind] = useState<(typeof KINDS)[number]>(KINDS[0]);
  const [label, setLabel] = useState('');
  const show = ({ credential, clientSecret, locationIds = [] }: Issued): void => {
    showOnce({
      title: t('credential.issued'),
      text: t('credential.once'),
      values: [
        ['clientId', credential.clientId],
        ['clientSecret', clientSecret],
        ...locationIds.map((one) => ['locationId', one] as const),
      ],
    });
    list.reload();
  };
  const rotate = ({ clientId }: Credential): void =>
    confirm({
      title: t('credential.rotate'),
      text: t('credential.rotateText'),
      yes: t('credential.rotate'),
      act: async () =>
        show(await operator.json<Issued>({ method: 'POST', path: `/credentials/${clientId}/secrets`, json: {} })),
    });
  const revoke = (address: string, text: string): void =>
    confirm({
      title: t('credential.revoke'),
      text,
      yes: t('credential.revoke'),
      isDanger: true,
      act: async () => {
        await operator.done({ method: 'DELETE', path: address });
        say(t('credential.revoked'));
        list.reload();
      },
    });
  return (
    <section>
      <div class="heading">
        <h2>{t('credential.title')}</h2>
        {mayChange() && (
          <button type="button" class="main" onClick={() => setIssuing(true)}>
            {t('credential.issue')}
          </button>
        )}
      </div>
      <Paged {...{ list, caller: operator, path, empty: t('credential.none') }}>
        {(items) =>
          items.map((one) => (
            <section class="card" key={one.clientId}>
              <div class="file">
                <div>
                  <h3>
                    {nameOfSpace([one.interface, one.environment].filter(Boolean).join('-'))}{' '}
                    <span class="quiet">{one.label}</span>{' '}
                    {one.revokedAt !== null && <Badge kind="bad" text={t('credential.isRevoked')} />}
                  </h3>
                  <p>
                    <code>{one.clientId}</code>
                  </p>
                </div>
                {one.revokedAt === null && mayChange() && (
                  <div class="actions">
                    <button type="button" onClick={() => rotate(one)}>
                      {t('credential.rotate')}
                    </button>
                    <button
                      type="button"
                      class="danger"
                      onClick={() => revoke(`/credentials/${one.clientId}`, t('credential.revokeText'))}
                    >
                      {t('credential.revoke')}
                    </button>
                  </div>
                )}
              </div>
              <ul class="plain">
                {one.secrets
                  .filter(({ revokedAt }) => revokedAt === null)
                  .map((secret) => (
                    <li key={secret.id}>
                      {t('credential.secret')}: <When at={secret.createdAt} /> · {t('credential.lastUsed')}{' '}
                      {secret.lastUsedAt === null ? '–' : <When at={secret.lastUsedAt} />}
                      {secret.expiresAt !== null && (
                        <>
                          {' · '}
                          {t('credential.expires')} <When at={secret.expiresAt} />
                        </>
                      )}{' '}
                      {one.revokedAt === null && mayChange() && (
                        <button
                          type="button"
                          class="plain"
                          onClick={() =>
                            revoke(
                              `/credentials/${one.clientId}/secrets/${secret.id}`,
                              t('credential.revokeSecretText'),
                            )
                          }
                        >
                          {t('credential.revoke')}
                        </button>
                      )}
                    </li>
                  ))}
              </ul>
            </section>
          ))
        }
      </Paged>
      {isIssuing && (
        <FormDialog
          title={t('credential.issue')}
          yes={t('credential.issue')}
          onClose={() => setIssuing(false)}
          onSubmit={async () => {
            const [name, environment = null] = kind.split(' ');
            const json = { interface: name, environment, ...(label.trim() === '' ? {} : { label: label.trim() }) };
            show(await operator.json<Issued>({ method: 'POST', path, json }));
          }}
        >
          <Select
            label={t('credential.for')}
            value={kind}
            options={KINDS.map((one) => [one, nameOfSpace(one.replace(' ', '-'))] as const)}
            onChange={setKind}
          />
          <Input
            {...{ label: t('credential.label'), hint: t('credential.labelHint'), value: label }}
            onChange={setLabel}
          />
        </FormDialog>
      )}
    </section>
  );
}
