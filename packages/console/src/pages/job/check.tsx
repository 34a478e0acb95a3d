import type { JobCheck } from '@fieldbridge/contract';
import * as route from '../../base/route.ts';
import { Badge } from '../../parts/bits.tsx';
import { Content, Empty } from '../../parts/page.tsx';
import { conversion } from '../../state/api.ts';
import { useLoad } from '../../state/load.ts';
import { language, number, t } from '../../text/index.ts';

const LEVELS = { error: 'bad', warning: 'doubt', note: 'quiet' } as const;
const DECIMALS = { minimumFractionDigits: 3, maximumFractionDigits: 3, useGrouping: false } as const;

/** The texts begin in lower case, for lines after a code. */
function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase(language.value) + text.slice(1);
}

/** What needs attention before a job is sent to a site. @param path of the job, below the interface's address */
export function JobCheckPart({ path, revision }: { readonly path: string; readonly revision: number }) {
  const check = useLoad<JobCheck>(
    (signal) => conversion.json({ method: 'GET', path: `${path}/check`, signal, timeoutMs: 300_000 }),
    [path, revision, language.value],
  );
  return (
    <Content of={check}>
      {({ findings }) =>
        findings.length === 0 ? (
          <Empty text={t('check.none')} />
        ) : (
          findings.map(({ code, level, text, cure, count, places }) => (
            <section class="card">
              <h2>
                <Badge kind={LEVELS[level as keyof typeof LEVELS]} text={t(`level.${level as keyof typeof LEVELS}`)} />{' '}
                {sentence(text)}
              </h2>
              <p>{sentence(cure)}</p>
              <p class="quiet">
                {t('check.count', { count })} · {code}
              </p>
              {places.length > 0 && (
                <details>
                  <summary>{t('check.places', { count: places.length })}</summary>
                  <ul>
                    {places.map(({ easting, northing, elevation, layer, name, text: place }) => (
                      <li>
                        {place}{' '}
                        <span class="quiet">
                          {[name, layer].filter(Boolean).join(' · ')}{' '}
                          {[easting, northing, elevation]
                            .flatMap((one) => (one === undefined ? [] : number(one, DECIMALS)))
                            .join(' / ')}
                        </span>{' '}
                        {easting !== undefined && northing !== undefined && (
                          <a href={route.href(`${route.path.value}?at=${easting},${northing}`)}>{t('check.show')}</a>
                        )}
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </section>
          ))
        )
      }
    </Content>
  );
}
