import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { colourOf, THEMES, type Theme } from './palette.ts';

describe('a colour of the drawing', () => {
  const SHOWN: readonly (readonly [
    name: string,
    theme: Theme['name'],
    own: number,
    shown: number | 'ink' | 'mixed',
  ])[] = [
    ['red on white', 'light', 0xcc0000, 0xcc0000],
    ['red on black is lightened', 'dark', 0xcc0000, 'mixed'],
    ['blue on black is lightened', 'dark', 0x0000ff, 'mixed'],
    ['yellow on white is darkened', 'light', 0xffff00, 'mixed'],
    ['yellow on black', 'dark', 0xffff00, 0xffff00],
    ['white on white is ink', 'light', 0xffffff, 'ink'],
    ['black on black is ink', 'dark', 0x000000, 'ink'],
    ['black on paper', 'print', 0x000000, 'ink'],
    ['none is ink', 'dark', -1, 'ink'],
  ];
  for (const [name, theme, own, shown] of SHOWN)
    it(name, () => {
      const { ink, paper } = THEMES[theme];
      const colour = colourOf([-1, own, 0, -1], undefined, 'drawing', THEMES[theme]);
      if (shown !== 'mixed') assert.equal(colour, shown === 'ink' ? ink : shown);
      else {
        const bright = (one: number): number => 0.299 * (one >> 16) + 0.587 * ((one >> 8) & 255) + 0.114 * (one & 255);
        assert.ok(Math.abs(bright(colour) - bright(paper)) >= 79, colour.toString(16));
        const strongest = (one: number): string =>
          [one >> 16, (one >> 8) & 255, one & 255].map((part, _, all) => part > Math.max(...all) - 8).join();
        assert.equal(strongest(colour), strongest(own), 'the hue is kept');
      }
    });
});
