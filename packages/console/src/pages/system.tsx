import type { SystemView } from '@fieldbridge/contract';
import { useEffect } from 'preact/hooks';
import { reach } from '../base/reach.ts';
import { site } from '../base/site.ts';
import { type Metric, parseMetrics } from '../model/metrics.ts';
import { Backups } from '../parts/backups.tsx';
import { Badge, When } from '../parts/bits.tsx';
import { Content, Page, Tabs } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { operator } from '../state/api.ts';
import { minute } from '../state/live.ts';
import { useLoad } from '../state/load.ts';
import { bytes, number, t } from '../text/index.ts';

interface Health {
  readonly status: string;
  readonly reasons: readonly string[];
}

/** The most important figures: name in the metrics, and format. */
const FIGURES = [
  ['fieldbridge_disk_free_bytes', 'system.diskFree', bytes],
  ['fieldbridge_disk_reserve_bytes', 'system.diskReserve', bytes],
  ['process_resident_memory_bytes', 'system.memory', bytes],
  ['fieldbridge_organisations', 'system.organisations', number],
  ['fieldbridge_imports_waiting', 'system.imports', number],
  ['fieldbridge_converters_running', 'system.converters', number],
  ['fieldbridge_webhooks_waiting', 'system.webhooks', number],
] as const;

/** The state of the server: health, disk, waiting work, and all its metrics. */
export function SystemPage() {
  const health = useLoad<Health>(async (signal) => {
    const answer = await reach(`${site.path}/health/ready`, { signal, headers: { accept: 'application/json' } });
    return (await answer.json()) as Health;
  }, []);
  const metrics = useLoad<readonly Metric[]>(async (signal) => {
    const answer = await reach(`${site.path}/metrics`, { signal });
    if (!answer.ok) throw new Error(t('system.noMetrics', { status: answer.status }));
    return parseMetrics(await answer.text());
  }, []);
  const system = useLoad<SystemView>((signal) => operator.json({ method: 'GET', path: '/system', signal }), []);
  useEffect(() => {
    health.reload();
    metrics.reload();
    system.reload();
  }, [minute.value]);
  return (
    <Page title={t('nav.system')}>
      <SystemTabs open="/system" />
      <Content of={health}>
        {({ status, reasons }) => (
          <p>
            <Badge
              kind={status === 'ready' ? 'good' : 'bad'}
              text={t(status === 'ready' ? 'system.ready' : 'system.notReady')}
            />{' '}
            {reasons.join(', ')}
          </p>
        )}
      </Content>
      <Content of={system}>
        {({ version, runtime, storage, startedAt, backups }) => (
          <>
            <p>
              Fieldbridge {version} · {runtime} · {storage} · {t('session.since')} <When at={startedAt} />
            </p>
            <Backups backups={backups} />
          </>
        )}
      </Content>
      <Content of={metrics}>
        {(all) => (
          <>
            <div class="cards">
              {FIGURES.map(([name, key, write]) => {
                const found = all.filter((one) => one.name === name);
                const sum = found.reduce((total, { value }) => total + value, 0);
                return (
                  found.length > 0 && (
                    <section class="card figure">
                      <p class="quiet">{t(key)}</p>
                      <p class="big">{write(sum)}</p>
                    </section>
                  )
                );
              })}
            </div>
            <details>
              <summary>{t('system.all', { count: all.length })}</summary>
              <Table
                label={t('system.metrics')}
                rows={all}
                keyOf={({ name, labels }) => name + labels}
                columns={[
                  {
                    title: t('system.metric'),
                    cell: ({ name, labels, help }) => (
                      <>
                        <code>{name}</code> <small class="quiet">{labels}</small>
                        <br />
                        <small>{help}</small>
                      </>
                    ),
                  },
                  {
                    title: t('system.value'),
                    cell: ({ value }) => number(value, { maximumFractionDigits: 3 }),
                    isNumber: true,
                  },
                ]}
              />
            </details>
          </>
        )}
      </Content>
    </Page>
  );
}

/** The parts of the system. */
export function SystemTabs({ open }: { readonly open: string }) {
  return (
    <Tabs
      open={open}
      tabs={[
        ['/system', t('nav.system')],
        ['/system/refusals', t('system.refusals')],
      ]}
    />
  );
}
