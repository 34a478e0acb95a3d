import type { MessageView } from '@fieldbridge/contract';
import { say } from '../state/toasts.ts';
import { t } from '../text/index.ts';
import { showOnce } from './secret.tsx';

/**
 * Says that a letter is being sent; or, if no mail server accepted it, shows it for the desk to send itself. Only this
 * answer has the address at which the secret is collected.
 * @param done the message after a letter was sent
 */
export function delivered({ sentAt, failure, recipient, subject, body }: MessageView, done: string): void {
  if (sentAt !== null && failure === null) say(done);
  else
    showOnce({
      title: subject,
      text: t('messages.sendYourself', { email: recipient }) + (failure === null ? '' : ` ${failure}`),
      values: [['', body]],
    });
}
