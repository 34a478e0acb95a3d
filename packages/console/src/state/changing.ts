import type { Caller, Query } from '@fieldbridge/client/transport/caller.ts';
import { PreconditionFailedError } from '@fieldbridge/client/transport/errors.ts';
import type { Version } from '@fieldbridge/client/transport/version.ts';
import { t } from '../text/index.ts';
import { freshly } from './session.ts';

/** A field by its label, its previous value, and the value that somebody else stored. */
export type Difference = readonly [name: string, before: string, after: string];

/** Somebody else has changed the same thing first. */
export class ChangedMeanwhileError extends Error {
  override readonly name = 'ChangedMeanwhileError';
  readonly differences: readonly Difference[];

  constructor(differences: readonly Difference[]) {
    super(t('error.changedMeanwhile'));
    this.differences = differences;
  }
}

interface Changed<T> {
  /** As it was read. */
  readonly base: Version<T>;
  /** Receives the new version if somebody else was faster: the next change is based on it. */
  readonly onOther: (now: Version<T>) => void;
  readonly differences: (before: T, after: T) => readonly Difference[];
}

interface Change<T, R> extends Changed<T> {
  readonly change: (etag: string) => Promise<R>;
  readonly read: () => Promise<Version<T>>;
}

/**
 * Changes something only if it has not changed since it was read.
 * @throws ChangedMeanwhileError with both versions if it is not
 */
export async function changing<T, R>({ base, change, read, onOther, differences }: Change<T, R>): Promise<R> {
  try {
    return await change(base.etag);
  } catch (error) {
    if (!(error instanceof PreconditionFailedError)) throw error;
    const now = await read();
    onOther(now);
    throw new ChangedMeanwhileError(differences(base.value, now.value));
  }
}

interface StoredChange<T> extends Changed<T> {
  /** For the address that it is read from. */
  readonly query?: Query;
  /** The changes; the rest is left as it is, even if somebody else changes it. */
  readonly json: object;
}

/** As `changing`, of something that is read and changed at one address. */
export function changeStored<T>(
  caller: Caller,
  path: string,
  { query, json, ...changed }: StoredChange<T>,
): Promise<Version<T>> {
  return changing({
    ...changed,
    // Not repeated if the answer is lost: the repetition would conflict with our own change.
    change: (etag) =>
      freshly(() =>
        caller.version<T>({ method: 'PATCH', path, json, headers: { 'if-match': etag }, repeatable: false }),
      ),
    read: () => caller.version<T>({ method: 'GET', path, query }),
  });
}

/** The texts that differ. @param texts those of a version, by the label of the field */
export function differing<T>(before: T, after: T, texts: (of: T) => Readonly<Record<string, string>>): Difference[] {
  const [old, now] = [texts(before), texts(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names
    .map((name): Difference => [name, old[name] ?? '', now[name] ?? ''])
    .filter(([, one, other]) => one !== other);
}
