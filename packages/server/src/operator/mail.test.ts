import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MessageView } from '@fieldbridge/contract';
import { openDeskParts } from '../../testing/desk-parts.ts';
import { mailServer } from '../../testing/mail-server.ts';
import type { DeskContext } from './desk.ts';
import { Mail } from './mail.ts';

/** A desk with one message to send, and its mail. */
async function withMessage(core: { smtpUrl?: string; mailFrom?: string }, recipient = 'it@gravel.example') {
  const desk = openDeskParts();
  const warnings: unknown[] = [];
  const log = { warn: (about: unknown) => void warnings.push(about) };
  const mail = new Mail(desk.messages, {
    core: { supportEmail: 'desk@bridge.example', ...core },
    log,
  } as unknown as DeskContext);
  const request = await desk.requests.add('form', 'form', {
    ...{ organisationName: 'Gravel', email: 'it@gravel.example', interface: 'conversion' },
  });
  const letter = { subject: 'Zugang für Müller 😀', body: 'Dear Ada,\n.\n.. two dots\nhttps://x/collections/fbse_x\n' };
  const message: MessageView = await desk.database.write((tx) =>
    desk.messages.addNow(tx, request.id, recipient, letter),
  );
  const end = async () => {
    await mail.close();
    await desk[Symbol.asyncDispose]();
  };
  return { desk, mail, message, warnings, [Symbol.asyncDispose]: end };
}

describe('a message of the desk', () => {
  test('is sent to its recipient, from the support address or the configured one, whatever it contains', async () => {
    for (const [mailFrom, from] of [
      [undefined, 'desk@bridge.example'],
      ['The desk <post@bridge.example>', 'post@bridge.example'],
    ] as const) {
      await using server = await mailServer();
      await using one = await withMessage({ smtpUrl: server.url, ...(mailFrom === undefined ? {} : { mailFrom }) });
      const sent = await one.mail.send(one.message);
      assert.deepEqual([sent.sentAt, sent.failure], [new Date(one.desk.clock.now()).toISOString(), null]);
      const [mail] = server.mails;
      assert.ok(mail!.commands.includes('RCPT TO:<it@gravel.example>'), mail!.commands.join('\n'));
      assert.ok(mail!.commands.some((line) => line.startsWith(`MAIL FROM:<${from}>`)));
      const [head, body] = mail!.text.split('\n\n', 1).concat(mail!.text.slice(mail!.text.indexOf('\n\n') + 2));
      assert.match(head!, /^Subject: =\?UTF-8\?/m);
      // A line with a single dot would end the mail; the receiver removes a dot in front of it (RFC 5321 §4.5.2).
      assert.ok(body!.includes('\n..\n') && body!.includes('\n... two dots\n'), body!);
      assert.ok(body!.includes('collections/fbse_x'));
    }
  });

  test('cannot be redirected by its recipient’s address', async () => {
    await using server = await mailServer();
    for (const recipient of [
      'a@b.example>\r\nRCPT TO:<all@x.example',
      'a@b.example, c@d.example',
      'a@b.example\nBcc: c@d.example',
    ]) {
      await using one = await withMessage({ smtpUrl: server.url }, recipient);
      await one.mail.send(one.message);
    }
    const recipients = server.mails.flatMap(({ commands }) => commands.filter((line) => line.startsWith('RCPT')));
    for (const line of recipients) {
      assert.doesNotMatch(line, /<(?:all@x|c@d)\.example>/);
      assert.equal(line.match(/</g)?.length, 1);
    }
    for (const { text } of server.mails) assert.doesNotMatch(text.split('\n\n')[0]!, /^Bcc:/m);
  });

  test("that is refused is stored with the mail server's reply, and can be sent again", async () => {
    await using full = await mailServer({ word: 'RCPT', answer: '552 mailbox full' });
    await using one = await withMessage({ smtpUrl: full.url });
    const refused = await one.mail.send(one.message);
    assert.equal(refused.sentAt, null);
    assert.match(refused.failure!, /552 mailbox full/);
    assert.equal(one.warnings.length, 1);
    const again = await one.mail.send(refused);
    assert.match(again.failure!, /552/, 'the connection to the server is open for another attempt');
  });

  test('fails with a reason if there is no server, and never shows the password', async () => {
    await using one = await withMessage({ smtpUrl: 'smtp://ada:hunter2@127.0.0.1:1' });
    const failed = await one.mail.send(one.message);
    assert.match(failed.failure!, /ECONNREFUSED/);
    assert.ok(failed.failure!.length <= 500);
    assert.ok(!JSON.stringify([failed, one.warnings]).includes('hunter2'));
  });

  test('stays unsent if no mail server is configured', async () => {
    await using one = await withMessage({});
    assert.equal(await one.mail.send(one.message), one.message);
    assert.deepEqual(one.warnings, []);
  });
});
