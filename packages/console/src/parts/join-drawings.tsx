import { useState } from 'preact/hooks';
import { drawingsToJoin } from '../model/drawings-to-join.ts';
import { t } from '../text/index.ts';
import { Action } from './action.tsx';
import { Select } from './field.tsx';
import type { Entering } from './file-report.tsx';

interface JoinDrawingsProps {
  readonly files: readonly Entering[];
  /** Reads drawings together. @param first name of the one that shows the others; '' to find it */
  readonly onJoin: (drawings: readonly Entering[], first: string) => Promise<void>;
}

/** Where a drawing attaches files: asks for them, and reads the available ones as each other's references. */
export function JoinDrawings({ files, onJoin }: JoinDrawingsProps) {
  const [first, setFirst] = useState('');
  const drawings = drawingsToJoin(files);
  if (drawings.length === 0) return null;
  return (
    <section class="note doubt" aria-label={t('references.title')}>
      <h2>{t('references.title')}</h2>
      {drawings.length === 1 ? (
        <p>{t('references.add')}</p>
      ) : (
        <>
          <p>{t('references.text', { count: drawings.length })}</p>
          <Select
            label={t('references.first')}
            value={first}
            options={[
              ['', t('references.automatic')],
              ...drawings.map(({ file }): [string, string] => [file.name, file.name]),
            ]}
            onChange={setFirst}
          />
          <Action onClick={() => onJoin(drawings, first)}>{t('references.join')}</Action>
        </>
      )}
    </section>
  );
}
