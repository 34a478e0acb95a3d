import { ProblemError } from '@fieldbridge/client/transport/errors.ts';
import { useEffect } from 'preact/hooks';
import { isPartMissing } from '../base/reach.ts';
import { ChangedMeanwhileError } from '../state/changing.ts';
import { notice } from '../state/session.ts';
import { t } from '../text/index.ts';

/** The error in words: the server's, or those of the connection. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ProblemError) return error.problem.detail ?? error.problem.title ?? error.message;
  if (isPartMissing(error)) return t('error.part');
  if (error instanceof Error && ['NetworkError', 'TimeoutError'].includes(error.name)) return t('error.network');
  return error instanceof Error ? error.message : String(error);
}

/** An error, shown where it happened: the message, the fields concerned, and a button to try again. */
export function Problem({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  useEffect(() => {
    if (error !== undefined && error !== null) notice(error);
  }, [error]);
  if (error === undefined || error === null) return null;
  const problem = error instanceof ProblemError ? error.problem : undefined;
  return (
    <div class="problem" role="alert">
      {problem?.title !== undefined && problem.title !== problem.detail && <p class="what">{problem.title}</p>}
      <p>{sentenceOf(error)}</p>
      {error instanceof ChangedMeanwhileError && (
        <ul>
          {error.differences.map(([name, before, after]) => (
            <li>
              {name}: <bdi>{before || '–'}</bdi> →{' '}
              <b>
                <bdi>{after || '–'}</bdi>
              </b>
            </li>
          ))}
        </ul>
      )}
      {problem?.errors !== undefined && problem.errors.length > 0 && (
        <ul>
          {problem.errors.slice(0, 20).map((one) => (
            <li>
              {one.pointer !== undefined && <code>{one.pointer.replace(/^#\//, '')}</code>} {one.detail}
            </li>
          ))}
        </ul>
      )}
      {problem !== undefined && (
        <p class="quiet">
          <a href={`docs/problems#${problem.code}`} target="_blank" rel="noopener">
            {problem.code}
          </a>
          {problem.requestId !== undefined && ` · ${problem.requestId}`}
        </p>
      )}
      {retry !== undefined && (
        <button type="button" onClick={retry}>
          {t('action.retry')}
        </button>
      )}
    </div>
  );
}
