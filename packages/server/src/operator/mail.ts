import type { MessageView } from '@fieldbridge/contract';
import { createTransport, type Transporter } from 'nodemailer';
import type { DeskContext } from './desk.ts';
import type { Messages } from './messages.ts';

const TIMEOUT_MS = 20_000;

/** Sends messages where a mail server is set; without one they are only kept. */
export class Mail {
  readonly #messages: Messages;
  readonly #context: DeskContext;
  readonly #transport: Transporter | undefined;

  constructor(messages: Messages, context: DeskContext) {
    this.#messages = messages;
    this.#context = context;
    const { smtpUrl } = context.core;
    this.#transport =
      smtpUrl === undefined
        ? undefined
        : createTransport(smtpUrl, { connectionTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS } as never);
  }

  /** Tries to send a message; how it ended stands in the message that is returned. */
  async send(message: MessageView): Promise<MessageView> {
    if (this.#transport === undefined) return message;
    const { supportEmail, mailFrom } = this.#context.core;
    try {
      await this.#transport.sendMail({
        from: mailFrom ?? supportEmail,
        to: { name: '', address: message.recipient },
        subject: message.subject,
        text: message.body,
      });
    } catch (error) {
      this.#context.log.warn({ err: error, messageId: message.id }, 'a message could not be sent');
      return this.#messages.noteSending(message.id, (error as Error).message.slice(0, 500));
    }
    return this.#messages.noteSending(message.id, undefined);
  }

  /** Closes the connections to the mail server. */
  close(): void {
    this.#transport?.close();
  }
}
