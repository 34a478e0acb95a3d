import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { Browser, ConsoleMessage, Page } from 'playwright-core';
import { violationsOf } from './axe.ts';
import { PATIENCE_MS } from './browser.ts';
import { lendPage, type PageOptions } from './kept-pages.ts';

const ELEMENT = 'document.querySelector("fieldbridge-view")';

/** Makes a browser without WebGL 2. */
export const NO_WEBGL2 = `{
  const get = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    return kind === 'webgl2' ? null : get.call(this, kind, ...rest);
  };
}`;

/** How a page is opened. */
export interface ViewPageOptions extends PageOptions {
  /** Complaints of the page that are expected. */
  readonly expected?: RegExp;
  /** Whether there is a view to wait for; by default there is. */
  readonly isDrawn?: boolean;
}

/** A page with a `<fieldbridge-view>`; its policy may forbid Playwright's evaluation, so expressions run unchanged. */
export class ViewPage {
  readonly page: Page;
  readonly #giveBack: () => Promise<void>;

  private constructor(page: Page, giveBack: () => Promise<void>) {
    this.page = page;
    this.#giveBack = giveBack;
  }

  /** Opens a page with the view drawn; fails on any error of the page. */
  static async open(browser: Browser, address: string, options: ViewPageOptions = {}): Promise<ViewPage> {
    const { expected, isDrawn = true, ...rest } = options;
    const [page, giveBack] = await lendPage(browser, rest);
    page.setDefaultTimeout(PATIENCE_MS);
    const complain = (text: string): void => {
      if (expected === undefined || !expected.test(text)) assert.fail(text);
    };
    const onError = (error: Error): void => complain(error.message);
    const onMessage = (message: ConsoleMessage): void => {
      if (message.type() === 'error') complain(message.text());
    };
    page.on('pageerror', onError).on('console', onMessage);
    await page.goto(address);
    const one = new ViewPage(page, async () => {
      await giveBack();
      page.off('pageerror', onError).off('console', onMessage);
    });
    if (isDrawn) {
      await one.until('view.viewer');
      await one.settled();
    }
    return one;
  }

  /**
   * Value of an expression about `view`, its `shadow`, `viewer` and `camera`.
   * @throws what the page shows, if it does not answer
   */
  async evaluate<T>(expression: string): Promise<T> {
    const late = new AbortController();
    const value = this.page.evaluate<T>(`(async () => {
      const view = ${ELEMENT};
      const shadow = view.shadowRoot;
      const viewer = view.viewer;
      const camera = viewer?.camera;
      return ${expression};
    })()`);
    try {
      return await Promise.race([value, this.#fail(expression, late.signal)]);
    } finally {
      late.abort();
    }
  }

  /** Fails after a time with what the page shows. */
  async #fail(expression: string, signal: AbortSignal): Promise<never> {
    await setTimeout(PATIENCE_MS, undefined, { signal, ref: false });
    const shown = this.page.evaluate(`${ELEMENT}?.shadowRoot?.textContent`);
    const text = await Promise.race([shown, setTimeout(10_000, 'nothing: it does not answer at all', { ref: false })]);
    assert.fail(`no answer to ${expression} within ${PATIENCE_MS / 1000} s; the page shows ${text}`);
  }

  /** Waits until such an expression is true. */
  until(expression: string): Promise<void> {
    return this.evaluate(`new Promise((done) => {
      const look = () => ((({ viewer }) => ${expression})(view) ? done() : requestAnimationFrame(look));
      look();
    })`);
  }

  /** Resolves when everything is drawn. */
  settled(): Promise<void> {
    return this.evaluate(`new Promise((done) => {
      viewer.addEventListener('complete', () => done(), { once: true });
      viewer.redraw();
    })`);
  }

  /** Place of a position of the job in the page, once it is stable: a fitted view is fitted again when tools appear. */
  placeOf(easting: number, northing: number): Promise<[number, number]> {
    return this.evaluate(`(async () => {
      let place;
      for (let frames = 0; frames < 3; ) {
        const { left, top } = viewer.canvas.getBoundingClientRect();
        const [x, y] = camera.toScreen(${easting}, ${northing});
        frames = place?.[0] === x + left && place[1] === y + top ? frames + 1 : 0;
        place = [x + left, y + top];
        await new Promise(requestAnimationFrame);
      }
      return place;
    })()`);
  }

  /** Colour of the picture within three pixels of a position: the one furthest from white. */
  colourAt(easting: number, northing: number): Promise<[number, number, number]> {
    return this.evaluate(`(() => {
      const copy = document.createElement('canvas');
      copy.width = viewer.canvas.width; copy.height = viewer.canvas.height;
      const context = copy.getContext('2d');
      context.drawImage(viewer.canvas, 0, 0);
      const [x, y] = camera.toScreen(${easting}, ${northing});
      const { data } = context.getImageData(Math.round(x) - 3, Math.round(y) - 3, 7, 7);
      let best = [255, 255, 255], least = 1e9;
      for (let i = 0; i < data.length; i += 4) {
        const sum = data[i] + data[i + 1] + data[i + 2];
        if (sum < least) { least = sum; best = [data[i], data[i + 1], data[i + 2]]; }
      }
      return best;
    })()`);
  }

  /** Text of the panel beside the picture. */
  panel(): Promise<string> {
    return this.evaluate("shadow.querySelector('aside').innerText");
  }

  /** Text of the note in the picture. */
  note(): Promise<string> {
    return this.evaluate("shadow.querySelector('.note').innerText");
  }

  /** The findings of an accessibility checker. @param kind only rules about that */
  violations(kind?: 'colours'): Promise<string[]> {
    return violationsOf(this.page, kind);
  }

  press(name: string): Promise<void> {
    return this.page.getByRole('button', { name, exact: true }).click();
  }

  /** Passes the page to the next test. */
  close(): Promise<void> {
    return this.#giveBack();
  }
}
