import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageObject, pdfOfPages } from '../../../testing/pdf-file.ts';
import { readWith } from '../../../testing/run-format.ts';
import { pdf } from './format.ts';

const POINT = 0.0254 / 72;
const FONT = '/Font<</F 3 0 R>>';
const SHADING =
  '/Shading<</S <</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 1 1]/Function<</FunctionType 2/Domain[0 1]/N 1/C0[0 0 0]/C1[1 1 1]>>>>>>';
const note = '<</Type/Annot/Subtype/FreeText/Rect[20 30 40 50]/Contents(Note)/DA(/F 8 Tf)>>';

// Positions in points from the lower left corner of the page.
const PLACES: readonly (readonly [code: string, content: string, place: readonly number[], extras?: string])[] = [
  ['pdf-outside', 'q 2 0 0 2 10 0 cm 300 5 m 310 5 l S Q', [610, 10]],
  ['pdf-outside', 'q 0 0 50 50 re W n BT /F 8 Tf 1 0 0 1 150 70 Tm (Away) Tj ET Q', [150, 70]],
  ['pdf-outside', 'q 10 0 0 20 300 40 cm /I Do Q', [305, 50]],
  // The page is turned: up is to the right.
  ['pdf-outside', '5 300 m 5 310 l S', [300, 195], '/Rotate 90'],
  ['pdf-image', 'q 10 0 0 20 30 40 cm /I Do Q', [35, 50]],
  ['pdf-not-drawn', 'q 10 20 30 40 re W n /S sh Q', [25, 40]],
  ['pdf-annotation-left-out', '', [30, 40], `/Annots[${note}]`],
];

for (const [code, content, expected, extras = ''] of PLACES)
  test(`an issue of a PDF says where on the page its object is: ${code}, ${content}${extras.slice(0, 12)}`, async () => {
    const resources = `${FONT}${SHADING}/XObject<</I 4 0 R>>`;
    const image = imageObject(2, 2, 8, '/ColorSpace/DeviceGray', new Uint8Array(4));
    const font = { text: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>' };
    const bytes = pdfOfPages([{ content, extras, resources }], [font, image]);
    const { issues } = await readWith(pdf, bytes, { options: code === 'pdf-image' ? { images: 'outline' } : {} });
    const found = issues.places().find((issue) => issue.code.startsWith(code));
    assert.ok(found !== undefined, JSON.stringify(issues.summary()));
    const { place } = found;
    const inPoints = place && [place.easting, place.northing].map((metres) => Number((metres / POINT).toFixed(6)));
    assert.deepEqual([inPoints, found.about], [expected, { page: 1 }]);
  });
