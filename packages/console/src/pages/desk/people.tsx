import { PeopleList } from '../../parts/people-list.tsx';
import { t } from '../../text/index.ts';
import { DeskTabs, mayChange } from './tabs.tsx';

/** The people who may sign in, and their invitations. */
export function PeoplePage() {
  const mayAdd = mayChange();
  return (
    <PeopleList title={t('desk.people')} tabs={<DeskTabs open="people" />} mayHandle={() => mayAdd} mayAdd={mayAdd} />
  );
}
