import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail as received. */
export interface ReceivedMail {
  /** Lines before the text: EHLO, MAIL FROM, RCPT TO. */
  readonly commands: string[];
  /** Head and body, line by line, dots doubled as they were sent. */
  text: string;
}
/** An SMTP command, and the refusal to send for it. */
export interface Refusal {
  readonly word: string;
  readonly answer: string;
}
export interface MailServer {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** A minimal mail server (RFC 5321): it accepts everything, or refuses at one command. */
export async function mailServer(refusesAt?: Refusal): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    let buffer = '';
    let isData = false;
    let mail = { commands: [] as string[], text: '' };
    socket.write('220 mail.example ESMTP\r\n');
    socket.setEncoding('utf8').on('error', () => {});
    socket.on('data', (chunk: string) => {
      buffer += chunk;
      for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        if (isData && line !== '.') mail.text += `${line}\n`;
        else if (isData) {
          isData = false;
          mails.push(mail);
          mail = { commands: [], text: '' };
          socket.write('250 kept\r\n');
        } else {
          mail.commands.push(line);
          const word = line.split(' ')[0]!.toUpperCase();
          if (word === refusesAt?.word) socket.write(`${refusesAt.answer}\r\n`);
          else if (word === 'DATA') {
            isData = true;
            socket.write('354 go on\r\n');
          } else socket.write(word === 'QUIT' ? '221 bye\r\n' : '250 well\r\n');
        }
      }
    });
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    mails,
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}
