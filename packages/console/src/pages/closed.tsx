import { Empty, Page } from '../parts/page.tsx';
import { t } from '../text/index.ts';

/** Somebody of the desk who belongs to no organisation has not said for which one they look. */
export function UnchosenPage() {
  return (
    <Page title={t('error.unchosen')}>
      <Empty text={t('error.unchosenText')}>
        <a class="button main" href="desk/organisations">
          {t('desk.organisations')}
        </a>
      </Empty>
    </Page>
  );
}

/** A part of the console that the roles of the person do not open, or no longer. */
export function ClosedPage() {
  return (
    <Page title={t('error.closed')}>
      <Empty text={t('error.closedText')}>
        <a class="button main" href=".">
          {t('nav.home')}
        </a>
      </Empty>
    </Page>
  );
}
