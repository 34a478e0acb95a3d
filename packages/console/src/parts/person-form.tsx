import type { Version } from '@fieldbridge/client/transport/version.ts';
import type { PersonView } from '@fieldbridge/contract';
import { useState } from 'preact/hooks';
import { mergedRoles } from '../model/roles.ts';
import { operator, people } from '../state/api.ts';
import { changeStored, type Difference, differing } from '../state/changing.ts';
import { useLoad } from '../state/load.ts';
import { freshly, session } from '../state/session.ts';
import { LANGUAGES, type Language, t } from '../text/index.ts';
import { BridgeChoice, useBridges } from './bridge-choice.tsx';
import { Input, Select } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { RoleChoices } from './role-choices.tsx';
import { nameOfRole, textsOfRoles } from './role-names.ts';

/** The editable fields of a person. */
type PersonFields = Pick<
  PersonView,
  'name' | 'email' | 'language' | 'deskRole' | 'roles' | 'organisationId' | 'weighBridges'
>;

const NOBODY: PersonFields = {
  ...{ name: '', email: null, language: 'en', deskRole: null, organisationId: null, roles: {}, weighBridges: [] },
};

interface Named {
  readonly id: string;
  readonly name: string;
}

interface PersonFormProps {
  /** Undefined for a new one. */
  readonly stored: Version<PersonView> | undefined;
  readonly onStored: () => void;
  readonly onClose: () => void;
}

/** A person's identity and roles. */
export function PersonForm({ stored, onStored, onClose }: PersonFormProps) {
  const [base, setBase] = useState(stored);
  const [typed, setTyped] = useState<Partial<PersonFields>>({});
  const fields: PersonFields = { ...(base?.value ?? { ...NOBODY, organisationId: startsIn() }), ...typed };
  const { organisation: own, roles, mayGive } = session.value!;
  const isDesk = roles.desk !== null;
  const organisations = useLoad<readonly Named[]>(
    async (signal) =>
      isDesk
        ? (
            await operator.json<{ items: Named[] }>({
              method: 'GET',
              path: '/organisations',
              query: { limit: 1000 },
              signal,
            })
          ).items
        : [own!],
    [isDesk],
  );
  const bridges = useBridges(fields);
  const change = (some: Partial<PersonFields>): void => setTyped({ ...typed, ...some });
  const differences = (before: PersonFields, after: PersonFields): Difference[] =>
    differing(before, after, (of) =>
      textsOf(of, {
        organisations: organisations.data ?? [],
        bridges: bridges.map(({ locationId, name }) => ({ id: locationId, name })),
      }),
    );
  const onOther = (now: Version<PersonView>): void => {
    const [before, after] = [base!.value, now.value];
    // Roles that somebody else gave or removed in the meantime stay that way.
    if (typed.roles !== undefined) change({ roles: mergedRoles(before.roles, typed.roles, after.roles) });
    setBase(now);
  };
  const store = async (): Promise<void> => {
    const json = isDesk ? fields : ownFields(fields);
    if (base === undefined) await freshly(() => people.json({ method: 'POST', path: '/people', json }));
    else await changeStored(people, `/people/${base.value.id}`, { base, json: typed, onOther, differences });
    onStored();
  };
  const isOperator = roles.desk === 'operator';
  return (
    <FormDialog
      title={base === undefined ? t('person.add') : base.value.name}
      yes={t('action.save')}
      disabled={fields.name.trim() === ''}
      onClose={onClose}
      onSubmit={store}
      wide
    >
      <div class="fields">
        <Input
          {...{ label: t('person.name'), value: fields.name, required: true, maxLength: 100 }}
          onChange={(name) => change({ name })}
        />
        <Input
          {...{ label: t('signIn.email'), value: fields.email ?? '', type: 'email', maxLength: 320 }}
          hint={t('person.emailHint')}
          onChange={(email) => change({ email: email === '' ? null : email })}
        />
        <Select
          label={t('me.language')}
          value={fields.language}
          options={Object.entries(LANGUAGES) as [Language, string][]}
          onChange={(language) => change({ language })}
        />
        {isDesk && (
          <Select
            label={t('me.organisation')}
            value={fields.organisationId ?? ''}
            options={[
              ['', t('me.noOrganisation')],
              ...(organisations.data ?? []).map(({ id, name }) => [id, name] as const),
            ]}
            onChange={(id) => change({ organisationId: id === '' ? null : id })}
          />
        )}
        {isOperator && (
          <Select
            label={t('person.deskRole')}
            value={fields.deskRole ?? ''}
            options={[
              ['', t('person.noDeskRole')],
              ['operator', t('role.operator')],
              ['auditor', t('role.auditor')],
              ['desk', t('role.desk')],
            ]}
            onChange={(role) => change({ deskRole: role === '' ? null : role })}
          />
        )}
      </div>
      {fields.organisationId !== null && (
        <>
          <RoleChoices
            {...{ title: t('me.roles'), roles: fields.roles, most: isDesk ? undefined : mayGive }}
            onChange={(roles) => change({ roles })}
          />
          <BridgeChoice
            {...{ bridges, chosen: fields.weighBridges }}
            onChange={(weighBridges) => change({ weighBridges: [...weighBridges] })}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Managers cannot give roles at the desk. */
function ownFields({ deskRole: _, organisationId: __, ...rest }: PersonFields): Partial<PersonFields> {
  return rest;
}

/** At the desk a new person belongs to no organisation yet. */
function startsIn(): string | null {
  const { roles, organisation } = session.value!;
  return roles.desk === null ? organisation!.id : null;
}

interface Names {
  readonly organisations: readonly Named[];
  readonly bridges: readonly Named[];
}

/** The form's values for a person. */
function textsOf(of: PersonFields, { organisations, bridges }: Names): Record<string, string> {
  const nameIn = (all: readonly Named[], id: string): string => all.find((one) => one.id === id)?.name ?? id;
  return {
    [t('person.name')]: of.name,
    [t('signIn.email')]: of.email ?? '',
    [t('me.language')]: LANGUAGES[of.language],
    [t('me.organisation')]: of.organisationId === null ? '' : nameIn(organisations, of.organisationId),
    [t('person.deskRole')]: of.deskRole === null ? '' : nameOfRole(of.deskRole),
    ...textsOfRoles(of.roles),
    [t('person.bridges')]: of.weighBridges.map((id) => nameIn(bridges, id)).join(', '),
  };
}
