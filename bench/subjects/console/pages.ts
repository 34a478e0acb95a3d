import { sendTicket } from '@fieldbridge/console/testing/send-ticket.ts';
import type { Measurement } from '../../row.ts';
import { type Person, timeOf } from './person.ts';

const STEPS_OF_SCROLLING = 120;
/** Entries of a PerformanceObserver are handed over after the picture that ends them. */
const HANDED_OVER_MS = 300;
/** The first view is there: its heading, and what is listed below it. */
const FIRST = `document.querySelector('main h1') !== null && document.querySelectorAll('main .card a').length > 3`;

/** The address of the console until its first view, with what came over the wire. */
export function firstView(person: Person): Promise<Measurement> {
  return person.inPage(async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    let wire = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (wire += encodedDataLength));
    await page.goto(person.at('/'), { waitUntil: 'commit' });
    return { seconds: (await timeOf(page, FIRST)) / 1000, note: `${(wire / 1000).toFixed(1)} kB over the wire` };
  });
}

/** What a hand does, each with the time until the next picture as the browser measures it. */
export function interaction(person: Person): Promise<Measurement> {
  return person.inPage(async (page) => {
    await page.goto(person.at('/tickets'));
    await page.locator('tbody tr').first().waitFor();
    await page.evaluate(`
      window.slowest = {};
      new PerformanceObserver((list) => {
        for (const { name, duration } of list.getEntries())
          window.slowest[name] = Math.max(window.slowest[name] ?? 0, duration);
      }).observe({ type: 'event', durationThreshold: 16 });
    `);
    for (const place of ['Findings', 'Totals', 'Tickets'])
      await page.locator('.tabs').getByRole('link', { name: place }).click();
    await page.getByLabel('Product').fill('Topsoil');
    await page.locator('tbody tr').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('proj');
    await page.keyboard.press('Escape');
    await page.locator('header.bar').getByRole('link', { name: 'Projects' }).click();
    await page.getByRole('button', { name: 'Add a project' }).click();
    await page.keyboard.type('A name');
    await page.keyboard.press('Escape');
    await page.waitForTimeout(HANDED_OVER_MS);
    const slowest = Object.entries(await page.evaluate<Record<string, number>>('window.slowest'));
    if (slowest.length === 0) throw new Error('The browser measured no event.');
    const times = slowest.sort(([, a], [, b]) => b - a);
    const note = times.slice(0, 4).map(([name, time]) => `${name} ${time} ms`);
    return { seconds: times[0]![1] / 1000, note: note.join(', ') };
  });
}

/** Scrolls through tickets, with the script of each frame. */
export function scrolling(person: Person): Promise<Measurement> {
  return person.inPage(async (page) => {
    await page.goto(person.at('/tickets'));
    await page.getByText('T-0', { exact: true }).waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const script = async (): Promise<number> =>
      (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ScriptDuration')!.value;
    await page.evaluate(`
      window.framesSeen = 0;
      window.longest = 0;
      const count = () => { window.framesSeen++; requestAnimationFrame(count); };
      count();
      new PerformanceObserver((list) => {
        for (const { scripts } of list.getEntries())
          window.longest = Math.max(window.longest, scripts.reduce((sum, { duration }) => sum + duration, 0));
      }).observe({ type: 'long-animation-frame' });
    `);
    const before = await script();
    await page.mouse.move(600, 500);
    for (let i = 0; i < STEPS_OF_SCROLLING; i++) {
      await page.mouse.wheel(0, 900);
      await page.evaluate('new Promise(requestAnimationFrame)');
    }
    const taken = (await script()) - before;
    const [frames, longest] = await page.evaluate<[number, number]>('[window.framesSeen, window.longest]');
    const rows = await page.locator('tbody tr[aria-rowindex]').count();
    return {
      seconds: taken / frames,
      note: `${frames} frames, longest script of a frame over 50 ms: ${longest.toFixed(0)} ms, ${rows} rows in the page`,
    };
  });
}

/** From the answer to a ticket that was sent until its row is in the page. Both clocks are the machine's. */
export function ticketSeen(person: Person): Promise<Measurement> {
  return person.inPage(async (page) => {
    await page.goto(person.at('/tickets'));
    await page.locator('.badge', { hasText: 'live' }).waitFor();
    const externalId = `SEEN-${Date.now()}`;
    const seen = page.evaluate<number>(`new Promise((done) => {
      const watch = new MutationObserver(() => {
        if (!document.body.textContent.includes('${externalId}')) return;
        watch.disconnect();
        done(Date.now());
      });
      watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    })`);
    await sendTicket(person.server, externalId);
    const sent = Date.now();
    return { seconds: Math.max(0, (await seen) - sent) / 1000 };
  });
}
