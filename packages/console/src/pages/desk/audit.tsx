import { When } from '../../parts/bits.tsx';
import { Page } from '../../parts/page.tsx';
import { Paged, usePaged } from '../../parts/paged.tsx';
import { Table } from '../../parts/table.tsx';
import { operator } from '../../state/api.ts';
import { t } from '../../text/index.ts';
import { DeskTabs } from './tabs.tsx';

interface Entry {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Who did what at the desk, newest first. */
export function AuditPage() {
  const list = usePaged<Entry>(operator, '/audit');
  return (
    <Page title={t('desk.audit')}>
      <DeskTabs open="audit" />
      <Paged {...{ list, caller: operator, path: '/audit', empty: t('audit.none') }}>
        {(items, onEnd) => (
          <Table
            label={t('desk.audit')}
            rows={items}
            onEnd={onEnd}
            keyOf={({ id }) => id}
            columns={[
              { title: t('audit.at'), cell: ({ at }) => <When at={at} /> },
              { title: t('audit.actor'), cell: ({ actor }) => <bdi title={actor}>{actor}</bdi>, isName: true },
              { title: t('audit.action'), cell: ({ action }) => <code>{action}</code>, isName: true },
              {
                title: t('audit.subject'),
                cell: ({ subject }) => <code title={subject ?? ''}>{subject}</code>,
                isName: true,
                isExtra: true,
              },
              {
                title: t('audit.details'),
                cell: ({ details }) =>
                  Object.entries(details).map(([name, value]) => (
                    <div>
                      {name}: <bdi>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>
                    </div>
                  )),
                isExtra: true,
              },
            ]}
          />
        )}
      </Paged>
    </Page>
  );
}
