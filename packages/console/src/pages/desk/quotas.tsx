import type { Version } from '@fieldbridge/client/transport/version.ts';
import type { QuotasPatch, QuotasView, UsageView } from '@fieldbridge/contract';
import { useState } from 'preact/hooks';
import { Input } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Content } from '../../parts/page.tsx';
import { operator } from '../../state/api.ts';
import { changeStored, differing } from '../../state/changing.ts';
import { useLoad } from '../../state/load.ts';
import { bytes, number, t } from '../../text/index.ts';
import { mayChange } from './tabs.tsx';

type Name = keyof QuotasView;
const NAMES = ['jobs', 'bytes', 'requestsPerMinute'] as const satisfies readonly Name[];
const MEGABYTE = 1e6;
/** The unit in which a quota is typed. */
const unitOf = (name: Name): number => (name === 'bytes' ? MEGABYTE : 1);
const written = (name: Name, value: number): string => (name === 'bytes' ? bytes(value) : number(value));

/** What an organisation may store and request, what it stores, and a form to change the limits. */
export function Quotas({ organisationId }: { readonly organisationId: string }) {
  const path = `/organisations/${organisationId}`;
  const get = <T,>(below: string) =>
    useLoad<Version<T>>(
      (signal) => operator.version<T>({ method: 'GET', path: path + below, signal }),
      [organisationId],
    );
  const quotas = get<QuotasView>('/quotas');
  const usage = get<UsageView>('/usage').data?.value;
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
        {({ value: all }) => (
          <dl class="facts">
            {NAMES.map((name) => {
              const { limit, own } = all[name];
              const used = name === 'requestsPerMinute' ? undefined : usage?.[name];
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
          path={`${path}/quotas`}
          stored={quotas.data!}
          onStored={quotas.set}
          onClose={() => setChanging(false)}
        />
      )}
    </section>
  );
}

interface ChangeProps {
  readonly path: string;
  readonly stored: Version<QuotasView>;
  readonly onStored: (now: Version<QuotasView>) => void;
  readonly onClose: () => void;
}

function ChangeQuotas({ path, stored, onStored, onClose }: ChangeProps) {
  const [base, setBase] = useState(stored);
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
  const value = (name: Name): string => typed[name] ?? ownText(base.value, name);
  const isWrong = (name: Name): boolean => !/^\d{0,9}$/.test(value(name).trim());
  const patch = (): QuotasPatch =>
    Object.fromEntries(
      NAMES.filter((name) => name in typed).map((name) => {
        const text = value(name).trim();
        return [name, text === '' ? null : Number(text) * unitOf(name)];
      }),
    );
  const store = async (): Promise<void> =>
    onStored(
      await changeStored(operator, path, {
        ...{ base, json: patch(), onOther: setBase },
        differences: (before, after) => differing(before, after, texts),
      }),
    );
  return (
    <FormDialog
      title={t('quota.title')}
      yes={t('action.save')}
      disabled={NAMES.some(isWrong)}
      onClose={onClose}
      onSubmit={store}
    >
      <p class="quiet">{t('quota.hint')}</p>
      {NAMES.map((name) => (
        <Input
          key={name}
          label={labelOf(name)}
          value={value(name)}
          inputMode="numeric"
          error={isWrong(name) ? t('quota.wrong') : undefined}
          onChange={(text) => setTyped({ ...typed, [name]: text })}
        />
      ))}
    </FormDialog>
  );
}

const labelOf = (name: Name): string => (name === 'bytes' ? `${t('quota.bytes')} (MB)` : t(`quota.${name}`));

/** As typed; empty for the setting of the server. */
function ownText(quotas: QuotasView, name: Name): string {
  const { own } = quotas[name];
  return own === null ? '' : String(own / unitOf(name));
}

function texts(quotas: QuotasView): Record<string, string> {
  return Object.fromEntries(NAMES.map((name) => [labelOf(name), ownText(quotas, name)]));
}
