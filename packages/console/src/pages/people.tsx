import { areWithin } from '../model/roles.ts';
import { PeopleList } from '../parts/people-list.tsx';
import { session } from '../state/session.ts';
import { t } from '../text/index.ts';

/** The people of the user's organisation, for its managers. */
export function OwnPeoplePage() {
  const { mayGive } = session.value!;
  return (
    <PeopleList
      title={t('nav.people')}
      tabs={<p class="quiet">{t('people.about')}</p>}
      mayHandle={({ deskRole, roles }) => deskRole === null && areWithin(roles, mayGive)}
      mayAdd
    />
  );
}
