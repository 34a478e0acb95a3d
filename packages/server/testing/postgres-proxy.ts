import { connect, createServer, type Socket } from 'node:net';

/** A way to PostgreSQL on which answers can be lost. */
export interface PostgresProxy extends AsyncDisposable {
  /** The address of the database by this way. */
  readonly url: string;
  /** Cuts the connection when PostgreSQL has done the next COMMIT after a statement with a text. */
  loseCommit(text: RegExp): void;
  /** How many were lost. */
  readonly lost: number;
}

/** Opens a way to a database. @param url of the database itself */
export async function postgresProxy(url: string): Promise<PostgresProxy> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let wanted: RegExp | undefined;
  let lost = 0;
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    let [isMeant, isCommitting] = [false, false];
    const end = (): void => {
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      isMeant ||= wanted?.test(text) === true;
      if (isMeant && text.includes('COMMIT\0')) isCommitting = true;
      database.write(bytes);
    });
    database.on('data', (bytes) => {
      // The tag of a finished COMMIT.
      if (!isCommitting || !bytes.includes('COMMIT\0')) {
        client.write(bytes);
        return;
      }
      wanted = undefined;
      lost++;
      end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = new URL(url);
  own.port = String((server.address() as { port: number }).port);
  return {
    url: own.href,
    loseCommit(text) {
      wanted = text;
    },
    get lost() {
      return lost;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
