import type { AccessRequestView, MessageView } from '@fieldbridge/contract';
import { useState } from 'preact/hooks';
import { query, setQuery } from '../../base/route.ts';
import { Badge, When } from '../../parts/bits.tsx';
import { Input, Select } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { delivered } from '../../parts/letter.ts';
import { Page } from '../../parts/page.tsx';
import { Paged, usePaged } from '../../parts/paged.tsx';
import { nameOfSpace } from '../../parts/role-names.ts';
import { operator } from '../../state/api.ts';
import { t } from '../../text/index.ts';
import { DeskTabs, mayChange } from './tabs.tsx';

const STATES = ['pending', 'approved', 'declined'] as const;

/** Who asks for access, and the decision. */
export function RequestsPage() {
  const state = STATES.find((one) => one === query.value.get('state')) ?? 'pending';
  const list = usePaged<AccessRequestView>(operator, '/access-requests', { state });
  const [deciding, setDeciding] = useState<{ request: AccessRequestView; how: 'approve' | 'decline' }>();
  return (
    <Page title={t('desk.requests')}>
      <DeskTabs open="requests" />
      <div class="filters">
        <Select
          label={t('requests.state')}
          value={state}
          options={STATES.map((one) => [one, t(`requests.${one}`)] as const)}
          onChange={(one) => setQuery({ state: one })}
        />
      </div>
      <Paged {...{ list, caller: operator, path: '/access-requests', query: { state }, empty: t('requests.none') }}>
        {(items) =>
          items.map((request) => (
            <section class="card" key={request.id}>
              <div class="file">
                <div>
                  <h2>
                    <bdi>{request.organisationName}</bdi>{' '}
                    <Badge
                      kind="quiet"
                      text={nameOfSpace([request.interface, request.environment].filter(Boolean).join('-'))}
                    />
                  </h2>
                  <p class="quiet">
                    <bdi>{request.contactName}</bdi> · <bdi>{request.email}</bdi> · <When at={request.createdAt} />
                  </p>
                  {request.note !== null && <p class="text">{request.note}</p>}
                  {request.weighBridges.length > 0 && (
                    <p>
                      {t('desk.bridges')}: {request.weighBridges.map(({ name }) => name).join(', ')}
                    </p>
                  )}
                  {request.decidedBy !== null && (
                    <p class="quiet">
                      {t(`requests.${request.state}`)}: {request.decidedBy} {request.reason}
                    </p>
                  )}
                </div>
                {request.state === 'pending' && mayChange() && (
                  <div class="actions">
                    <button type="button" class="main" onClick={() => setDeciding({ request, how: 'approve' })}>
                      {t('requests.approve')}
                    </button>
                    <button type="button" onClick={() => setDeciding({ request, how: 'decline' })}>
                      {t('requests.decline')}
                    </button>
                  </div>
                )}
              </div>
            </section>
          ))
        }
      </Paged>
      {deciding !== undefined && <Decision {...deciding} onDone={list.reload} onClose={() => setDeciding(undefined)} />}
    </Page>
  );
}

interface DecisionProps {
  readonly request: AccessRequestView;
  readonly how: 'approve' | 'decline';
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function Decision({ request, how, onDone, onClose }: DecisionProps) {
  const [text, setText] = useState('');
  const [bridge, setBridge] = useState('');
  const [zone, setZone] = useState(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const needsBridge = how === 'approve' && request.interface === 'weighing' && request.weighBridges.length === 0;
  const json =
    how === 'decline' ? { reason: text } : bridge === '' ? {} : { weighBridges: [{ name: bridge, timeZone: zone }] };
  return (
    <FormDialog
      title={`${t(`requests.${how}`)}: ${request.organisationName}`}
      yes={t(`requests.${how}`)}
      onClose={onClose}
      disabled={how === 'decline' && text.trim() === ''}
      onSubmit={async () => {
        const path = `/access-requests/${request.id}/${how}`;
        const { message } = await operator.json<{ message: MessageView }>({ method: 'POST', path, json });
        onDone();
        const name = request.organisationName;
        delivered(message, t(how === 'approve' ? 'requests.isApproved' : 'requests.isDeclined', { name }));
      }}
    >
      <p>{t(how === 'approve' ? 'requests.approveText' : 'requests.declineText', { email: request.email })}</p>
      {how === 'decline' && (
        <Input {...{ label: t('ticket.reason'), value: text, onChange: setText, required: true, maxLength: 2000 }} />
      )}
      {needsBridge && (
        <>
          <p class="note doubt">{t('requests.noBridge')}</p>
          <Input {...{ label: t('bridge.name'), value: bridge, onChange: setBridge, maxLength: 200 }} />
          <Input {...{ label: t('bridge.timeZone'), value: zone, onChange: setZone, maxLength: 100 }} />
        </>
      )}
    </FormDialog>
  );
}
