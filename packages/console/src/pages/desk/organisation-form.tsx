import { useState } from 'preact/hooks';
import { Field, Input } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { t } from '../../text/index.ts';

/** What the desk notes about an organisation. */
export interface OrganisationFields {
  readonly name: string;
  readonly contact: string | null;
  readonly note: string | null;
}

interface OrganisationFormProps {
  /** Undefined for a new one. */
  readonly before: OrganisationFields | undefined;
  readonly onSubmit: (fields: OrganisationFields) => Promise<unknown>;
  readonly onClose: () => void;
}

/** An organisation to add or change. */
export function OrganisationForm({ before, onSubmit, onClose }: OrganisationFormProps) {
  const [{ name, contact, note }, setFields] = useState<OrganisationFields>(
    before ?? { name: '', contact: null, note: null },
  );
  const change = (some: Partial<OrganisationFields>): void => setFields({ name, contact, note, ...some });
  const given = (text: string): string | null => (text === '' ? null : text);
  const title = before === undefined ? t('organisation.add') : t('organisation.change');
  return (
    <FormDialog
      {...{ title, onClose, yes: before === undefined ? t('organisation.add') : t('action.save') }}
      disabled={name.trim() === ''}
      onSubmit={() => onSubmit({ name, contact, note })}
    >
      <Input
        {...{ label: t('organisation.name'), value: name, required: true, maxLength: 200 }}
        onChange={(text) => change({ name: text })}
      />
      <Input
        {...{ label: t('organisation.contact'), value: contact ?? '', maxLength: 500 }}
        onChange={(text) => change({ contact: given(text) })}
      />
      <Field label={t('organisation.note')}>
        {(id) => (
          <textarea
            {...{ id, rows: 3, maxLength: 4000, value: note ?? '' }}
            onInput={(event) => change({ note: given(event.currentTarget.value) })}
          />
        )}
      </Field>
    </FormDialog>
  );
}
