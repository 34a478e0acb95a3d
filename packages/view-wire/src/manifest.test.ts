import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkManifest, VIEW_LIMITS, type ViewManifest, type ViewSegment, ViewWireError } from './index.ts';

const SEGMENT: ViewSegment = {
  ...{ version: 1, id: 'a', unit: 'metre', crs: 'local', counts: {}, whole: [0, 0, 1, 1], main: null },
  ...{ strays: [], strayCount: 0, unplaced: 0, repenned: 0, heights: null, codes: [''], surfaces: [] },
  layers: [{ name: '0', colour: -1, visible: true, lineType: '', weight: -1 }],
  ...{ lineTypes: [''], pens: [[0, -1, 0, -1]] },
  levels: [{ kind: 'paths', tolerance: 0, chunks: [{ box: [0, 0, 1, 1], bytes: 9, items: 1 }] }],
};
const manifest = (segment: Partial<ViewSegment>): unknown => ({
  ...{ version: 1, name: '', revision: '1' },
  segments: [{ ...SEGMENT, ...segment }],
});

const REFUSED: readonly (readonly [string, unknown, string])[] = [
  ['nothing', null, 'view-damaged'],
  ['no segments', { version: 1 }, 'view-damaged'],
  ['a newer version', manifest({ version: 2 }), 'view-version'],
  ['a pen of a layer that is missing', manifest({ pens: [[1, -1, 0, -1]] }), 'view-damaged'],
  ['a pen of a line type that is missing', manifest({ pens: [[0, -1, 1, -1]] }), 'view-damaged'],
  ['a box inside out', manifest({ whole: [1, 0, 0, 1] }), 'view-damaged'],
  ['a box without an end', manifest({ main: [0, 0, Infinity, 1] }), 'view-damaged'],
  ['a list that is missing', manifest({ codes: undefined }), 'view-damaged'],
  ['too many layers', manifest({ layers: Array(VIEW_LIMITS.layers + 1).fill(SEGMENT.layers[0]) }), 'view-limit'],
];

describe('a manifest', () => {
  it('is returned if it is consistent', () => {
    const good = manifest({});
    assert.equal(checkManifest(good), good as ViewManifest);
  });
  for (const [name, value, code] of REFUSED)
    it(`with ${name} is refused as ${code}`, () => {
      assert.throws(
        () => checkManifest(value),
        (error) => error instanceof ViewWireError && error.code === code,
      );
    });
});
