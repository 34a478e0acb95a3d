import type { AngleFormat } from './layout.ts';
import { parseRoles, type Role } from './roles.ts';

/** The layout of a known program's points files. */
export interface Template {
  readonly id: string;
  /** The program, and its name for the layout if it has one. */
  readonly title: string;
  readonly extension: string;
  readonly delimiter: string;
  readonly decimal: 'point' | 'comma';
  readonly header: boolean;
  readonly columns: readonly Role[];
  /** Number of decimals; undefined: as many as needed. */
  readonly decimals?: number;
  readonly angle?: AngleFormat;
}

type Row = readonly [
  id: string,
  title: string,
  extension: string,
  delimiter: string,
  columns: string,
  more?: Partial<Template>,
];

const COMMA_MARK = { decimal: 'comma' } as const;
const HEADED = { header: true } as const;

/**
 * The layouts as data. If a program lets its user choose the columns, this is its default or named choice; vendor names
 * only show where a layout is common.
 */
const ROWS: readonly Row[] = [
  ['pnezd-comma', 'Autodesk Civil 3D: PNEZD (comma delimited)', 'txt', ',', 'PNEZD'],
  ['pnezd-space', 'Autodesk Civil 3D: PNEZD (space delimited)', 'txt', ' ', 'PNEZD'],
  ['penzd-comma', 'Autodesk Civil 3D: PENZD (comma delimited)', 'txt', ',', 'PENZD'],
  ['penzd-space', 'Autodesk Civil 3D: PENZD (space delimited)', 'txt', ' ', 'PENZD'],
  ['pnez-comma', 'Autodesk Civil 3D: PNEZ (comma delimited)', 'txt', ',', 'PNEZ'],
  ['pnez-space', 'Autodesk Civil 3D: PNEZ (space delimited)', 'txt', ' ', 'PNEZ'],
  ['penz-comma', 'Autodesk Civil 3D: PENZ (comma delimited)', 'txt', ',', 'PENZ'],
  ['penz-space', 'Autodesk Civil 3D: PENZ (space delimited)', 'txt', ' ', 'PENZ'],
  ['pne-comma', 'Autodesk Civil 3D: PNE (comma delimited)', 'txt', ',', 'PNE'],
  ['pen-comma', 'Autodesk Civil 3D: PEN (comma delimited)', 'txt', ',', 'PEN'],
  ['nez-comma', 'Autodesk Civil 3D: NEZ (comma delimited)', 'txt', ',', 'NEZ'],
  ['nez-space', 'Autodesk Civil 3D: NEZ (space delimited)', 'txt', ' ', 'NEZ'],
  ['enz-comma', 'Autodesk Civil 3D: ENZ (comma delimited)', 'txt', ',', 'ENZ'],
  ['enz-space', 'Autodesk Civil 3D: ENZ (space delimited)', 'txt', ' ', 'ENZ'],
  ['xyz', 'Point grids and clouds: XYZ (blanks)', 'xyz', ' ', 'ENZ'],
  ['carlson', 'Carlson SurvCE and SurvPC: P,N,E,Z,D', 'txt', ',', 'PNEZD', { decimals: 4 }],
  [
    'trimble-access',
    'Trimble Access: comma delimited, Point name, Northing, Easting, Elevation, Code',
    'csv',
    ',',
    'PNEZC',
    { decimals: 3 },
  ],
  ['trimble-enz', 'Trimble Access: grid points E-N', 'csv', ',', 'PENZC', { decimals: 3 }],
  [
    'trimble-business-center',
    'Trimble Business Center: Point ID, Northing, Easting, Elevation, Feature Code with header',
    'csv',
    ',',
    'PNEZC',
    HEADED,
  ],
  [
    'leica-infinity',
    'Leica Infinity: Point ID, Easting, Northing, Height, Code with header',
    'csv',
    ',',
    'PENZC',
    HEADED,
  ],
  [
    'leica-captivate',
    'Leica Captivate and SmartWorx: Point ID, Easting, Northing, Height, Code',
    'txt',
    ',',
    'PENZC',
    { decimals: 4 },
  ],
  ['leica-semicolon', 'Leica, Central European setting: semicolon and decimal comma', 'txt', ';', 'PENZC', COMMA_MARK],
  ['topcon-magnet', 'Topcon MAGNET Field: Name,North,East,Elevation,Code', 'txt', ',', 'PNEZC'],
  ['topcon-magnet-enz', 'Topcon MAGNET Field: Name,East,North,Elevation,Code', 'txt', ',', 'PENZC'],
  ['topcon-topsurv', 'Topcon TopSURV: Name,North,East,Height,Code,Note', 'txt', ',', 'PNEZCD'],
  ['sokkia-sdr', 'Sokkia ProLINK: Point,N,E,Z,Code', 'txt', ',', 'PNEZC', { decimals: 3 }],
  ['nikon', 'Nikon Transit: PT,N,E,Z,CD', 'csv', ',', 'PNEZC', { decimals: 4 }],
  ['fieldgenius', 'MicroSurvey FieldGenius: Point,N,E,Z,Description', 'txt', ',', 'PNEZD', { decimals: 4 }],
  ['starnet', 'MicroSurvey STAR*NET: coordinates N E Z', 'pts', ' ', 'PNEZD', { decimals: 4 }],
  ['geomax', 'GeoMax X-PAD: Name,East,North,Elevation,Code', 'csv', ',', 'PENZC', HEADED],
  ['stonex', 'Stonex Cube-a: Name,Code,North,East,Elevation', 'csv', ',', 'PCNEZ'],
  ['emlid', 'Emlid Flow: Name,Easting,Northing,Elevation,Description with header', 'csv', ',', 'PENZD', HEADED],
  ['lss', 'LSS (McCarthy Taylor): Point,E,N,Z,Code', 'txt', ',', 'PENZC', { decimals: 3 }],
  ['n4ce', 'Applications in CADD n4ce: Name,E,N,Z,Code', 'txt', ',', 'PENZC', { decimals: 3 }],
  ['12d', '12d Model: x y z point code', 'csv', ',', 'ENZPC', { decimals: 4 }],
  ['liscad', 'LISCAD: Point,E,N,Z,Code', 'csv', ',', 'PENZC', { decimals: 4 }],
  ['card1', 'CARD/1: point, y (east), x (north), height, code in blanks', 'asc', ' ', 'PENZC', { decimals: 4 }],
  ['caplan', 'CAPLAN: point number, east, north, height, code in blanks', 'dat', ' ', 'PENZC', { decimals: 3 }],
  ['geograf', 'HHK GEOgraf: number;east;north;height;code', 'txt', ';', 'PENZC', { decimals: 3 }],
  ['covadis', 'Géomédia Covadis: matricule X Y Z code in blanks', 'txt', ' ', 'PENZC', { decimals: 3 }],
  [
    'tachymeter-comma',
    'Continental office layout: name;E;N;Z;code with decimal comma and header',
    'csv',
    ';',
    'PENZC',
    { decimal: 'comma', header: true },
  ],
  [
    'geographic',
    'Name, latitude, longitude, ellipsoid height, code in decimal degrees with header',
    'csv',
    ',',
    'name,latitude,longitude,height,code',
    HEADED,
  ],
  [
    'geographic-packed',
    'Name, latitude, longitude, height packed as DDD.MMSS',
    'txt',
    ',',
    'name,latitude,longitude,height,code',
    { angle: 'packed' },
  ],
  [
    'fieldbridge',
    'All point data of Fieldbridge, with header',
    'csv',
    ',',
    'name,northing,easting,elevation,code,description,layer,time,quality,list',
    HEADED,
  ],
];

/** All templates, in display order. */
export const TEMPLATES: readonly Template[] = ROWS.map(([id, title, extension, delimiter, columns, more]) => ({
  id,
  title,
  extension,
  delimiter,
  decimal: 'point',
  header: false,
  columns: parseRoles(columns) as Role[],
  ...more,
}));

/** The template with that id, in any case. */
export function templateById(id: string): Template | undefined {
  return TEMPLATES.find((template) => template.id === id.toLowerCase());
}
