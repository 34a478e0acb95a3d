import { closeSync, fdatasyncSync, openSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from './connection.ts';
import { LONGEST_PAGES } from './log-keeper.ts';
import type { Procedure, ThreadAnswer, ThreadError, ThreadQuestion } from './procedure.ts';
import { PreparedStatements } from './statements.ts';
import { Transactions } from './transactions.ts';

// The thread behind `WriteThread`: a connection of its own to one database. Its questions come one at a time in the order of
// their transactions; a module is loaded by a question without anything given, before others name it.
const { path } = workerData as { path: string };
const connection = openDatabase(path);
const log = openSync(`${path}-wal`, 'r');
// The log is kept short from outside; only if that fails it is copied here, where nobody but this database's writers wait.
connection.exec(`PRAGMA wal_autocheckpoint=${2 * LONGEST_PAGES}`);
const statements = new PreparedStatements(connection);
const transactions = new Transactions(connection);
const procedures = new Map<string, Procedure<unknown, unknown>['run']>();

async function answer({ id, module, name, given }: ThreadQuestion): Promise<ThreadAnswer> {
  const key = `${module}#${name}`;
  if (given.length === 0) {
    const exported = (await import(module)) as Record<string, Procedure<unknown, unknown>['run']>;
    procedures.set(key, exported[name]!);
    return { id };
  }
  const run = procedures.get(key)!;
  const outcomes = transactions.runRepeatable(given.map((one) => () => run(statements, one)));
  try {
    // Nothing else waits for this thread, so it may stand still while the disk works.
    fdatasyncSync(log);
  } catch (error) {
    return { id, unsynced: plain(error) };
  }
  return { id, outcomes: outcomes.map((one) => ('error' in one ? { error: plain(one.error) } : one)) };
}

function plain(error: unknown): ThreadError {
  const { message, code, errcode } = error as ThreadError;
  return { message, code, errcode };
}

parentPort!.on('message', (question: ThreadQuestion | 'close') => {
  if (question === 'close') {
    closeSync(log);
    connection.close();
    parentPort!.close();
    return;
  }
  answer(question).then(
    (made) => parentPort!.postMessage(made),
    (error: unknown) => parentPort!.postMessage({ id: question.id, error: plain(error) } satisfies ThreadAnswer),
  );
});
