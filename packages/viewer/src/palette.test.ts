import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VIEW_TABLES } from '@fieldbridge/view-wire';
import { colourOf, THEMES, type Theme } from './palette.ts';

describe('a colour by kind', () => {
  for (const theme of Object.values(THEMES))
    it(`is different for each, and visible on ${theme.name}`, () => {
      const seen = VIEW_TABLES.map((_, table) => colourOf([0, 0xffffff, 0, -1, table], undefined, 'kind', theme));
      const parts = (colour: number): readonly number[] => [colour >> 16, (colour >> 8) & 255, colour & 255];
      for (const [i, a] of seen.entries())
        for (const b of [theme.paper, theme.ink, ...seen.slice(i + 1)])
          assert.ok(
            parts(a).some((part, k) => Math.abs(part - parts(b)[k]!) > 40),
            `${VIEW_TABLES[i]} ${a.toString(16)} beside ${b.toString(16)}`,
          );
    });

  it('is ink where a view made earlier does not state the kind', () =>
    assert.equal(colourOf([0, 0xff0000, 0, -1], undefined, 'kind', THEMES.light), THEMES.light.ink));
});

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
