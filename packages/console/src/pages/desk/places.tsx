import { useState } from 'preact/hooks';
import { Input } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Paged, usePaged } from '../../parts/paged.tsx';
import { Table } from '../../parts/table.tsx';
import { operator } from '../../state/api.ts';
import { environment } from '../../state/rights.ts';
import { t } from '../../text/index.ts';
import { mayChange } from './tabs.tsx';

interface Place {
  readonly id: string;
  readonly name: string;
  readonly timeZone?: string;
  readonly abbreviation?: string;
}

interface PlacesProps {
  readonly organisationId: string;
  readonly kind: 'weigh-bridges' | 'divisions';
}

/** The weigh bridges or divisions of an organisation, in the environment that is chosen above. */
export function Places({ organisationId, kind }: PlacesProps) {
  const path = `/organisations/${organisationId}/${kind}`;
  const query = { environment: environment.value };
  const list = usePaged<Place>(operator, path, query);
  const [changing, setChanging] = useState<Partial<Place>>();
  const isBridge = kind === 'weigh-bridges';
  const second = isBridge ? 'timeZone' : 'abbreviation';
  const secondLabel = t(isBridge ? 'bridge.timeZone' : 'division.abbreviation');
  return (
    <section>
      <div class="heading">
        <h2>
          {t(isBridge ? 'desk.bridges' : 'desk.divisions')}{' '}
          <small class="quiet">{t(`environment.${environment.value}`)}</small>
        </h2>
        {mayChange() && (
          <button
            type="button"
            onClick={() => setChanging(isBridge ? { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone } : {})}
          >
            {t(isBridge ? 'bridge.add' : 'division.add')}
          </button>
        )}
      </div>
      <Paged {...{ list, caller: operator, path, query, empty: t(isBridge ? 'bridge.none' : 'division.none') }}>
        {(items) => (
          <Table
            label={t(isBridge ? 'desk.bridges' : 'desk.divisions')}
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              { title: t('bridge.name'), cell: ({ name }) => <bdi>{name}</bdi> },
              { title: secondLabel, cell: (one) => one[second] ?? '' },
              { title: 'id', cell: ({ id }) => <code>{id}</code>, isExtra: true },
              {
                title: t('action.change'),
                cell: (one) =>
                  mayChange() && (
                    <button type="button" class="plain" onClick={() => setChanging(one)}>
                      {t('action.change')}
                    </button>
                  ),
              },
            ]}
          />
        )}
      </Paged>
      {changing !== undefined && (
        <FormDialog
          title={changing.id === undefined ? t(isBridge ? 'bridge.add' : 'division.add') : (changing.name ?? '')}
          yes={t('action.save')}
          disabled={!changing.name || !changing[second]}
          onClose={() => setChanging(undefined)}
          onSubmit={async () => {
            const { id, name } = changing;
            const json = { name, [second]: changing[second] };
            if (id === undefined) await operator.json({ method: 'POST', path, json: { ...json, ...query } });
            else await operator.json({ method: 'PATCH', path: `${path}/${id}`, json: { ...json, ...query } });
            list.reload();
          }}
        >
          <Input
            {...{ label: t('bridge.name'), value: changing.name ?? '', required: true, maxLength: 200 }}
            onChange={(name) => setChanging({ ...changing, name })}
          />
          <Input
            {...{ label: secondLabel, value: changing[second] ?? '', required: true, maxLength: 100 }}
            onChange={(value) => setChanging({ ...changing, [second]: value })}
          />
        </FormDialog>
      )}
    </section>
  );
}
