import type { ExtentBox } from '@fieldbridge/fieldjob';
import type { Georeference } from './drawing-output.ts';
import { HANDLE } from './drawing-writer.ts';
import type { GroupWriter } from './group-writer.ts';
import { piecesOf } from './texts.ts';

/** Longest piece of a text in an object. */
const PIECE = 250;

/** Writes the OBJECTS section: the dictionaries and layouts of drawings from 2000 on, and GEODATA. */
export function writeObjects(out: GroupWriter, geo: Georeference | undefined, box: ExtentBox | null): void {
  out.text(0, 'SECTION');
  out.text(2, 'OBJECTS');
  dictionary(out, HANDLE.rootDictionary, 0, {
    ACAD_GROUP: HANDLE.groupDictionary,
    ACAD_LAYOUT: HANDLE.layoutDictionary,
  });
  dictionary(out, HANDLE.groupDictionary, HANDLE.rootDictionary, {});
  dictionary(out, HANDLE.layoutDictionary, HANDLE.rootDictionary, {
    Layout1: HANDLE.paperLayout,
    Model: HANDLE.modelLayout,
  });
  layout(out, HANDLE.modelLayout, 'Model', 0, HANDLE.modelRecord, box);
  layout(out, HANDLE.paperLayout, 'Layout1', 1, HANDLE.paperRecord, null);
  if (geo !== undefined) {
    dictionary(out, HANDLE.modelExtension, HANDLE.modelRecord, { ACAD_GEOGRAPHICDATA: HANDLE.geodata });
    geodata(out, geo, box);
  }
  out.text(0, 'ENDSEC');
}

function dictionary(out: GroupWriter, handle: number, owner: number, entries: Readonly<Record<string, number>>): void {
  out.text(0, 'DICTIONARY');
  out.handle(5, handle);
  out.handle(330, owner);
  out.text(100, 'AcDbDictionary');
  out.integer(281, 1);
  for (const [name, entry] of Object.entries(entries)) {
    out.text(3, name);
    out.handle(350, entry);
  }
}

function layout(
  out: GroupWriter,
  handle: number,
  name: string,
  order: number,
  record: number,
  box: ExtentBox | null,
): void {
  out.text(0, 'LAYOUT');
  out.handle(5, handle);
  out.handle(330, HANDLE.layoutDictionary);
  out.text(100, 'AcDbPlotSettings');
  out.groups(
    1,
    '',
    4,
    'A3',
    6,
    '',
    40,
    7.5,
    41,
    20,
    42,
    7.5,
    43,
    20,
    44,
    420,
    45,
    297,
    46,
    0,
    47,
    0,
    48,
    0,
    49,
    0,
    140,
    0,
    141,
    0,
    142,
    1,
    143,
    1,
  );
  // 1024 (1712 for model space): the flags of a layout that was never plotted.
  for (const [code, value] of [
    [70, order === 0 ? 1712 : 688],
    [72, 1],
    [73, 0],
    [74, 5],
  ] as const)
    out.integer(code, value);
  out.text(7, '');
  out.integer(75, 16);
  out.groups(147, 1, 148, 0, 149, 0);
  out.text(100, 'AcDbLayout');
  out.text(1, name);
  out.integer(70, 1);
  out.integer(71, order);
  out.groups(10, 0, 20, 0, 11, 420, 21, 297, 12, 0, 22, 0, 32, 0);
  out.position3(14, box?.minEasting ?? 0, box?.minNorthing ?? 0, 0);
  out.position3(15, box?.maxEasting ?? 420, box?.maxNorthing ?? 297, 0);
  out.groups(146, 0, 13, 0, 23, 0, 33, 0, 16, 1, 26, 0, 36, 0, 17, 0, 27, 1, 37, 0);
  out.integer(76, 0);
  out.handle(330, record);
}

/** GEODATA, version 2 of the object, as AutoCAD 2010 and later write it. Source: DXF reference, OBJECTS, GEODATA. */
function geodata(out: GroupWriter, { epsg, name, metres }: Georeference, box: ExtentBox | null): void {
  const [e, n] =
    box === null ? [0, 0] : [(box.minEasting + box.maxEasting) / 2, (box.minNorthing + box.maxNorthing) / 2];
  out.text(0, 'GEODATA');
  out.handle(5, HANDLE.geodata);
  out.handle(330, HANDLE.modelExtension);
  out.text(100, 'AcDbGeoData');
  out.integer(90, 2);
  out.handle(330, HANDLE.modelRecord);
  // 2: the coordinates of the drawing are those of a projected system.
  out.integer(70, 2);
  out.position3(10, e, n, 0);
  out.position3(11, e, n, 0);
  out.number(40, metres);
  out.integer(91, metres === 1 ? 6 : 2);
  out.number(41, metres);
  out.integer(92, metres === 1 ? 6 : 2);
  out.groups(210, 0, 220, 0, 230, 1, 12, 0, 22, 1);
  out.integer(95, 1);
  out.number(141, 1);
  out.integer(294, 0);
  out.groups(142, 0, 143, 0);
  const pieces = piecesOf(definition(epsg, name), PIECE);
  for (const [i, piece] of pieces.entries()) out.text(i + 1 < pieces.length ? 303 : 301, piece);
  out.groups(302, '', 305, '', 306, '', 307, '');
  out.integer(93, 0);
  out.integer(96, 0);
}

/** The definition of a system by its EPSG code; line ends are spelled as in a DXF. */
export function definition(epsg: number, name: string): string {
  const clean = (name || `EPSG ${epsg}`).replace(/[<>&"]/g, ' ');
  return [
    '<?xml version="1.0" encoding="UTF-16" standalone="no" ?>',
    '<Dictionary version="1.0" xmlns="http://www.osgeo.org/mapguide/coordinatesystem">',
    `<ProjectedCoordinateSystem id="${clean}"><Name>${clean}</Name></ProjectedCoordinateSystem>`,
    `<Alias id="${epsg}" type="CoordinateSystem"><ObjectId>${clean}</ObjectId><Namespace>EPSG Code</Namespace></Alias>`,
    '</Dictionary>',
  ].join('^J');
}
