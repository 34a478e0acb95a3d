import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { until } from '@fieldbridge/server/testing/receiver.ts';
import type { TestServer } from '@fieldbridge/server/testing/server.ts';
import { missingChromium } from '@fieldbridge/viewer/testing/browser.ts';
import type { Browser } from 'playwright-core';
import {
  addressOf,
  beginSession,
  type ConsolePage,
  type KeptPages,
  openConsole,
  type PageOptions,
  SIZES,
  signIn,
  signInAsDemo,
} from '../testing/console-page.ts';
import { PLACES } from '../testing/places.ts';
import { sendTicket } from '../testing/send-ticket.ts';
import { withConsole } from '../testing/with-console.ts';

const CORPUS = fileURLToPath(new URL('../../../../shared/corpus/', import.meta.url));
const PASSWORD = 'gravel under the moon';
const SECOND_PASSWORD = 'sand above the sun';
/** Height of a window whose width is looked at. */
const LOW = 500;
const skip = missingChromium();

describe('the console in a browser', { skip }, () => {
  let server: TestServer;
  let browser: Browser;
  let link: string;
  const start = (options: PageOptions = {}): Promise<ConsolePage> => kept.stranger(options);
  let kept: KeptPages;
  /** Somebody who may do everything. */
  const demo = (options: PageOptions = {}): Promise<ConsolePage> => kept.lend(options);
  withConsole((running) => ({ server, browser, kept } = running), {}, { sample: true });
  before(async () => {
    link = server.demo.console.signInUrl;
    await sendTickets(3);
  });

  const pair = () => ({
    'content-type': 'application/json',
    'x-clientid': server.demo.weighing.clientId,
    'x-clientsecret': server.demo.weighing.clientSecret,
  });
  let sent = 0;
  async function sendTickets(count: number): Promise<string[]> {
    const uuids: string[] = [];
    for (let i = 0; i < count; i++)
      uuids.push(await sendTicket(server, `T-${++sent}`, { customer: { name: '<b>Gravel</b>' } }));
    return uuids;
  }

  test('the link that a start prints signs in to the demonstration, once', async () => {
    const one = await start();
    await signIn(one, link);
    assert.match(await one.page.locator('h1').innerText(), /Welcome, Demo/);
    const other = await start();
    await other.page.goto(link);
    await other.page.getByRole('alert').waitFor();
    assert.match(await other.page.getByRole('alert').innerText(), /used or is too old/);
  });

  describe('every page, for everybody', () => {
    // A page is opened once and looked at in every form. In the dark only rules about colours can judge otherwise, on a
    // phone only of what a laptop does not show or shows in other colours; on a wide screen everything is only larger.
    for (const [size, forms, parts] of [
      ['phone', ['phone'], 'header.bar, main h1, main summary'],
      ['laptop', ['laptop', 'wide'], undefined],
    ] as const)
      describe(`at ${size}`, () => {
        let one: ConsolePage;
        before(async () => {
          one = await openConsole(browser, server, { size });
          await beginSession(one, server);
        });
        after(() => one.context.close());
        for (const place of PLACES)
          test(`${place}: nothing in the way, nothing too wide`, async () => {
            const answer = await fetch(addressOf(server) + place, { headers: { accept: 'text/html' } });
            assert.match(await answer.text(), /<div id="app"/, `${answer.status}: the address opens the console`);
            await one.look(size, 'light');
            await one.open(place);
            assert.deepEqual(await one.violations(), []);
            for (const form of forms) {
              const [width, height] = SIZES[form];
              // What fits into the width does not depend on the height, and large pictures cost time.
              await one.page.setViewportSize({ width, height: Math.min(height, LOW) });
              const wide = await one.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
              assert.ok(wide <= 0, `${place} is ${wide} pixels too wide at ${form}`);
            }
            await one.look(size, 'dark');
            assert.deepEqual(await one.violations('colours', parts), [], 'dark');
            assert.deepEqual(one.faults, []);
          });
      });
    /** The page of tickets in one language after another. */
    async function* inEachLanguage(): AsyncGenerator<{ one: ConsolePage; language: string }> {
      const one = await openConsole(browser, server);
      await beginSession(one, server);
      for (const language of ['en', 'de', 'nl']) {
        await one.open('/tickets');
        await one.page.evaluate(`localStorage.setItem('fieldbridge.language', '${language}')`);
        await one.page.reload();
        await one.page.locator(`html[lang=${language}] header.bar nav a[aria-current]`).waitFor();
        yield { one, language };
      }
      await one.context.close();
    }
    test('the bar shows every place at any width, on tablets with whole words', async () => {
      for await (const { one, language } of inEachLanguage()) {
        for (const width of [768, 961, 1089, 1249]) {
          await one.page.setViewportSize({ width, height: LOW });
          const [hidden, tallest] = await one.page.evaluate<[number, number]>(`(() => {
            const bar = document.querySelector('header.bar nav');
            const names = [...bar.querySelectorAll('span')].map((name) => name.getBoundingClientRect().height);
            return [bar.scrollWidth - bar.clientWidth, Math.max(...names)];
          })()`);
          assert.ok(hidden <= 0 && tallest < 30, `${language}, ${width}: ${hidden} pixels hidden, ${tallest} high`);
        }
      }
    });
    test('the bar of a phone breaks names at their syllables', async () => {
      for await (const { one, language } of inEachLanguage()) {
        for (const width of [360, 390]) {
          await one.page.setViewportSize({ width, height: LOW });
          const broken = await one.page.evaluate<
            string[]
          >(`[...document.querySelectorAll('header.bar nav span')].flatMap(
            ({ firstChild: text }) => {
              let from = 0;
              return text.data.split('\u00ad').filter((part) => {
                const range = document.createRange();
                // The hyphen itself counts to what follows it.
                range.setStart(text, from === 0 ? 0 : from + 1);
                range.setEnd(text, from + part.length);
                from += part.length + 1;
                return range.getClientRects().length > 1;
              });
            },
          )`);
          assert.deepEqual(broken, [], `${language}, ${width}`);
        }
      }
    });
    test('also the page to sign in, and one that does not exist', async () => {
      const one = await start();
      await one.open('/sign-in');
      assert.deepEqual(await one.violations(), []);
      const person = await demo();
      await person.page.goto(`${addressOf(server)}/desk/nothing`);
      await person.page.locator('h1', { hasText: 'There is no such page' }).waitFor();
      assert.deepEqual(await person.violations(), []);
    });
    for (const locale of ['de-DE', 'nl-NL', 'fr-FR'])
      test(`speaks the browser's language before anybody has signed in: ${locale}`, async () => {
        const one = await start({ locale });
        await one.open('/sign-in');
        assert.equal(
          await one.page.evaluate<string>('document.documentElement.lang'),
          locale === 'fr-FR' ? 'en' : locale.slice(0, 2),
        );
      });
  });

  test("speaks a person's language, also if the texts of the browser's come later", async () => {
    const one = await start({ locale: 'de-DE' });
    const { page } = one;
    const { promise: isIn, resolve: enter } = Promise.withResolvers<void>();
    await page.route('**/de-*.js', async (route) => {
      await isIn;
      await route.continue();
    });
    const late = page.waitForResponse('**/de-*.js');
    await signInAsDemo(one, server);
    enter();
    await (await late).finished();
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    assert.equal(await page.evaluate<string>('document.documentElement.lang'), 'en');
    await page.locator('h1', { hasText: 'Welcome' }).waitFor();
  });

  test('drop, report, choose, import, look, export', async () => {
    const one = await demo();
    const { page } = one;
    await one.open('/jobs/new');
    await page.locator('input[type=file]').setInputFiles(`${CORPUS}dxf/colors.dxf`);
    await page.locator('.tree').waitFor();
    await page.locator('.file', { hasText: /Detected: .*DXF.* certain/ }).waitFor();
    const layers = page.locator('.tree details', { hasText: 'Layers' });
    const shown = await layers.locator('summary small').innerText();
    await layers.getByRole('button', { name: 'Invert' }).click();
    await layers.getByRole('button', { name: 'All' }).click();
    assert.equal(await layers.locator('summary small').innerText(), shown);
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.locator('fieldbridge-view canvas').first().waitFor();
    await page.locator('.badge', { hasText: 'imported' }).waitFor();
    await page.addInitScript(`{
      const get = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return kind === 'webgl2' ? null : get.call(this, kind, ...rest);
      };
    }`);
    await page.reload();
    const still = page.locator('fieldbridge-view img.still');
    await still.waitFor();
    const width = await page.evaluate<number>(`(async () => {
      const image = document.querySelector('fieldbridge-view').shadowRoot.querySelector('img.still');
      await image.decode();
      return image.naturalWidth;
    })()`);
    assert.ok(width > 500, `${width}`);
    assert.match(await page.locator('fieldbridge-view .note').innerText(), /still picture that the server drew/);
    await page.getByRole('button', { name: 'Draw it here, slowly' }).click();
    await page.locator('fieldbridge-view canvas').first().waitFor();
    // The policy of the page lets a sheet be made, too.
    await page.evaluate('window.print = () => { window.isPrinted = true; }');
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await page.getByLabel('Paper').selectOption('A4');
    await page.locator('fieldbridge-view form').getByRole('button', { name: 'Print' }).click();
    await page.evaluate(`new Promise((done) => {
      const look = () => (window.isPrinted ? done() : setTimeout(look, 20));
      look();
    })`);
    assert.equal(await page.locator('.fieldbridge-sheet image').count(), 2);
    // A phone goes on while it prints: the sheet is not over the page, which is narrower.
    await one.look('phone', 'light');
    const sheet = (await page.locator('.fieldbridge-sheet').boundingBox())!;
    assert.ok(sheet.x + sheet.width <= 0, JSON.stringify(sheet));
    await one.look('laptop', 'light');
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    await page.getByRole('link', { name: 'Export' }).last().click();
    const card = page.locator('.card', { hasText: 'GeoJSON' });
    await card.getByRole('button').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'colors.geojson');
    const made = JSON.parse(await readFile(await download.path(), 'utf8')) as { features: unknown[] };
    assert.ok(made.features.length > 50, `${made.features.length} features`);
    // An experimental format, too.
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('.card', { hasText: '.tp3' }).getByRole('button').click();
    const [project] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    assert.equal(project.suggestedFilename(), 'colors.tp3');
    assert.deepEqual(one.faults, []);
    // The next test has WebGL.
    await one.context.close();
  });

  test('a reference system is found by place and name, with where the data would be', async () => {
    const one = await demo({ size: 'phone', dark: true });
    const { page } = one;
    await one.open('/jobs/new');
    // A square of a kilometre around Dam Square in Amsterdam, in RD.
    const points = 'name,northing,easting,elevation,code\nA,487000,121000,1,K\nB,488000,122000,1,K\n';
    const file = { name: 'points.csv', mimeType: 'text/csv', buffer: Buffer.from(points) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.locator('.tree').waitFor();
    await page.locator('summary', { hasText: 'Options' }).click();
    await page.getByRole('button', { name: 'Choose …' }).click();
    const dialog = page.locator('dialog');
    await dialog.getByLabel('Number, name or place').fill('netherlands');
    await dialog.locator('li', { hasText: '28992' }).getByText('contains the data').waitFor();
    await dialog.getByText(/The data is in the area of use: 52\.37\d° N, 4\.8\d\d° E/).waitFor();
    await dialog.getByRole('img', { name: /area of use of RD, and the data at/ }).waitFor();
    assert.deepEqual(await one.violations(), []);
    await dialog.getByRole('button', { name: /^23095/ }).click();
    await dialog.getByText('The data is outside the area of use').waitFor();
    await dialog.getByRole('button', { name: /^28992/ }).click();
    await dialog.getByRole('button', { name: 'Use EPSG:28992' }).click();
    assert.equal(await page.getByLabel('Reference system', { exact: true }).inputValue(), 'EPSG:28992');
    await page.getByRole('button', { name: 'Read again with these options' }).click();
    await page.locator('dl.facts', { hasText: 'EPSG:28992' }).waitFor();
    assert.deepEqual(one.faults, []);
  });

  test('a file that fits two formats says so, and is read as the other one', async () => {
    const one = await demo();
    const { page } = one;
    await one.open('/jobs/new');
    const buffer = Buffer.from('A,487000,121000,1,K\nB,488000,122000,1,K\n');
    await page.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
    await page.locator('.tree').waitFor();
    const file = page.locator('.file');
    await file.getByText('probable').waitFor();
    const formats = file.getByLabel('Read the file as');
    assert.equal(await formats.inputValue(), 'csv');
    assert.deepEqual(await one.violations(), []);
    await formats.selectOption('points');
    await file.getByText('Read as: ').waitFor();
    await page.locator('.tree').waitFor();
    assert.equal(await formats.inputValue(), 'points');
    await formats.selectOption({ label: 'As detected' });
    await file.getByText('probable').waitFor();
    await formats.selectOption('points');
    await file.getByText('Read as: ').waitFor();
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.locator('.badge', { hasText: 'imported' }).waitFor();
    const jobId = new URL(page.url()).pathname.split('/').at(-1);
    const { clientId, clientSecret } = server.demo.conversion;
    const headers = { 'x-clientid': clientId, 'x-clientsecret': clientSecret };
    const answer = await fetch(`${server.url}/conversion/job/${jobId}/status`, { headers });
    const { imports } = (await answer.json()) as { imports: { format: string }[] };
    assert.deepEqual(
      imports.map(({ format }) => format),
      ['points'],
    );
    assert.deepEqual(one.faults, []);
  });

  test('a site that is too large to be one: the units in which it would be sensible', async () => {
    const one = await demo();
    const { page } = one;
    await one.open('/jobs/new');
    const line = '0\nLINE\n8\nA\n10\n121000\n20\n121000\n11\n166000\n21\n166000\n';
    const header = '0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n6\n0\nENDSEC\n';
    const dxf = `${header}0\nSECTION\n2\nENTITIES\n${line}0\nENDSEC\n0\nEOF\n`;
    const file = { name: 'large.dxf', mimeType: 'application/dxf', buffer: Buffer.from(dxf) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('A site of 45 km is rare').waitFor();
    await page.getByRole('button', { name: 'Millimetres: 45 m' }).click();
    await page.getByText('A site of 45 km is rare').waitFor({ state: 'detached' });
    await page.locator('.tree').waitFor();
    assert.equal(await page.getByText('is rare').count(), 0);
    // One point far away says nothing about the unit; once the report is there, so is the view of the file.
    const lines = Array.from(
      { length: 30 },
      (_, i) => `0\nLINE\n8\nA\n10\n${121000 + i}\n20\n5600000\n11\n121900\n21\n5600900\n`,
    );
    const stray = '0\nPOINT\n8\nA\n10\n0\n20\n0\n';
    const withStray = `${header}0\nSECTION\n2\nENTITIES\n${lines.join('')}${stray}0\nENDSEC\n0\nEOF\n`;
    await page.getByRole('button', { name: 'Leave out' }).click();
    const view = page.waitForResponse(/\/view$/);
    await page.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from(withStray) });
    await page.locator('.tree').waitFor();
    await view;
    await page.waitForTimeout(200);
    assert.equal(await page.getByText('is rare').count(), 0);
    assert.deepEqual(one.faults, []);
  });

  test('options that were entered count without reading the file again, and so does what was deselected', async () => {
    const one = await demo();
    const { page } = one;
    await one.open('/jobs/new');
    const lines = ['Kerb', 'Wall'].map(
      (layer) => `0\nLINE\n8\n${layer}\n10\n440000\n20\n5600000\n11\n440100\n21\n5600100\n`,
    );
    const dxf = `0\nSECTION\n2\nENTITIES\n${lines.join('')}0\nENDSEC\n0\nEOF\n`;
    const file = { name: 'plan.dxf', mimeType: 'application/dxf', buffer: Buffer.from(dxf) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.locator('.tree').getByLabel('Wall').uncheck();
    await page.locator('summary', { hasText: 'Options' }).click();
    await page.getByLabel('Reference system').fill('25832');
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.waitForURL(/\/jobs\/[0-9a-f-]{36}/);
    const jobId = new URL(page.url()).pathname.split('/')[2];
    const { clientId, clientSecret } = server.demo.conversion;
    const headers = { 'x-clientid': clientId, 'x-clientsecret': clientSecret };
    await fetch(`${server.url}/conversion/job/${jobId}/status?wait=60`, { headers });
    const answer = await fetch(`${server.url}/conversion/job/${jobId}/info`, { headers });
    const { crs, counts } = (await answer.json()) as { crs: string; counts: Record<string, number> };
    assert.deepEqual([crs, counts['lines'], counts['drawings']], ['EPSG:25832', 1, 0]);
    assert.deepEqual(one.faults, []);
  });

  test('an issue leads to its place, in the file before the import and in the job after it', async () => {
    const one = await demo();
    const { page } = one;
    await one.open('/jobs/new');
    const line = '0\nLINE\n8\nA\n10\n0\n20\n0\n11\n100\n21\n100\n';
    const circle = '0\nCIRCLE\n8\nA\n10\n75\n20\n25\n40\n-1\n';
    const dxf = `0\nSECTION\n2\nENTITIES\n${line}${circle}0\nENDSEC\n0\nEOF\n`;
    const file = { name: 'circle.dxf', mimeType: 'application/dxf', buffer: Buffer.from(dxf) };
    await page.locator('input[type=file]').setInputFiles(file);
    const issue = page.locator('ul.issues li', { hasText: 'a circle or arc was left out' });
    // Not `waitForFunction`: what that repeats in the page is refused by the security policy.
    const toBeMiddle = () =>
      until(
        () =>
          page.evaluate<boolean>(`(() => {
            const viewer = document.querySelector('fieldbridge-view')?.viewer;
            if (viewer === undefined) return false;
            const { width, height } = viewer.canvas.getBoundingClientRect();
            const [easting, northing] = viewer.camera.toWorld(width / 2, height / 2);
            return Math.abs(easting - 75) < 0.1 && Math.abs(northing - 25) < 0.1;
          })()`),
        'the place of the issue',
      );
    await page.locator('fieldbridge-view canvas').first().waitFor();
    await issue.getByRole('button', { name: 'Show in the plan' }).click();
    await toBeMiddle();
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.locator('.badge', { hasText: 'imported' }).waitFor();
    await page.getByRole('link', { name: 'Files', exact: true }).click();
    await issue.getByRole('link', { name: 'Show in the plan' }).click();
    await page.getByText('75.000 / 25.000').waitFor();
    await toBeMiddle();
    assert.deepEqual(one.faults, []);
  });

  test('a background drawing is placed by pairs, whose residuals are shown before anything is applied', async () => {
    const one = await demo({ size: 'phone' });
    const { page } = one;
    await one.open('/jobs/new');
    const line = '0\nLINE\n8\nA\n10\n0\n20\n0\n11\n100\n21\n0\n';
    const dxf = `0\nSECTION\n2\nENTITIES\n${line}0\nENDSEC\n0\nEOF\n`;
    const file = { name: 'plan.dxf', mimeType: 'application/dxf', buffer: Buffer.from(dxf) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.locator('.tree').waitFor();
    await page.getByLabel('Import as').selectOption('drawing');
    const section = page.getByRole('region', { name: 'Placement by pairs of points' });
    const place = section.getByRole('button', { name: 'Place the drawing like this' });
    assert.equal(await place.isDisabled(), true);
    await section.getByRole('button', { name: 'Another pair' }).click();
    // Turned by a right angle about (1000, 2000); the third pair is 0.3 off to the east.
    const pairs = [
      ['0', '0', '1000', '2000'],
      ['100', '0', '1000', '2100'],
      ['0', '50', '950,3', '2000'],
    ];
    for (const [row, cells] of pairs.entries())
      for (const [i, label] of ['Easting in', 'Northing in', 'Easting on', 'Northing on'].entries())
        await section.getByLabel(`Pair ${row + 1}: ${label}`).fill(cells[i]!);
    await section.getByText('Rotation').waitFor();
    assert.match(await section.locator('fieldset').nth(2).innerText(), /Residual: 0\.\d{3} east/);
    await section.getByRole('img', { name: 'The pairs in the plan' }).waitFor();
    assert.deepEqual(await one.violations(), []);
    await section.getByRole('button', { name: 'Remove' }).last().click();
    await section.getByText('Two pairs leave nothing to compare').waitFor();
    await place.click();
    await page.locator('.tree').waitFor();
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.locator('.badge', { hasText: 'imported' }).waitFor();
    const jobId = new URL(page.url()).pathname.split('/').at(-1);
    const { clientId, clientSecret } = server.demo.conversion;
    const headers = { 'x-clientid': clientId, 'x-clientsecret': clientSecret };
    const made = await fetch(`${server.url}/conversion/job/${jobId}/asdxf`, { headers });
    const written = await made.text();
    // Exports draw a background in its place: the end of the line is where the second pair says.
    assert.match(written, /\$EXTMAX\s+10\s+1000\.0\s+20\s+2100\.0\s/);
    assert.deepEqual(one.faults, []);
  });

  test('a folder that is dropped: its files, also those in its folders, go into one job', async () => {
    const one = await demo();
    const { page } = one;
    const folder = await mkdtemp(join(tmpdir(), 'fieldbridge-dropped-'));
    await mkdir(join(folder, 'deep'));
    await writeFile(join(folder, 'a.csv'), 'A,487000,121000,1,K\n');
    await writeFile(join(folder, 'deep/b.csv'), 'B,487100,121100,1,K\n');
    await one.open('/jobs/new');
    const { x, y } = (await page.locator('.drop').boundingBox())!;
    const session = await one.context.newCDPSession(page);
    const data = { items: [], files: [folder], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: x + 20, y: y + 20, data });
    await page.getByRole('button', { name: 'Import 2 files' }).click();
    await page.getByRole('link', { name: 'Files', exact: true }).click();
    await page.locator('section.card[aria-label="b.csv"] .badge', { hasText: 'imported' }).waitFor();
    assert.equal(await page.locator('section.card[aria-label="a.csv"]').count(), 1);
    await rm(folder, { recursive: true });
    assert.deepEqual(one.faults, []);
  });

  test('what is not a drawing is refused with a reason, and nothing is lost', async () => {
    const one = await demo();
    await one.open('/jobs/new');
    const good = { name: 'S1.xml', mimeType: 'text/xml', buffer: await readFile(`${CORPUS}landxml/S1.xml`) };
    const bad = {
      name: '<img src=x onerror=alert(1)>.dxf',
      mimeType: 'application/dxf',
      buffer: Buffer.from('nothing'),
    };
    await one.page.locator('input[type=file]').setInputFiles([bad, good]);
    await one.page.getByRole('alert').waitFor();
    await one.page.locator('.tree').waitFor();
    assert.equal(await one.page.getByRole('button', { name: 'Import the file' }).isEnabled(), true);
    // Whose files were only looked at, a job is not kept.
    await one.open('/jobs');
    await one.page.locator('.card.job', { hasText: 'onerror' }).waitFor({ state: 'detached' });
    assert.deepEqual(one.faults, []);
  });

  test('a ticket is corrected with a reason, and the history says who and why', async () => {
    const [uuid] = await sendTickets(1);
    const one = await demo();
    const { page } = one;
    await one.open(`/tickets/${uuid}`);
    assert.match(await page.locator('.sheet').innerText(), /25\.4 t/);
    await page.getByRole('button', { name: 'Correct' }).click();
    await page.getByLabel('Nett weight', { exact: true }).fill('26.00');
    const go = page.locator('dialog').getByRole('button', { name: 'Correct' });
    assert.equal(await go.isDisabled(), true, 'without a reason');
    await page.getByLabel('Reason').fill('weighed twice');
    // Twice, as fast as a hand can.
    await go.dblclick();
    await page.locator('.history', { hasText: 'weighed twice' }).waitFor();
    assert.match(await page.locator('.sheet').innerText(), /26\.00 t/);
    assert.equal(await page.locator('.history > li').count(), 2);
    assert.match(await page.locator('.history').innerText(), /Demo/);
    assert.deepEqual(one.faults, []);
  });

  test('a ticket is seen as soon as it is sent, and gone as soon as it is deleted', async (t) => {
    const one = await demo();
    const { page } = one;
    await one.open('/tickets');
    await page.locator('.badge', { hasText: 'live' }).waitFor();
    const took: number[] = [];
    for (let i = 0; i < 5; i++) {
      const [uuid] = await sendTickets(1);
      const stored = performance.now();
      await page.locator(`a[href$="${uuid}"]`).waitFor();
      took.push(performance.now() - stored);
      if (i > 0) continue;
      await fetch(`${server.url}/weighing-sandbox/v2/weighing/${uuid}`, { method: 'DELETE', headers: pair() });
      await page.locator(`a[href$="${uuid}"]`).waitFor({ state: 'detached' });
    }
    // The budget is 0.3 s on a quiet machine; here other tests run beside it.
    assert.ok(took.sort((a, b) => a - b)[2]! < 1500, `${took.map(Math.round).join(', ')} ms`);
    t.diagnostic(`a ticket is in the list after ${took.map(Math.round).join(', ')} ms`);
  });

  test('the screen of a weigh bridge shows its newest ticket, large, and nothing else', async () => {
    const one = await demo();
    const { page } = one;
    const [locationId] = server.demo.weighing.locationIds;
    await one.open(`/tickets/kiosk?locationId=${locationId}`);
    await page.locator('.kiosk .badge', { hasText: 'live' }).waitFor();
    const [uuid] = await sendTickets(1);
    await page.locator('.newest', { hasText: `T-${sent}` }).waitFor();
    assert.match((await page.locator('.nett').textContent()) ?? '', /25\.4 t$/);
    assert.equal(await page.locator('header.bar').isVisible(), false);
    await fetch(`${server.url}/weighing-sandbox/v2/weighing/${uuid}`, { method: 'DELETE', headers: pair() });
    await page.locator('.newest', { hasText: `T-${sent - 1}` }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('main a.card').first().waitFor();
    assert.deepEqual(one.faults, []);
  });

  test('tickets of a CSV: columns, preview, sent once, refused rows to correct', async () => {
    const one = await demo();
    const { page } = one;
    await one.open('/tickets/import');
    const rows = [
      'C-1;25,40;04-05-2026 10:00;Müller;x',
      'C-2;zwölf;04-05-2026 10:05;Gravel;x',
      'C-3;3,1;04-05-2026 10:10;=1+1;x',
    ];
    const buffer = Buffer.from(`Bon;Netto;Datum;Klant;Rest\r\n${rows.join('\r\n')}\r\n`, 'latin1');
    const field = page.locator('input[type=file]');
    await field.setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('alert').getByText('is not utf-8').waitFor();
    await page.getByLabel('Encoding').selectOption('windows-1252');
    await page
      .locator('select[aria-label="Field of Bon"] option[value=externalId]:checked')
      .waitFor({ state: 'attached' });
    assert.equal(await page.getByLabel('Field of Rest').inputValue(), '');
    await page.getByLabel('Field of Rest').selectOption('vehicle.licenseplate');
    await page.getByLabel('How numbers are written').selectOption(',');
    await page.getByLabel('How times are written').fill('dd-MM-yyyy HH:mm');
    await page.getByLabel('Time zone').fill('Europe/Amsterdam');
    await page.getByLabel('Unit of the nett weight').selectOption('t');
    await page.getByLabel('Weigh bridge of every ticket').selectOption({ index: 1 });
    const preview = page.getByRole('region', { name: 'The first tickets' });
    await preview.getByText('2026-05-04T10:00:00+02:00').waitFor();
    assert.match(await preview.innerText(), /"quantity":25\.40,"unit":"t"/);
    assert.match(await preview.innerText(), /"zwölf" is not a number/);
    assert.deepEqual(await one.violations(), []);
    const send = page.getByRole('button', { name: 'Send the tickets' });
    await send.dblclick();
    await page.getByText('3 rows: 2 stored, 0 stored before, 1 refused').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the refused rows' }).click(),
    ]);
    const refused = await readFile(await download.path(), 'utf8');
    assert.match(refused, /^Bon,Netto,Datum,Klant,Rest,refusedLine,refusedReason\r\nC-2,zwölf,/);
    // The same file once more: nothing is sent twice.
    await send.click();
    await page.getByText('3 rows: 0 stored, 2 stored before, 1 refused').waitFor();
    const list = await fetch(`${server.url}/weighing-sandbox/v2/weighing?externalId=C-1`, { headers: pair() });
    const { items } = (await list.json()) as { items: { customer: { name: string } }[] };
    assert.deepEqual(
      items.map(({ customer }) => customer.name),
      ['Müller'],
    );
    assert.deepEqual(one.faults, []);
  });

  test('if somebody else was faster, both versions are shown and what was typed stays', async () => {
    const [uuid] = await sendTickets(1);
    const [one, other] = [await demo(), await demo()];
    for (const { open } of [one, other]) await open(`/tickets/${uuid}`);
    for (const [{ page }, text] of [
      [one, 'Sand'],
      [other, 'Soil'],
    ] as const) {
      await page.getByRole('button', { name: 'Correct' }).click();
      await page.getByLabel('Product: name').fill(text);
      await page.getByLabel('Reason').fill('wrong product');
    }
    await one.page.locator('dialog').getByRole('button', { name: 'Correct' }).click();
    await one.page.locator('.history', { hasText: 'Sand' }).waitFor();
    const dialog = other.page.locator('dialog');
    await dialog.getByRole('button', { name: 'Correct' }).click();
    await dialog.getByRole('alert').waitFor();
    assert.match(await dialog.getByRole('alert').innerText(), /Sand/);
    assert.equal(await other.page.getByLabel('Product: name').inputValue(), 'Soil');
    await dialog.getByRole('button', { name: 'Correct' }).click();
    await other.page.locator('.history', { hasText: 'Soil' }).waitFor();
  });

  test('asked for, approved, invited, signed in: and only what the role allows', async () => {
    const desk = await demo();
    const { page } = desk;
    await desk.open('/desk/organisations');
    await page.getByRole('button', { name: 'Add an organisation' }).click();
    await page.getByLabel('Name').fill('Dyke & Sons');
    await page.locator('dialog').getByRole('button', { name: 'Add an organisation' }).click();
    await page.locator('h1', { hasText: 'Dyke & Sons' }).waitFor();
    await page.getByRole('button', { name: 'Issue a credential' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Issue a credential' }).click();
    await page.locator('.secret', { hasText: 'fbcs_' }).waitFor();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    assert.equal(await page.getByText('fbcs_').count(), 0, 'a secret is shown once');
    await page.getByRole('button', { name: 'Change name and contact' }).click();
    await page.getByLabel('Note').fill('Pays by the month');
    await page.locator('dialog').getByRole('button', { name: 'Save' }).click();
    await page.locator('dl.facts', { hasText: 'Pays by the month' }).waitFor();
    const quotas = page.locator('.card', { hasText: 'Quotas' });
    await quotas.getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Storage (MB)').fill('250');
    await page.locator('dialog').getByRole('button', { name: 'Save' }).click();
    await quotas.getByText('/ 250 MB').waitFor();
    await desk.open('/desk/people');
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('Name').fill('Grace');
    await page.getByLabel('E-mail address').fill('grace@example.org');
    await page.getByLabel('Organisation').selectOption({ label: 'Dyke & Sons' });
    await page.getByLabel('Surveyor: jobs').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.card', { hasText: 'Grace' }).getByRole('button', { name: 'Invite' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Invite' }).click();
    const invitation = (await page.locator('.secret code').innerText()).replace('127.0.0.1', 'localhost');

    const grace = await start();
    await grace.page.goto(invitation);
    await grace.page.getByLabel('Choose a password').fill(PASSWORD);
    await grace.page.getByRole('button', { name: 'Set the password and sign in' }).click();
    await grace.page.locator('h1', { hasText: 'Welcome, Grace' }).waitFor();
    const links = await grace.page.locator('header.bar nav a').allInnerTexts();
    assert.deepEqual(
      links.map((text) => text.replace('\u00ad', '').trim()),
      ['Home', 'Jobs', 'Developer'],
    );
    assert.deepEqual(grace.faults, []);

    // Another password ends the session that was left open elsewhere.
    const elsewhere = await start();
    await elsewhere.open('/');
    await elsewhere.page.getByLabel('E-mail address').fill('grace@example.org');
    await elsewhere.page.getByLabel('Password').fill(PASSWORD);
    await elsewhere.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await elsewhere.page.locator('h1', { hasText: 'Welcome, Grace' }).waitFor();
    await grace.open('/me');
    await grace.page.getByRole('button', { name: 'Choose another password' }).click();
    await grace.page.getByLabel('Choose a password').fill(SECOND_PASSWORD);
    await grace.page.locator('dialog').getByRole('button', { name: 'Save' }).click();
    await grace.page.getByText('The password was changed.').waitFor();
    // Not a click of the mouse: the page may have noticed by itself, and the dialog is in front then.
    await elsewhere.page.locator('header.bar a', { hasText: 'Jobs' }).dispatchEvent('click');
    await elsewhere.page.locator('dialog', { hasText: 'Your session has ended' }).waitFor();

    // A session that ends is opened again over what somebody does, which then goes on.
    await grace.open('/jobs/new');
    await grace.context.clearCookies();
    await grace.page.locator('input[type=file]').setInputFiles(`${CORPUS}landxml/S1.xml`);
    const dialog = grace.page.locator('dialog', { hasText: 'Your session has ended' });
    await dialog.getByLabel('Password').fill(SECOND_PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await grace.page.locator('.tree').waitFor();

    // The role is taken away while the page is open.
    await server.context.people.people.change(
      'test',
      (await server.context.people.people.byEmail('grace@example.org'))!.id,
      { roles: {} },
    );
    await grace.page.getByRole('button', { name: 'Import the file' }).click();
    await grace.page.locator('h1', { hasText: 'not for your roles' }).waitFor();
  });

  test('an operation is tried in the sandbox, also with a lost answer', async () => {
    const one = await demo();
    const { page } = one;
    await one.open('/developer/try?interface=weighing&operation=POST%20%2Fweighing');
    const body = page.getByLabel('Body');
    const [bridge] = server.demo.weighing.locationIds;
    await page.locator('pre', { hasText: bridge }).waitFor({ state: 'attached' });
    const text = (await body.inputValue()).replace(/"externalId": "[^"]*"/, '"externalId": "TRY-1"');
    await body.fill(text);
    await page.getByLabel('Failure').selectOption('cut-after');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('The connection was cut').waitFor();
    await page.getByLabel('Failure').selectOption('');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('h2', { hasText: '409' }).waitFor();
    assert.match((await page.locator('section pre').last().textContent()) ?? '', /"identical": true/);
    assert.deepEqual(one.faults, []);
  });

  test('the search finds pages, jobs and tickets, by the keyboard alone', async () => {
    const one = await demo();
    await one.open('/');
    await one.page.keyboard.press('Control+k');
    await one.page.getByRole('combobox', { name: 'Find' }).waitFor();
    await one.page.keyboard.type('sampl');
    await one.page.locator('[role=option]', { hasText: 'Sample' }).waitFor();
    await one.page.keyboard.press('Enter');
    await one.page.locator('h1', { hasText: 'Sample' }).waitFor();
    const [uuid] = await sendTickets(1);
    await one.page.keyboard.press('Control+k');
    await one.page.getByRole('combobox', { name: 'Find' }).fill(`T-${sent}`);
    await one.page.locator('[role=option]', { hasText: `T-${sent}` }).click();
    await one.page.waitForURL(`**/tickets/${uuid}`);
    await one.page.keyboard.press('?');
    await one.page.locator('dialog', { hasText: 'Ctrl K' }).waitFor();
    await one.page.keyboard.press('Escape');
    assert.equal(await one.page.locator('dialog').count(), 0);
  });
});
