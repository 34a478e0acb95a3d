import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { Principal } from '../directory/credential.ts';
import type { Reader, Transaction } from '../storage/port/space-store.ts';

/** Longest reason of a correction, in characters. */
export const REASON_LENGTH_MAX = 500;

/** Who made a version of a ticket by hand, and why. */
export interface Correction {
  readonly version: number;
  /** Name of the person at that time; null for a program that gave a reason. */
  readonly person: string | null;
  readonly reason: string;
}

/**
 * The reason of a change, for its history.
 * @throws ProblemError reason-missing if a person gives none: a ticket is money, and a program has its own records
 */
export function reasonOf(by: Principal, reason: string | undefined): string | undefined {
  const text = reason?.trim() ?? '';
  if (text === '' && by.personName !== undefined)
    throw new ProblemError(
      'reason-missing',
      detailOf('Give the reason for the change or deletion in the parameter reason.'),
    );
  return text === '' ? undefined : text;
}

/** Notes the reason of a version, in the transaction that makes it. */
export async function noteReason(
  tx: Transaction,
  by: Principal,
  uuid: string,
  version: number,
  reason: string | undefined,
): Promise<void> {
  if (reason === undefined) return;
  await tx.run(
    'INSERT INTO ticketReasons (uuid, version, person, reason) VALUES (?, ?, ?, ?)',
    ...[uuid, version, by.personName ?? null, reason],
  );
}

/** The reasons of a ticket's versions, by version. */
export async function reasonsOf(from: Reader, uuid: string): Promise<ReadonlyMap<number, Correction>> {
  const rows = await from.read<Correction>('SELECT version, person, reason FROM ticketReasons WHERE uuid = ?', uuid);
  return new Map(rows.map((row) => [row.version, row]));
}
