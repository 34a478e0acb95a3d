import type { PersonView } from '@fieldbridge/contract';
import { useState } from 'preact/hooks';
import { operator } from '../state/api.ts';
import { useLoad } from '../state/load.ts';
import { session } from '../state/session.ts';
import { LANGUAGES, type Language, t } from '../text/index.ts';
import { BridgeChoice } from './bridge-choice.tsx';
import { Input, Select } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { RoleChoices } from './role-choices.tsx';

/** The editable fields of a person. */
export type PersonFields = Pick<
  PersonView,
  'name' | 'email' | 'language' | 'deskRole' | 'roles' | 'organisationId' | 'weighBridges'
>;

const NOBODY: PersonFields = {
  ...{ name: '', email: null, language: 'en', deskRole: null, organisationId: null, roles: {}, weighBridges: [] },
};

interface Found {
  readonly items: readonly { readonly id: string; readonly name: string }[];
}

interface PersonFormProps {
  /** Undefined for a new one. */
  readonly person: PersonView | undefined;
  readonly onSubmit: (fields: Partial<PersonFields>) => Promise<void>;
  readonly onClose: () => void;
}

/** Who somebody is, and what they may do. */
export function PersonForm({ person, onSubmit, onClose }: PersonFormProps) {
  const [fields, setFields] = useState<PersonFields>(() => pick(person ?? { ...NOBODY, organisationId: startsIn() }));
  const { organisation: own, roles, mayGive } = session.value!;
  const isDesk = roles.desk !== null;
  const organisations = useLoad<readonly { id: string; name: string }[]>(
    async (signal) =>
      isDesk
        ? (await operator.json<Found>({ method: 'GET', path: '/organisations', query: { limit: 1000 }, signal })).items
        : [own!],
    [isDesk],
  );
  const change = (some: Partial<PersonFields>): void => setFields({ ...fields, ...some });
  const isOperator = roles.desk === 'operator';
  return (
    <FormDialog
      title={person === undefined ? t('person.add') : person.name}
      yes={t('action.save')}
      disabled={fields.name.trim() === ''}
      onClose={onClose}
      onSubmit={() => onSubmit(isDesk ? fields : ownFields(fields))}
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
          <BridgeChoice person={fields} onChange={(weighBridges) => change({ weighBridges: [...weighBridges] })} />
        </>
      )}
    </FormDialog>
  );
}

/** Managers say nothing about the desk. */
function ownFields({ deskRole: _, organisationId: __, ...rest }: PersonFields): Partial<PersonFields> {
  return rest;
}

/** At the desk somebody new is of no organisation yet. */
function startsIn(): string | null {
  const { roles, organisation } = session.value!;
  return roles.desk === null ? organisation!.id : null;
}

function pick({ name, email, language, deskRole, organisationId, roles, weighBridges }: PersonFields): PersonFields {
  return { name, email, language, deskRole, organisationId, roles, weighBridges };
}
