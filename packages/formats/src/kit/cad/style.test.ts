import assert from 'node:assert/strict';
import test from 'node:test';
import { BY_LAYER, Feature, type JobSink, type Layer, layerOf } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { LayerBook } from './layer-book.ts';
import { applyStyle, BY_BLOCK, plainStyle, resolveStyle, type Style } from './style.ts';

/** A book of declared layers, and the names that were found missing. */
function bookOf(...layers: Layer[]): { book: LayerBook; missing: string[]; declared: string[] } {
  const declared: string[] = [];
  const missing: string[] = [];
  const sink = { layer: (layer: Layer): number => 10 + declared.push(layer.name) } as unknown as JobSink;
  const book = new LayerBook(sink, (name) => missing.push(name));
  for (const layer of layers) book.declare(layer);
  return { book, missing, declared };
}

const RED = 0xff0000;
const GREEN = 0x00ff00;
const WHITE = 0xffffff;
const LAYERS = [
  layerOf('0', { colour: 0x808080 }),
  layerOf('ROAD', { colour: RED, lineWeight: 50, lineType: 'DASHED' }),
  layerOf('SEWER', { colour: GREEN, lineWeight: 18, lineType: 'DOT' }),
  layerOf('PLAIN'),
];
const [ZERO, ROAD, SEWER, PLAIN] = [0, 1, 2, 3] as const;
const BLOCK_STYLE = { colour: BY_BLOCK, lineWeight: BY_BLOCK, lineType: 'ByBlock' };
const LAYER_STYLE = { colour: BY_LAYER, lineWeight: BY_LAYER, lineType: '' };

function resolved(own: Style, reference?: Style): Style {
  const style = { ...own };
  resolveStyle(style, reference, ZERO, bookOf(...LAYERS).book);
  return style;
}

test('by layer stays by layer; on layer 0 of a block the layer is that of the reference', () => {
  const reference = { layer: ROAD, colour: 0x123456, lineWeight: 35, lineType: 'X' };
  assert.deepEqual(resolved({ layer: SEWER, ...LAYER_STYLE }, reference), { layer: SEWER, ...LAYER_STYLE });
  assert.deepEqual(resolved({ layer: ZERO, ...LAYER_STYLE }, reference), { layer: ROAD, ...LAYER_STYLE });
  assert.deepEqual(resolved({ layer: ZERO, ...LAYER_STYLE }), { layer: ZERO, ...LAYER_STYLE });
});

test('by block takes what the reference states', () => {
  const reference = { layer: ROAD, colour: 0x123456, lineWeight: 35, lineType: 'X' };
  assert.deepEqual(resolved({ layer: SEWER, ...BLOCK_STYLE }, reference), { ...reference, layer: SEWER });
  assert.deepEqual(resolved({ layer: ZERO, ...BLOCK_STYLE }, reference), reference);
});

test("by block, in a reference that is by layer: the reference's layer, not the entity's", () => {
  const onRoad = { layer: ROAD, ...LAYER_STYLE };
  assert.deepEqual(resolved({ layer: SEWER, ...BLOCK_STYLE }, onRoad), {
    layer: SEWER,
    colour: RED,
    lineWeight: 50,
    lineType: 'DASHED',
  });
  // On the same layer the result is the same, so it stays by layer and follows changes to it.
  assert.deepEqual(resolved({ layer: ROAD, ...BLOCK_STYLE }, onRoad), onRoad);
  assert.deepEqual(resolved({ layer: ZERO, ...BLOCK_STYLE }, onRoad), onRoad);
});

test("by block, where the reference's layer states nothing: white, 0.25 mm, continuous, not the entity's layer", () => {
  const onPlain = { layer: PLAIN, ...LAYER_STYLE };
  assert.deepEqual(resolved({ layer: ROAD, ...BLOCK_STYLE }, onPlain), {
    layer: ROAD,
    colour: WHITE,
    lineWeight: 25,
    lineType: 'Continuous',
  });
});

test('by block outside of blocks is white, 0.25 mm and continuous, as CAD systems draw it', () => {
  assert.deepEqual(resolved({ layer: ROAD, ...BLOCK_STYLE }), {
    layer: ROAD,
    colour: WHITE,
    lineWeight: 25,
    lineType: 'Continuous',
  });
});

