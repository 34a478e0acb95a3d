import {
  greyJpeg,
  imageObject,
  jpegObject,
  type PdfObject,
  type PdfPage,
  pdfOfPages,
} from '@fieldbridge/formats/testing/pdf-file.ts';
import type { Seed } from './seeds.ts';

/**
 * Small plots made for the campaign, with a little of everything: no writer could make one, and pdf.js needs a third of
 * a second for a file of the corpus.
 */
export function pdfSeeds(): Seed[] {
  const font: PdfObject = { text: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>' };
  const group = (name: string): PdfObject => ({ text: `<</Type/OCG/Name(${name})>>` });
  const layers = '/OCProperties<</OCGs[4 0 R 5 0 R]/D<</ON[4 0 R 5 0 R]>>>>';
  const linework: PdfPage = {
    content: `q 2 0 0 2 10 20 cm 1 0 0 RG 3 w [4 2] 0 d 0 0 m 10 0 l 10 10 l s Q /OC /L0 BDC 0 1 0 rg 0 0 40 40 re 10 10 20 20 re B* EMC
/OC /L1 BDC 1 0 0 1 5 5 cm 0 0 m 1 2 3 4 5 6 c 7 8 9 1 v 2 3 4 5 y h b BT /F 12 Tf 14 TL 30 40 Td (Kerb) Tj T* [(To) -200 (ne)] TJ ET EMC W n`,
    resources: '/Font<</F 3 0 R>>/Properties<</L0 4 0 R/L1 5 0 R>>',
    extras: '/Rotate 90/UserUnit 2',
  };
  const picture = (matrix: string): PdfPage => ({
    content: `q ${matrix} cm /I Do Q q 50 0 0 50 9 9 cm /M Do Q 0 0 1 rg q 20 0 0 20 0 0 cm /S Do Q /X Do`,
    resources: '/XObject<</I 3 0 R/M 4 0 R/S 5 0 R/X 6 0 R>>',
  });
  // Enough linework that a hole of a few thousand bytes leaves most of the file intact.
  const traverse = Array.from(
    { length: 400 },
    (_, i) => `${i % 37} ${i % 91} m ${(i * 7) % 200} ${i % 100} l ${i % 5} w S`,
  );
  const long = (extras: string): PdfPage => ({ content: traverse.join('\n'), isPlain: true, extras });
  const form = {
    text: '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Matrix[1 0 0 1 3 3]',
    stream: Buffer.from('0 0 m 9 9 l S'),
  };
  const bits = Uint8Array.from({ length: 9 * 70 }, (_, i) => (i * 37) & 255);
  const colours = Uint8Array.from({ length: 80 * 60 * 3 }, (_, i) => (i * 7) & 255);
  return [
    {
      name: '(made) linework.pdf',
      bytes: pdfOfPages([linework, linework], [font, group('ROADS'), group('TREES')], layers),
    },
    {
      name: '(made) images.pdf',
      bytes: pdfOfPages(
        [
          picture('100 0 0 50 20 10'),
          long(''),
          { ...picture('0 50 -100 0 150 20'), isPlain: true },
          long('/UserUnit 3'),
        ],
        [
          jpegObject(greyJpeg(16), 128),
          imageObject(80, 60, 8, '/ColorSpace/DeviceRGB', colours, '/Interpolate true'),
          imageObject(72, 70, 1, '', bits, '/ImageMask true'),
          form,
        ],
      ),
    },
  ];
}
