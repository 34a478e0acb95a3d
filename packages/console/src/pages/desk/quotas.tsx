import type { QuotasPatch, QuotasView, UsageView } from '@fieldbridge/contract';
import { useState } from 'preact/hooks';
import { Input } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Content } from '../../parts/page.tsx';
import { operator } from '../../state/api.ts';
import { useLoad } from '../../state/load.ts';
import { freshly } from '../../state/session.ts';
import { bytes, number, t } from '../../text/index.ts';
import { mayChange } from './tabs.tsx';

type Name = keyof QuotasView;
const NAMES = ['jobs', 'bytes', 'requestsPerMinute'] as const satisfies readonly Name[];
const MEGABYTE = 1e6;
/** The unit in which a quota is typed. */
const unitOf = (name: Name): number => (name === 'bytes' ? MEGABYTE : 1);
const written = (name: Name, value: number): string => (name === 'bytes' ? bytes(value) : number(value));

/** What an organisation may store and ask for, what it stores, and how to change that. */
export function Quotas({ organisationId }: { readonly organisationId: string }) {
  const path = `/organisations/${organisationId}`;
  const get = <T,>(below: string) =>
    useLoad<T>((signal) => operator.json<T>({ method: 'GET', path: path + below, signal }), [organisationId]);
  const quotas = get<QuotasView>('/quotas');
  const usage = get<UsageView>('/usage');
  const [isChanging, setChanging] = useState(false);
  return (
    <section class="card">
      <div class="heading">
        <h2>{t('quota.title')}</h2>
        {mayChange() && quotas.data !== undefined && (
          <button type="button" onClick={() => setChanging(true)}>
            {t('action.change')}
          </button>
        )}
      </div>
      <Content of={quotas}>
        {(all) => (
          <dl class="facts">
            {NAMES.map((name) => {
              const { limit, own } = all[name];
              const used = name === 'requestsPerMinute' ? undefined : usage.data?.[name];
              return (
                <>
                  <dt>{t(`quota.${name}`)}</dt>
                  <dd>
                    {used !== undefined && `${written(name, used)} / `}
                    {limit === 0 ? t('quota.none') : written(name, limit)}
                    {own === null && <small class="quiet"> {t('quota.server')}</small>}
                    {used !== undefined && limit > 0 && (
                      <meter
                        class="quota"
                        max={limit}
                        high={0.9 * limit}
                        value={used}
                        aria-label={t(`quota.${name}`)}
                      />
                    )}
                  </dd>
                </>
              );
            })}
          </dl>
        )}
      </Content>
      {isChanging && (
        <ChangeQuotas
          quotas={quotas.data!}
          onClose={() => setChanging(false)}
          onStore={async (json) => {
            const request = { method: 'PATCH', path: `${path}/quotas`, json } as const;
            quotas.set(await freshly(() => operator.json<QuotasView>(request)));
          }}
        />
      )}
    </section>
  );
}

interface ChangeProps {
  readonly quotas: QuotasView;
  readonly onStore: (patch: QuotasPatch) => Promise<void>;
  readonly onClose: () => void;
}

function ChangeQuotas({ quotas, onStore, onClose }: ChangeProps) {
  const [typed, setTyped] = useState(
    () =>
      Object.fromEntries(
        NAMES.map((name) => [name, quotas[name].own === null ? '' : String(quotas[name].own / unitOf(name))]),
      ) as Record<Name, string>,
  );
  const isWrong = (name: Name): boolean => !/^\d{0,9}$/.test(typed[name].trim());
  const patch = (): QuotasPatch =>
    Object.fromEntries(
      NAMES.map((name) => [name, typed[name].trim() === '' ? null : Number(typed[name]) * unitOf(name)]),
    );
  return (
    <FormDialog
      title={t('quota.title')}
      yes={t('action.save')}
      disabled={NAMES.some(isWrong)}
      onClose={onClose}
      onSubmit={() => onStore(patch())}
    >
      <p class="quiet">{t('quota.hint')}</p>
      {NAMES.map((name) => (
        <Input
          key={name}
          label={name === 'bytes' ? `${t('quota.bytes')} (MB)` : t(`quota.${name}`)}
          value={typed[name]}
          inputMode="numeric"
          error={isWrong(name) ? t('quota.wrong') : undefined}
          onChange={(value) => setTyped({ ...typed, [name]: value })}
        />
      ))}
    </FormDialog>
  );
}