test('BYBLOCK is recognised in any case, and other line type names keep their spelling', () => {
  const reference = { layer: ROAD, colour: 1, lineWeight: 2, lineType: 'Dash Dot' };
  for (const lineType of ['BYBLOCK', 'byblock', 'ByBlock'])
    assert.equal(resolved({ ...plainStyle(SEWER), lineType }, reference).lineType, 'Dash Dot');
  for (const lineType of ['', 'BYBLOCKS', 'x'])
    assert.equal(resolved({ ...plainStyle(SEWER), lineType }, reference).lineType, lineType);
});

/** What one level of nesting states. */
const level = fc.record({
  layer: fc.constantFrom(ZERO, ROAD, SEWER),
  colour: fc.constantFrom(BY_BLOCK, BY_LAYER, 0x0000ff),
  lineWeight: fc.constantFrom(BY_BLOCK, BY_LAYER, 70),
  lineType: fc.constantFrom('BYBLOCK', '', 'PHANTOM'),
});

/** The visible style of the innermost of nested entities (outermost first), by the wording of the DXF reference. */
function seen(levels: readonly Style[]): { colour: number; lineWeight: number; lineType: string; layer: number } {
  const layerOfLevel = (at: number): number =>
    levels[at]!.layer === ZERO && at > 0 ? layerOfLevel(at - 1) : levels[at]!.layer;
  const value = <T>(get: (style: Style) => T, byBlock: T, byLayer: T, ofLayer: (layer: Layer) => T, none: T): T => {
    for (let at = levels.length - 1; at >= 0; at--) {
      const stated = get(levels[at]!);
      if (stated === byLayer) return ofLayer(LAYERS[layerOfLevel(at)]!);
      if (stated !== byBlock) return stated;
    }
    return none;
  };
  return {
    layer: layerOfLevel(levels.length - 1),
    colour: value(
      (style) => style.colour,
      BY_BLOCK,
      BY_LAYER,
      (layer) => layer.colour,
      WHITE,
    ),
    lineWeight: value(
      (style) => style.lineWeight,
      BY_BLOCK,
      BY_LAYER,
      (layer) => (layer.lineWeight < 0 ? 25 : layer.lineWeight),
      25,
    ),
    lineType: value(
      (style) => style.lineType,
      'BYBLOCK',
      '',
      (layer) => layer.lineType || 'Continuous',
      'Continuous',
    ),
  };
}

test('the visible style through any levels of nesting follows from the inside out', () => {
  fc.assert(
    fc.property(fc.array(level, { minLength: 1, maxLength: 4 }), (levels) => {
      const { book } = bookOf(...LAYERS);
      let reference: Style | undefined;
      for (const own of levels) {
        const style = { ...own };
        resolveStyle(style, reference, ZERO, book);
        reference = style;
      }
      const { layer, colour, lineWeight, lineType } = reference!;
      const of = LAYERS[layer]!;
      const found = {
        layer,
        colour: colour === BY_LAYER ? of.colour : colour,
        lineWeight: lineWeight === BY_LAYER ? (of.lineWeight < 0 ? 25 : of.lineWeight) : lineWeight,
        lineType: lineType || of.lineType || 'Continuous',
      };
      assert.deepEqual(found, seen(levels));
    }),
    { numRuns: 1000 },
  );
});

test('a layer is found in any case, declared once, and added and reported once if the drawing lacks it', () => {
  const { book, missing, declared } = bookOf(
    layerOf('Straße', { colour: RED }),
    layerOf('STRASSE'),
    layerOf('straße', { colour: GREEN }),
  );
  assert.deepEqual(declared, ['Straße', 'STRASSE']);
  assert.equal(book.get(book.find('STRAßE')).colour, RED);
  assert.equal(book.index(book.find('Straße')), 11);
  assert.equal(book.find('Zaun'), book.find('ZAUN'));
  assert.equal(book.find('0'), book.find('0'));
  assert.deepEqual([missing, declared], [['Zaun'], ['Straße', 'STRASSE', 'Zaun', '0']]);
  assert.deepEqual([book.get(book.find('zaun')).visible, book.get(book.find('zaun')).colour], [true, BY_LAYER]);
});

test("a style is put into a feature with the sink's index of its layer", () => {
  const { book } = bookOf(...LAYERS);
  const feature = new Feature();
  applyStyle({ layer: SEWER, colour: 5, lineWeight: 6, lineType: 'L' }, feature, book);
  assert.deepEqual([feature.layer, feature.colour, feature.lineWeight, feature.lineType], [13, 5, 6, 'L']);
  applyStyle(plainStyle(ROAD), feature, book);
  assert.deepEqual([feature.layer, feature.colour, feature.lineWeight, feature.lineType], [12, BY_LAYER, BY_LAYER, '']);
});
