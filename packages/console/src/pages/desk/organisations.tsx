import { useState } from 'preact/hooks';
import { go, href } from '../../base/route.ts';
import { When } from '../../parts/bits.tsx';
import { Input } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';
import { Paged, usePaged } from '../../parts/paged.tsx';
import { Table } from '../../parts/table.tsx';
import { operator } from '../../state/api.ts';
import { t } from '../../text/index.ts';
import { OrganisationForm } from './organisation-form.tsx';
import { DeskTabs, mayChange } from './tabs.tsx';

export interface Organisation {
  readonly id: string;
  readonly name: string;
  readonly contact: string | null;
  readonly note: string | null;
  readonly createdAt: string;
}

/** The client organisations. */
export function OrganisationsPage() {
  const list = usePaged<Organisation>(operator, '/organisations');
  const [wanted, setWanted] = useState('');
  const [isAdding, setAdding] = useState(false);
  return (
    <Page
      title={t('desk.organisations')}
      actions={
        mayChange() && (
          <button type="button" class="main" onClick={() => setAdding(true)}>
            {t('organisation.add')}
          </button>
        )
      }
    >
      <DeskTabs open="organisations" />
      <div class="filters">
        <Input {...{ label: t('organisation.search'), type: 'search', value: wanted, onChange: setWanted }} />
      </div>
      <Paged {...{ list, caller: operator, path: '/organisations', empty: t('organisation.none') }}>
        {(items) => (
          <Table
            label={t('desk.organisations')}
            rows={items.filter((one) => one.name.toLowerCase().includes(wanted.toLowerCase()))}
            keyOf={({ id }) => id}
            linkOf={({ id }) => `/desk/organisations/${id}`}
            columns={[
              {
                title: t('organisation.name'),
                cell: ({ id, name }) => (
                  <a href={href(`/desk/organisations/${id}`)}>
                    <bdi>{name}</bdi>
                  </a>
                ),
              },
              { title: t('organisation.contact'), cell: ({ contact }) => <bdi>{contact}</bdi>, isExtra: true },
              { title: t('organisation.created'), cell: ({ createdAt }) => <When at={createdAt} />, isExtra: true },
            ]}
          />
        )}
      </Paged>
      {isAdding && (
        <OrganisationForm
          stored={undefined}
          onStored={({ value }) => go(`/desk/organisations/${value.id}`)}
          onClose={() => setAdding(false)}
        />
      )}
    </Page>
  );
}
