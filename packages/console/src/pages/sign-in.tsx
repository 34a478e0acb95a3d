import { useState } from 'preact/hooks';
import { query } from '../base/route.ts';
import { site } from '../base/site.ts';
import { LanguageChoice } from '../parts/language-choice.tsx';
import { SignInForm } from '../parts/sign-in-form.tsx';
import { t } from '../text/index.ts';

/** The page for somebody who is not signed in. */
export function SignInPage() {
  // A company's sign-in that was refused comes back with a code.
  const [problem] = useState(() => new URLSearchParams(location.hash.slice(1)).get('problem'));
  const company = query.value.get('company');
  return (
    <main id="main" class="alone">
      <h1>Fieldbridge</h1>
      <p class="quiet">{t('signIn.about')}</p>
      {problem !== null && (
        <p class="problem" role="alert">
          {t('signIn.companyProblem')} <a href={`docs/problems#${problem}`}>{problem}</a>
        </p>
      )}
      {company !== null && (
        <p>
          <a class="button main" href={`${site.interfaces.console}/company/${encodeURIComponent(company)}`}>
            {t('signIn.company')}
          </a>
        </p>
      )}
      <SignInForm />
      <hr />
      <p>
        <a href={`${(site.interfaces.operator ?? '/operator').slice(1)}/v1/access-requests/form`}>{t('signIn.ask')}</a>{' '}
        · <a href="docs/guides">{t('nav.guides')}</a> · <a href="docs/">{t('nav.reference')}</a> ·{' '}
        <a href="docs/problems">{t('nav.problems')}</a>
      </p>
      <LanguageChoice />
    </main>
  );
}
