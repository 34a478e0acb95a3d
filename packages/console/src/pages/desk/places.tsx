import type { Version } from '@fieldbridge/client/transport/version.ts';
import { useState } from 'preact/hooks';
import { Action } from '../../parts/action.tsx';
import { Paged, usePaged } from '../../parts/paged.tsx';
import { Table } from '../../parts/table.tsx';
import { operator } from '../../state/api.ts';
import { environment } from '../../state/rights.ts';
import { t } from '../../text/index.ts';
import { type Place, PlaceForm } from './place-form.tsx';
import { mayChange } from './tabs.tsx';

interface PlacesProps {
  readonly organisationId: string;
  readonly kind: 'weigh-bridges' | 'divisions';
}

/** The weigh bridges or divisions of an organisation, in the environment chosen above. */
export function Places({ organisationId, kind }: PlacesProps) {
  const path = `/organisations/${organisationId}/${kind}`;
  const query = { environment: environment.value };
  const list = usePaged<Place>(operator, path, query);
  const [changing, setChanging] = useState<Version<Place> | 'new'>();
  const isBridge = kind === 'weigh-bridges';
  const open = async ({ id }: Place): Promise<void> =>
    setChanging(await operator.version<Place>({ method: 'GET', path: `${path}/${id}`, query }));
  return (
    <section>
      <div class="heading">
        <h2>
          {t(isBridge ? 'desk.bridges' : 'desk.divisions')}{' '}
          <small class="quiet">{t(`environment.${environment.value}`)}</small>
        </h2>
        {mayChange() && (
          <button type="button" onClick={() => setChanging('new')}>
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
              {
                title: t(isBridge ? 'bridge.timeZone' : 'division.abbreviation'),
                cell: ({ timeZone, abbreviation }) => timeZone ?? abbreviation ?? '',
              },
              { title: 'id', cell: ({ id }) => <code>{id}</code>, isExtra: true },
              {
                title: t('action.change'),
                cell: (one) => mayChange() && <Action onClick={() => open(one)}>{t('action.change')}</Action>,
              },
            ]}
          />
        )}
      </Paged>
      {changing !== undefined && (
        <PlaceForm
          {...{ path, kind, stored: changing === 'new' ? undefined : changing, onStored: list.reload }}
          onClose={() => setChanging(undefined)}
        />
      )}
    </section>
  );
}
