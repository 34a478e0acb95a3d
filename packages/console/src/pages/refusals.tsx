import type { RefusalView } from '@fieldbridge/contract';
import { useEffect, useState } from 'preact/hooks';
import { site } from '../base/site.ts';
import { When } from '../parts/bits.tsx';
import { Select } from '../parts/field.tsx';
import { Content, Empty, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { operator } from '../state/api.ts';
import { minute } from '../state/live.ts';
import { useLoad } from '../state/load.ts';
import { t } from '../text/index.ts';
import { SystemTabs } from './system.tsx';

/** Requests that the server recently refused or failed to answer: which caller does something wrong. */
export function RefusalsPage() {
  const list = useLoad<{ items: RefusalView[] }>(
    (signal) => operator.json({ method: 'GET', path: '/refusals', signal }),
    [],
  );
  const [code, setCode] = useState('');
  useEffect(list.reload, [minute.value]);
  return (
    <Page title={t('system.refusals')}>
      <SystemTabs open="/system/refusals" />
      <p class="quiet">{t('refusal.about')}</p>
      <Content of={list}>
        {({ items }) => {
          const codes = [...new Set(items.map((one) => one.code))].sort();
          return items.length === 0 ? (
            <Empty text={t('refusal.none')} />
          ) : (
            <>
              <div class="filters">
                <Select
                  label={t('refusal.code')}
                  value={code}
                  onChange={setCode}
                  options={[['', t('project.anyStatus')], ...codes.map((one) => [one, one] as const)]}
                />
              </div>
              <Table
                label={t('system.refusals')}
                rows={items.filter((one) => code === '' || one.code === code)}
                keyOf={({ requestId, at }) => requestId + at}
                columns={[
                  { title: t('audit.at'), cell: ({ at }) => <When at={at} /> },
                  {
                    title: t('refusal.reason'),
                    cell: ({ status, code, detail }) => (
                      <>
                        <a href={`${site.path}/docs/problems#${code}`}>
                          {status} {code}
                        </a>
                        <br />
                        <small>
                          <span dir="auto">{detail}</span>
                        </small>
                      </>
                    ),
                  },
                  {
                    title: t('refusal.request'),
                    cell: ({ method, path, clientId, organisationId, address }) => (
                      <>
                        <code>
                          {method} <bdi>{path}</bdi>
                        </code>
                        <br />
                        <small class="quiet">
                          {t('refusal.caller')}:{' '}
                          {organisationId === null ? (
                            address
                          ) : (
                            <a href={`desk/organisations/${organisationId}`}>{clientId ?? organisationId}</a>
                          )}
                        </small>
                      </>
                    ),
                  },
                ]}
              />
            </>
          );
        }}
      </Content>
    </Page>
  );
}
