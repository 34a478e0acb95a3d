import { Empty, Page } from '../parts/page.tsx';
import { t } from '../text/index.ts';

/** An address that leads nowhere. */
export function MissingPage() {
  return (
    <Page title={t('error.missing')}>
      <Empty text={t('error.missingText')}>
        <a class="button main" href=".">
          {t('nav.home')}
        </a>
      </Empty>
    </Page>
  );
}
