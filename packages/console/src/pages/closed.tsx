import { Empty, Page } from '../parts/page.tsx';
import { t } from '../text/index.ts';

/** Somebody at the desk who belongs to no organisation has not chosen one yet. */
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

/** A part of the console that the person's roles do not, or no longer, allow. */
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
