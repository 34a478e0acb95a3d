import { When } from '../../parts/bits.tsx';
import { Kinds } from '../../parts/kinds.tsx';
import { Table } from '../../parts/table.tsx';
import { unitName } from '../../parts/unit-name.ts';
import { bytes, number, t } from '../../text/index.ts';
import type { JobContent } from './info.ts';

/** Coordinates are shown as they are, to the tenth of a millimetre. */
const DECIMALS = { minimumFractionDigits: 3, maximumFractionDigits: 4, useGrouping: false } as const;

/** The contents of a job, in figures. */
export function JobContents({ job }: { readonly job: JobContent }) {
  const { extent } = job;
  const range = (from: number | undefined, to: number | undefined): string =>
    from === undefined || to === undefined ? '–' : `${number(from, DECIMALS)} … ${number(to, DECIMALS)}`;
  return (
    <>
      <Kinds counts={job.counts} />
      <dl class="facts">
        <dt>{t('report.unit')}</dt>
        <dd>{unitName(job.unit)}</dd>
        <dt>{t('report.crs')}</dt>
        <dd>{job.crs === 'local' ? t('report.local') : job.crs}</dd>
        {job.operation !== null && (
          <>
            <dt>{t('contents.operation')}</dt>
            <dd>{job.operation}</dd>
          </>
        )}
        <dt>{t('contents.easting')}</dt>
        <dd>{range(extent?.minEasting, extent?.maxEasting)}</dd>
        <dt>{t('contents.northing')}</dt>
        <dd>{range(extent?.minNorthing, extent?.maxNorthing)}</dd>
        <dt>{t('contents.elevation')}</dt>
        <dd>{range(extent?.minElevation, extent?.maxElevation)}</dd>
        <dt>{t('contents.revision')}</dt>
        <dd>
          {job.revision} · {bytes(job.bytes)} · <When at={job.modifiedAt} />
        </dd>
        {job.expiresAt !== null && (
          <>
            <dt>{t('jobs.expires')}</dt>
            <dd>
              <When at={job.expiresAt} />
            </dd>
          </>
        )}
      </dl>
      {job.sources !== undefined && job.sources.length > 0 && (
        <Table
          label={t('job.files')}
          rows={job.sources}
          keyOf={({ fileId }) => fileId}
          columns={[
            { title: t('contents.file'), cell: ({ name }) => <bdi>{name}</bdi> },
            { title: t('contents.format'), cell: ({ format, version }) => `${format} ${version}` },
            { title: t('contents.content'), cell: ({ counts }) => <Kinds counts={counts} /> },
          ]}
        />
      )}
      {job.layers.length > 0 && (
        <Table
          label={t('group.layers')}
          rows={job.layers}
          keyOf={({ name }) => name}
          columns={[
            { title: t('contents.layer'), cell: ({ name }) => <bdi>{name}</bdi> },
            {
              title: t('contents.count'),
              cell: ({ count }) => (count === undefined ? '' : number(count)),
              isNumber: true,
            },
          ]}
        />
      )}
      {job.pointLists.length > 0 && (
        <Table
          label={t('contents.lists')}
          rows={job.pointLists}
          keyOf={({ name }) => name}
          columns={[
            { title: t('contents.lists'), cell: ({ name }) => <bdi>{name}</bdi> },
            { title: t('contents.count'), cell: ({ count }) => number(count), isNumber: true },
          ]}
        />
      )}
    </>
  );
}
