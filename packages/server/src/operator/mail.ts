import type { MessageView } from '@fieldbridge/contract';
import type { Transporter } from 'nodemailer';
import type { DeskContext } from './desk.ts';
import type { Messages } from './messages.ts';

const TIMEOUT_MS = 20_000;

/** Sends messages if a mail server is configured; otherwise they are only stored. */
export class Mail {
  readonly #messages: Messages;
  readonly #context: DeskContext;
  /** The transport to the mail server, created with the first message. */
  #transport: Promise<Transporter> | undefined;

  constructor(messages: Messages, context: DeskContext) {
    this.#messages = messages;
    this.#context = context;
  }

  /** Tries to send a message; the returned message contains the result. */
  async send(message: MessageView): Promise<MessageView> {
    const { smtpUrl, supportEmail, mailFrom } = this.#context.core;
    if (smtpUrl === undefined) return message;
    try {
      const transport = await (this.#transport ??= transportTo(smtpUrl));
      await transport.sendMail({
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
  async close(): Promise<void> {
    // A failed transport was recorded with the message that needed it.
    const transport = await this.#transport?.catch(() => undefined);
    transport?.close();
  }
}

async function transportTo(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport(smtpUrl, { connectionTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS } as never);
}
