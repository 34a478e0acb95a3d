import type { SystemView } from '@fieldbridge/contract';
import { site } from '../base/site.ts';
import { moment, t } from '../text/index.ts';
import { When } from './bits.tsx';

/** Backups shown; a series may have many. */
const SHOWN = 5;

/** The scheduled backups: when the last ones were made, and why one failed. */
export function Backups({ backups }: Pick<SystemView, 'backups'>) {
  return (
    <section class="card">
      <h2>{t('system.backups')}</h2>
      {backups === null ? (
        <p>
          {t('backup.none')} <a href={`${site.path}/docs/operating`}>{t('nav.guides')}</a>
        </p>
      ) : (
        <>
          {backups.failure !== null && <p class="wrong">{t('backup.failed', { reason: backups.failure })}</p>}
          <p>
            {t('backup.schedule', { hours: backups.everyHours, keep: backups.keep })} <code>{backups.folder}</code>
          </p>
          <ul class="plain">
            {backups.made.length === 0 && <li class="quiet">{t('backup.nothing')}</li>}
            {backups.made.slice(0, SHOWN).map(({ name, at }) => (
              <li key={name}>
                {moment(at)} · <When at={at} /> <small class="quiet">{name}</small>
              </li>
            ))}
          </ul>
          <p class="quiet">
            {t('backup.verify')} <code>fieldbridge backup --verify</code>
          </p>
        </>
      )}
    </section>
  );
}
