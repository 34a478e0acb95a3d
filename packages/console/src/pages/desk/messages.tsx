import type { MessageView } from '@fieldbridge/contract';
import { Action } from '../../parts/action.tsx';
import { Badge, When } from '../../parts/bits.tsx';
import { delivered } from '../../parts/letter.ts';
import { Page } from '../../parts/page.tsx';
import { Paged, usePaged } from '../../parts/paged.tsx';
import { operator } from '../../state/api.ts';
import { t } from '../../text/index.ts';
import { DeskTabs, mayChange } from './tabs.tsx';

/** The desk's letters: always stored, sent if a mail server is configured. */
export function MessagesPage() {
  const list = usePaged<MessageView>(operator, '/messages');
  return (
    <Page title={t('desk.messages')}>
      <DeskTabs open="messages" />
      <Paged {...{ list, caller: operator, path: '/messages', empty: t('messages.none') }}>
        {(items) =>
          items.map((one) => (
            <details class="card" key={one.id}>
              <summary>
                <b>{one.subject}</b> · <bdi>{one.recipient}</bdi> · <When at={one.createdAt} />{' '}
                {one.failure !== null ? (
                  <Badge kind="bad" text={t('messages.failed')} />
                ) : (
                  <Badge
                    kind={one.sentAt === null ? 'quiet' : 'good'}
                    text={t(one.sentAt === null ? 'messages.stored' : 'messages.sent')}
                  />
                )}
              </summary>
              {one.failure !== null && <p class="problem">{one.failure}</p>}
              <p class="text">{one.body}</p>
              {mayChange() && (
                <Action
                  onClick={async () => {
                    const path = `/messages/${one.id}/send`;
                    delivered(await operator.json({ method: 'POST', path, json: {} }), t('messages.sent'));
                    list.reload();
                  }}
                >
                  {t('messages.again')}
                </Action>
              )}
            </details>
          ))
        }
      </Paged>
    </Page>
  );
}
