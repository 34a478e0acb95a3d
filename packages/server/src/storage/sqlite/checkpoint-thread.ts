import { DatabaseSync } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';
import type { CheckpointAnswer, CheckpointQuestion } from './checkpointer.ts';

// The thread behind `Checkpointer`: one connection to each database it was asked about.
const connections = new Map<string, DatabaseSync>();

function answer({ id, path, kind }: CheckpointQuestion): CheckpointAnswer {
  if (kind === 'forget') {
    connections.get(path)?.close();
    connections.delete(path);
    return { id };
  }
  let connection = connections.get(path);
  if (connection === undefined) {
    connection = new DatabaseSync(path);
    connection.exec('PRAGMA synchronous=NORMAL');
    connections.set(path, connection);
  }
  const row = connection.prepare(`PRAGMA wal_checkpoint(${kind === 'empty' ? 'TRUNCATE' : 'PASSIVE'})`).get()!;
  const busy = row['busy'] === 1;
  return { id, checkpoint: { pages: Number(row['log']), copied: Number(row['checkpointed']), busy } };
}

parentPort!.on('message', (question: CheckpointQuestion) => {
  try {
    parentPort!.postMessage(answer(question));
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number };
    parentPort!.postMessage({ id: question.id, error: message, errcode } satisfies CheckpointAnswer);
  }
});
