import { open } from 'node:fs/promises';

/** fsync of a file or a folder: a name is durable only after the folder that contains it is synced. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
