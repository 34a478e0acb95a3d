import { parentPort, workerData } from 'node:worker_threads';
import { backUp } from './backup.ts';

// The thread of a scheduled backup: reading databases through would hold up everybody in the server's own thread. It is
// stopped by its end; the next one removes what it left.
const { data, target } = workerData as { data: string; target: string };
const { signal } = new AbortController();
parentPort!.postMessage(await backUp({ data, target, secrets: true, signal, progress: () => {} }));
