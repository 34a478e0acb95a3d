import { COUNT_NAMES } from '../model/report.ts';
import { t } from '../text/index.ts';

/** How much there is of each kind. */
export function Kinds({ counts }: { readonly counts: Readonly<Record<string, number>> }) {
  const shown = COUNT_NAMES.filter((name) => (counts[name] ?? 0) > 0);
  if (shown.length === 0) return <p class="quiet">{t('count.nothing')}</p>;
  return (
    <ul class="kinds">
      {shown.map((name) => (
        <li class="badge">{t(`count.${name}`, { count: counts[name]! })}</li>
      ))}
    </ul>
  );
}
