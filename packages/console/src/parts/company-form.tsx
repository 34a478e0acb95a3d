import type { CompanySignInView, PersonView } from '@fieldbridge/contract';
import { useState } from 'preact/hooks';
import { t } from '../text/index.ts';
import { Input } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { RoleChoices } from './role-choices.tsx';

/** A group of the company, and what its people may do here. */
interface Group {
  readonly name: string;
  readonly roles: PersonView['roles'];
}

interface CompanyFormProps {
  readonly before: CompanySignInView | undefined;
  readonly onSubmit: (fields: unknown) => Promise<void>;
  readonly onClose: () => void;
}

/** The provider of a company, and the roles of its groups. */
export function CompanyForm({ before, onSubmit, onClose }: CompanyFormProps) {
  const [issuer, setIssuer] = useState(before?.issuer ?? '');
  const [clientId, setClientId] = useState(before?.clientId ?? '');
  const [clientSecret, setClientSecret] = useState('');
  const [claim, setClaim] = useState(before?.claim ?? 'groups');
  const [groups, setGroups] = useState<readonly Group[]>(() =>
    before === undefined
      ? [{ name: '', roles: {} }]
      : Object.entries(before.roles).map(([name, roles]) => ({ name, roles })),
  );
  const change = (at: number, some: Partial<Group>): void =>
    setGroups(groups.map((one, i) => (i === at ? { ...one, ...some } : one)));
  const names = groups.map(({ name }) => name.trim());
  const isTwice = (name: string): boolean => name !== '' && names.indexOf(name) !== names.lastIndexOf(name);
  return (
    <FormDialog
      title={t('company.title')}
      yes={t('action.save')}
      disabled={issuer === '' || clientId === '' || clientSecret === '' || names.includes('') || names.some(isTwice)}
      onClose={onClose}
      onSubmit={() =>
        onSubmit({
          ...{ issuer, clientId, clientSecret, claim },
          ...(before === undefined ? {} : { scope: before.scope }),
          roles: Object.fromEntries(groups.map(({ roles }, i) => [names[i]!, roles])),
        })
      }
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
      <p class="quiet">{t('company.rolesHint')}</p>
      {groups.map(({ name, roles }, at) => (
        <section class="card" key={at}>
          <div class="heading">
            <Input
              {...{ label: t('company.group'), value: name, required: true, maxLength: 200 }}
              error={isTwice(name.trim()) ? t('company.groupTwice') : undefined}
              onChange={(text) => change(at, { name: text })}
            />
            <button type="button" class="plain" onClick={() => setGroups(groups.filter((_, i) => i !== at))}>
              {t('person.remove')}
            </button>
          </div>
          <RoleChoices title={t('me.roles')} roles={roles} onChange={(next) => change(at, { roles: next })} />
        </section>
      ))}
      <button type="button" onClick={() => setGroups([...groups, { name: '', roles: {} }])}>
        {t('company.addGroup')}
      </button>
    </FormDialog>
  );
}
