import { Select } from '../parts/field.tsx';
import { OwnPassword } from '../parts/own-password.tsx';
import { Page } from '../parts/page.tsx';
import { PasskeyList } from '../parts/passkey-list.tsx';
import { nameOfRole, nameOfSpace } from '../parts/role-names.ts';
import { SessionList } from '../parts/session-list.tsx';
import { session } from '../state/session.ts';
import { theme } from '../state/theme.ts';
import { LANGUAGES, type Language, language, moment, setLanguage, t } from '../text/index.ts';

/** The signed-in person, and the look of the console in this browser. */
export function MePage() {
  const { person, organisation, roles, expiresAt } = session.value!;
  const held = Object.entries(roles).flatMap(([space, role]) =>
    role === null || role.length === 0 ? [] : [`${nameOfSpace(space)}: ${[role].flat().map(nameOfRole).join(', ')}`],
  );
  return (
    <Page title={person.name}>
      <section class="card">
        <dl class="facts">
          <dt>{t('signIn.email')}</dt>
          <dd>{person.email ?? '–'}</dd>
          <dt>{t('me.organisation')}</dt>
          <dd>{organisation?.name ?? t('me.noOrganisation')}</dd>
          <dt>{t('me.roles')}</dt>
          <dd>
            {held.map((one) => (
              <div>{one}</div>
            ))}
          </dd>
          <dt>{t('me.until')}</dt>
          <dd>{moment(expiresAt)}</dd>
        </dl>
      </section>
      <section class="card">
        <Select
          label={t('me.language')}
          value={language.value}
          options={Object.entries(LANGUAGES) as [Language, string][]}
          onChange={(one) => void setLanguage(one)}
        />
        <Select
          label={t('me.theme')}
          value={theme.value}
          options={[
            ['auto', t('me.themeAuto')],
            ['light', t('me.themeLight')],
            ['dark', t('me.themeDark')],
          ]}
          onChange={(one) => (theme.value = one)}
        />
      </section>
      {person.kind === 'person' && <PasskeyList />}
      {person.kind === 'person' && person.email !== null && <OwnPassword />}
      <SessionList />
    </Page>
  );
}
