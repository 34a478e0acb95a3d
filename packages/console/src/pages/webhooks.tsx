import { useEffect, useState } from 'preact/hooks';
import { query, setQuery } from '../base/route.ts';
import { Action } from '../parts/action.tsx';
import { Badge, When } from '../parts/bits.tsx';
import { confirm } from '../parts/confirm.tsx';
import { Input, Select } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Page, Tabs } from '../parts/page.tsx';
import { PAGE_LENGTH, Paged, usePaged } from '../parts/paged.tsx';
import { showOnce } from '../parts/secret.tsx';
import { Table } from '../parts/table.tsx';
import { conversion, project, weighing } from '../state/api.ts';
import { may, mayChangeWebhooks, webhookSpaces } from '../state/rights.ts';
import { say } from '../state/toasts.ts';
import { t } from '../text/index.ts';

interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly description: string;
  readonly enabled: boolean;
  readonly secret?: string;
}

interface Delivery {
  readonly id: number;
  readonly type: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly createdAt: string;
  readonly lastStatus?: number | null;
  readonly lastError?: string | null;
}

const NAMES = { weighing: 'nav.tickets', conversion: 'nav.jobs', project: 'nav.projects' } as const;
const KINDS = { pending: 'busy', delivered: 'good', failed: 'bad' } as const;
const ENDPOINTS = '/events/endpoints';
/** The outcome of a delivery is on no stream. */
const ASK_AGAIN_MS = 5000;

/** The parts of the section for developers. */
export function DeveloperTabs({ open }: { readonly open: string }) {
  return (
    <Tabs
      open={open}
      tabs={[
        ['/developer', t('nav.developer')],
        ['/developer/try', t('try.title')],
        ...(may('webhooks') ? [['/developer/webhooks', t('webhook.title')] as const] : []),
      ]}
    />
  );
}

/** Webhooks: who is called at which events, and the outcome of each call. */
export function WebhooksPage() {
  const spaces = webhookSpaces();
  const space = spaces.find((one) => one === query.value.get('of')) ?? spaces[0] ?? 'weighing';
  const mayHandle = mayChangeWebhooks(space);
  const caller = { weighing, conversion: () => conversion, project }[space]();
  const list = usePaged<Endpoint>(caller, ENDPOINTS);
  const [isAdding, setAdding] = useState(false);
  const [url, setUrl] = useState('');
  const [types, setTypes] = useState('');
  const show = ({ url: address, secret = '' }: Endpoint): void => {
    showOnce({ title: address, text: t('webhook.secretText'), values: [[t('webhook.secret'), secret]] });
    list.reload();
  };
  const remove = ({ id, url: address }: Endpoint): void =>
    confirm({
      title: t('webhook.removeTitle'),
      text: address,
      yes: t('action.delete'),
      isDanger: true,
      act: async () => {
        await caller.done({ method: 'DELETE', path: `${ENDPOINTS}/${id}` });
        list.reload();
      },
    });
  return (
    <Page
      title={t('webhook.title')}
      actions={
        mayHandle && (
          <button type="button" class="main" onClick={() => setAdding(true)}>
            {t('webhook.add')}
          </button>
        )
      }
    >
      <DeveloperTabs open="/developer/webhooks" />
      <div class="filters">
        <Select
          label={t('credential.for')}
          value={space}
          options={spaces.map((one) => [one, t(NAMES[one])])}
          onChange={(of) => setQuery({ of })}
        />
      </div>
      <Paged {...{ list, caller, path: ENDPOINTS, empty: t('webhook.none') }}>
        {(items) =>
          items.map((one) => (
            <section class="card" key={one.id}>
              <div class="file">
                <div>
                  <h2>
                    <bdi>{one.url}</bdi> {!one.enabled && <Badge kind="doubt" text={t('webhook.off')} />}
                  </h2>
                  <p class="quiet">{one.types.length === 0 ? t('webhook.everything') : one.types.join(', ')}</p>
                </div>
                <div class="actions" hidden={!mayHandle}>
                  <Action
                    onClick={async () => {
                      const json = { enabled: !one.enabled };
                      await caller.json({ method: 'PATCH', path: `${ENDPOINTS}/${one.id}`, json });
                      list.reload();
                    }}
                  >
                    {t(one.enabled ? 'webhook.turnOff' : 'webhook.turnOn')}
                  </Action>
                  <button type="button" class="danger" onClick={() => remove(one)}>
                    {t('action.delete')}
                  </button>
                </div>
              </div>
              <Deliveries {...{ caller, id: one.id, mayHandle }} />
            </section>
          ))
        }
      </Paged>
      {isAdding && (
        <FormDialog
          title={t('webhook.add')}
          yes={t('webhook.add')}
          disabled={url.trim() === ''}
          onClose={() => setAdding(false)}
          onSubmit={async () => {
            const wanted = types.split(/[\s,]+/).filter(Boolean);
            const json = { url: url.trim(), types: wanted };
            show(await caller.json<Endpoint>({ method: 'POST', path: ENDPOINTS, json }));
          }}
        >
          <Input {...{ label: t('webhook.url'), value: url, onChange: setUrl, type: 'url', required: true }} />
          <Input {...{ label: t('webhook.types'), hint: t('webhook.typesHint'), value: types, onChange: setTypes }} />
        </FormDialog>
      )}
    </Page>
  );
}

interface DeliveriesProps {
  readonly caller: ReturnType<typeof weighing>;
  readonly id: string;
  readonly mayHandle: boolean;
}

/** Read when they are opened. */
function Deliveries(props: DeliveriesProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('webhook.deliveries')}</summary>
      {isOpen && <DeliveryList {...props} />}
    </details>
  );
}

function DeliveryList({ caller, id, mayHandle }: DeliveriesProps) {
  const path = `${ENDPOINTS}/${id}/deliveries`;
  const list = usePaged<Delivery>(caller, path);
  // Reloading would remove the further pages that the user has opened.
  const isFirstPage = (list.data?.items.length ?? 0) <= PAGE_LENGTH;
  useEffect(() => {
    if (!isFirstPage) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && list.reload(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isFirstPage]);
  return (
    <Paged {...{ list, caller, path, empty: t('webhook.noDeliveries') }}>
      {(items) => (
        <Table
          label={t('webhook.deliveries')}
          rows={items}
          keyOf={(one) => String(one.id)}
          columns={[
            {
              title: t('requests.state'),
              cell: ({ state, createdAt }) => (
                <>
                  <Badge kind={KINDS[state]} text={t(`webhook.${state}`)} />
                  <br />
                  <small class="quiet">
                    <When at={createdAt} />
                  </small>
                </>
              ),
            },
            {
              title: t('webhook.event'),
              cell: ({ type, lastStatus, lastError }) => (
                <>
                  <code>{type}</code>
                  <br />
                  <small dir="auto">{[lastStatus, lastError].filter(Boolean).join(' ')}</small>
                </>
              ),
            },
            {
              title: t('messages.again'),
              cell: (one) => (
                <Action
                  disabled={!mayHandle}
                  onClick={async () => {
                    await caller.done({ method: 'POST', path: `${path}/${one.id}/replay` });
                    say(t('webhook.again'));
                    list.reload();
                  }}
                >
                  {t('messages.again')}
                </Action>
              ),
            },
          ]}
        />
      )}
    </Paged>
  );
}
