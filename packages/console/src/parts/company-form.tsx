import type { Version } from '@fieldbridge/client/transport/version.ts';
import type { CompanySignInView, PersonView } from '@fieldbridge/contract';
import { useState } from 'preact/hooks';
import { people } from '../state/api.ts';
import { changing, differing } from '../state/changing.ts';
import { freshly } from '../state/session.ts';
import { t } from '../text/index.ts';
import { Input } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { RoleChoices } from './role-choices.tsx';
import { textsOfRoles } from './role-names.ts';

/** A group of the company, and the roles of its people here. */
interface Group {
  readonly name: string;
  readonly roles: PersonView['roles'];
}

/** What is stored, as it was read. */
export type StoredCompany = Version<CompanySignInView>;

interface CompanyFormProps {
  /** Of its address, below the address of the people. */
  readonly path: string;
  /** Null before the first one is stored. */
  readonly stored: StoredCompany | null;
  readonly read: () => Promise<StoredCompany | null>;
  readonly onStored: () => void;
  readonly onClose: () => void;
}

/** The provider of a company, and the roles of its groups. */
export function CompanyForm({ path, stored, read, onStored, onClose }: CompanyFormProps) {
  const [base, setBase] = useState(stored);
  const before = stored?.value;
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
      onSubmit={async () => {
        const roles = Object.fromEntries(groups.map((group, i) => [names[i]!, group.roles]));
        const scope = base === null ? {} : { scope: base.value.scope };
        await changing<CompanySignInView | undefined, unknown>({
          base: { etag: base?.etag ?? '', value: base?.value },
          change: (etag) =>
            freshly(() =>
              people.json({
                ...{ method: 'PUT', path, json: { issuer, clientId, clientSecret, claim, ...scope, roles } },
                headers: base === null ? { 'if-none-match': '*' } : { 'if-match': etag },
                repeatable: false,
              }),
            ),
          read: async () => {
            const now = await read();
            return { etag: now?.etag ?? '', value: now?.value };
          },
          onOther: ({ etag, value }) => setBase(value === undefined ? null : { etag, value }),
          differences: (one, other) => differing(one, other, textsOf),
        });
        onStored();
      }}
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

/** The form's values for a company's sign-in; the secret is never read. */
function textsOf(of: CompanySignInView | undefined): Record<string, string> {
  if (of === undefined) return {};
  return {
    [t('company.issuer')]: of.issuer,
    client_id: of.clientId,
    [t('company.claim')]: of.claim,
    ...Object.fromEntries(
      Object.entries(of.roles).map(([group, roles]) => [group, Object.entries(textsOfRoles(roles)).flat().join(' ')]),
    ),
  };
}
