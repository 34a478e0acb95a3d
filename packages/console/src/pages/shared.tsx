import { ProblemError } from '@fieldbridge/client/transport/errors.ts';
import type { FormatView } from '@fieldbridge/contract';
import { useState } from 'preact/hooks';
import { parts, path, query } from '../base/route.ts';
import { site } from '../base/site.ts';
import { optionFields } from '../model/report.ts';
import { Badge } from '../parts/bits.tsx';
import { LanguageChoice } from '../parts/language-choice.tsx';
import { Content, Page, Tabs } from '../parts/page.tsx';
import { conversion } from '../state/api.ts';
import { useLoad } from '../state/load.ts';
import { language, moment, t } from '../text/index.ts';
import { JobCheckPart } from './job/check.tsx';
import { JobContents } from './job/contents.tsx';
import { KeptKinds } from './job/export.tsx';
import type { JobContent } from './job/info.ts';
import { JobView } from './job/view.tsx';

interface SharedJob extends JobContent {
  readonly expiresAt: string;
  /** The formats in which it can be downloaded; none unless its owner allows it. */
  readonly formats: readonly FormatView[];
}

/** Somebody else's job, opened by a link: for people without access. */
export function SharedPage() {
  const address = `/shared/${encodeURIComponent(parts.value[1] ?? '')}`;
  const [secret] = useState(() => location.hash.slice(1));
  const shared = useLoad<SharedJob>(
    async (signal) => {
      if (secret !== '') {
        await conversion.done({ method: 'POST', path: address, json: { secret }, plain: true, signal });
        // The secret stays in no history and no screenshot; the next visit uses the cookie.
        history.replaceState(null, '', location.pathname + location.search);
      }
      return conversion.json({ method: 'GET', path: address, signal });
    },
    [address, language.value],
  );
  const tab = query.value.get('tab') ?? 'plan';
  const job = shared.data;
  const tabs = (['plan', 'contents', 'check', 'export'] as const)
    .filter((one) => one !== 'export' || (job !== undefined && job.formats.length > 0))
    .map((one) => [`${path.value}${one === 'plan' ? '' : `?tab=${one}`}`, t(`job.${one}`)] as const);
  return (
    <Page
      class={tab === 'plan' ? 'full' : ''}
      title={job === undefined ? 'Fieldbridge' : job.name || t('jobs.unnamed')}
      actions={<LanguageChoice />}
    >
      {isOver(shared.error) ? (
        <p class="problem" role="alert">
          {t('share.over')}
        </p>
      ) : (
        <Content of={shared}>
          {(one) => (
            <>
              <p class="quiet">
                {t('share.until', { date: moment(one.expiresAt, { dateStyle: 'long', timeStyle: 'short' }) })}
              </p>
              <Tabs tabs={tabs} open={tab === 'plan' ? path.value : `${path.value}?tab=${tab}`} />
              <Part {...{ tab, job: one, address }} />
            </>
          )}
        </Content>
      )}
    </Page>
  );
}

const isOver = (error: unknown): boolean => error instanceof ProblemError && error.code === 'share-over';

interface PartProps {
  readonly tab: string;
  readonly job: SharedJob;
  readonly address: string;
}

function Part({ tab, job, address }: PartProps) {
  switch (tab) {
    case 'contents':
      return <JobContents job={job} />;
    case 'check':
      return <JobCheckPart path={address} revision={job.revision} />;
    case 'export':
      return (
        <div class="cards">
          {job.formats.map((format) => (
            <section class="card" key={format.id}>
              <h2>
                {format.name} <small class="quiet">.{format.extensions[0]}</small>{' '}
                {format.experimental.write && <Badge kind="doubt" text={t('export.experimental')} />}
              </h2>
              <KeptKinds job={job} format={format} />
              <p class="actions">
                <a class="button main" href={downloadAddress(address, format)} download>
                  {t('export.download')}
                </a>
              </p>
            </section>
          ))}
        </div>
      );
    default:
      return <JobView path={address} revision={job.revision} hasStill={job.formats.length > 0} />;
  }
}

/** Formats that are guessed require it; the card says so. */
function downloadAddress(address: string, format: FormatView): string {
  const isGuessed = optionFields(format).some(({ name }) => name === 'experimental');
  return `${site.interfaces.conversion}${address}/as${format.id}${isGuessed ? '?experimental=true' : ''}`;
}
