import type { Version } from '@fieldbridge/client/transport/version.ts';
import { useState } from 'preact/hooks';
import { Field, Input } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { operator } from '../../state/api.ts';
import { changeStored, differing } from '../../state/changing.ts';
import { t } from '../../text/index.ts';
import type { Organisation } from './organisations.tsx';

/** The desk's data about an organisation. */
type OrganisationFields = Pick<Organisation, 'name' | 'contact' | 'note'>;

interface OrganisationFormProps {
  /** Undefined for a new one. */
  readonly stored: Version<Organisation> | undefined;
  readonly onStored: (now: Version<Organisation>) => void;
  readonly onClose: () => void;
}

/** An organisation to add or change. */
export function OrganisationForm({ stored, onStored, onClose }: OrganisationFormProps) {
  const [base, setBase] = useState(stored);
  const [typed, setTyped] = useState<Partial<OrganisationFields>>({});
  const { name, contact, note } = { ...(base?.value ?? { name: '', contact: null, note: null }), ...typed };
  const change = (some: Partial<OrganisationFields>): void => setTyped({ ...typed, ...some });
  const given = (text: string): string | null => (text === '' ? null : text);
  const title = base === undefined ? t('organisation.add') : t('organisation.change');
  const store = (): Promise<Version<Organisation>> =>
    base === undefined
      ? operator.version({ method: 'POST', path: '/organisations', json: { name, contact, note } })
      : changeStored(operator, `/organisations/${base.value.id}`, {
          ...{ base, json: typed, onOther: setBase },
          differences: (before, after) => differing(before, after, texts),
        });
  return (
    <FormDialog
      {...{ title, onClose, yes: base === undefined ? t('organisation.add') : t('action.save') }}
      disabled={name.trim() === ''}
      onSubmit={async () => onStored(await store())}
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

function texts({ name, contact, note }: Organisation): Record<string, string> {
  return {
    [t('organisation.name')]: name,
    [t('organisation.contact')]: contact ?? '',
    [t('organisation.note')]: note ?? '',
  };
}
