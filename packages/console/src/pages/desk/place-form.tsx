import type { Version } from '@fieldbridge/client/transport/version.ts';
import { useState } from 'preact/hooks';
import { Input } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { operator } from '../../state/api.ts';
import { changeStored, differing } from '../../state/changing.ts';
import { environment } from '../../state/rights.ts';
import { t } from '../../text/index.ts';

/** A weigh bridge or a division. */
export interface Place {
  readonly id: string;
  readonly name: string;
  readonly timeZone?: string;
  readonly abbreviation?: string;
}

interface PlaceFormProps {
  /** Of the list. */
  readonly path: string;
  readonly kind: 'weigh-bridges' | 'divisions';
  /** Undefined for a new one. */
  readonly stored: Version<Place> | undefined;
  readonly onStored: () => void;
  readonly onClose: () => void;
}

/** A weigh bridge or division to add or change. */
export function PlaceForm({ path, kind, stored, onStored, onClose }: PlaceFormProps) {
  const isBridge = kind === 'weigh-bridges';
  const second = isBridge ? 'timeZone' : 'abbreviation';
  const secondLabel = t(isBridge ? 'bridge.timeZone' : 'division.abbreviation');
  const [base, setBase] = useState(stored);
  const [typed, setTyped] = useState<Partial<Place>>(
    stored === undefined && isBridge ? { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone } : {},
  );
  const value: Partial<Place> = { ...base?.value, ...typed };
  const texts = (of: Place) => ({ [t('bridge.name')]: of.name, [secondLabel]: of[second] ?? '' });
  const store = async (): Promise<void> => {
    const query = { environment: environment.value };
    const json = { ...typed, ...query };
    if (base === undefined) await operator.json({ method: 'POST', path, json });
    else
      await changeStored(operator, `${path}/${base.value.id}`, {
        ...{ base, query, json, onOther: setBase },
        differences: (before, after) => differing(before, after, texts),
      });
    onStored();
  };
  return (
    <FormDialog
      title={base === undefined ? t(isBridge ? 'bridge.add' : 'division.add') : base.value.name}
      yes={t('action.save')}
      disabled={!value.name || !value[second]}
      onClose={onClose}
      onSubmit={store}
    >
      <Input
        {...{ label: t('bridge.name'), value: value.name ?? '', required: true, maxLength: 200 }}
        onChange={(name) => setTyped({ ...typed, name })}
      />
      <Input
        {...{ label: secondLabel, value: value[second] ?? '', required: true, maxLength: 100 }}
        onChange={(text) => setTyped({ ...typed, [second]: text })}
      />
    </FormDialog>
  );
}
