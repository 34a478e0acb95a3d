import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FormatError } from '../../core/failure.ts';
import { parseRoles, type Role, roleOfHeading, unitOfHeading } from './roles.ts';
import { tryRead } from './testing/journey.ts';

/**
 * Headings of survey programs and offices in each country: name, northing, easting, elevation, code, description. The
 * words are from survey textbooks and exports; `-` if there is no usual word.
 */
const LANGUAGES: readonly (readonly [language: string, headings: string])[] = [
  ['English, long', 'Point Number,Northing,Easting,Elevation,Code,Description'],
  ['English, short', 'Pt,N,E,Z,Code,Desc'],
  ['English, marked', 'Point-ID,Grid Northing,Grid Easting,Ortho. Height,Feature Code,Notes'],
  ['German, grid', 'Punktnummer;Hochwert;Rechtswert;Höhe;Objektart;Bemerkung'],
  ['German, short', 'Pkt.-Nr.;Nord;Ost;Hoehe;Kode;Beschreibung'],
  ['French', 'Matricule;Nord;Est;Altitude;Code;Libellé'],
  ['Spanish', 'Punto;Norte;Este;Cota;Código;Descripción'],
  ['Portuguese', 'Ponto;Norte;Este;Cota;Código;Descrição'],
  ['Italian', 'Nome;Nord;Est;Quota;Codice;Descrizione'],
  ['English, letters', 'P,N,E,Z,Code,D'],
  ['French, designation', 'Désignation;Nord;Est;Altitude;Code;Libellé'],
  ['Dutch, short', 'Punt;Noord;Oost;Hoogte;Code;Omschrijving'],
  ['Dutch', 'Puntnummer;Noord;Oost;Hoogte;Code;Omschrijving'],
  ['Swedish', 'Punktnummer;Nord;Öst;Höjd;Kod;Beskrivning'],
  ['Norwegian', 'Punktnavn;Nord;Øst;Høyde;Kode;Beskrivelse'],
  ['Danish', 'Punktnr;Nord;Øst;Kote;Kode;Beskrivelse'],
  ['Finnish', 'Piste;Pohjoinen;Itä;Korkeus;Koodi;Kuvaus'],
  ['Polish', 'Numer;Północ;Wschód;Wysokość;Kod;Opis'],
  ['Czech', 'Číslo bodu;N;E;Výška;Kód;Popis'],
];

for (const [language, headings] of LANGUAGES) {
  test(`headings in ${language} identify the columns, also in capitals and quoted`, async () => {
    const delimiter = headings.includes(';') ? ';' : ',';
    const words = headings.split(delimiter);
    for (const spelt of [
      words,
      words.map((word) => word.toUpperCase()),
      words.map((word) => `"${word}"`),
      words.map((word) => ` ${word.normalize('NFD')} `),
    ]) {
      const text = `${spelt.join(delimiter)}\n7,1000.5,2000.25,30.125,KERB,by the oak\n`.replaceAll(',', delimiter);
      const { job, issues } = await tryRead(text);
      const { points: p } = job;
      const found = [p.name.get(0), p.northing(0), p.easting(0), p.elevation(0), p.code.get(0), p.description.get(0)];
      assert.deepEqual(found, ['7', 1000.5, 2000.25, 30.125, 'KERB', 'by the oak'], text);
      assert.equal(issues.count('coordinate-order-assumed'), 0, 'the words leave no doubt');
    }
  });
}

/**
 * What offices and receivers of each country write above their columns: of the grid (name, northing, easting,
 * elevation, code, description), and of positions on the earth (latitude, longitude, ellipsoid height). Alternatives
 * are separated by a bar.
 */
const OFFICES: readonly (readonly [language: string, grid: string, earth: string])[] = [
  [
    'English',
    'Point|Point ID|Pt. No.|Name|Number;Northing|North;Easting|East;Elevation|Level|RL;Code|Feature Code;Description|Remarks|Comment',
    'Latitude|Lat;Longitude|Lon|Long;Ellipsoid Height|Ellipsoidal height|Ell. Height|Height',
  ],
  [
    'German',
    'Punkt|Punkt-Nr.|Punktnummer|Pkt-Nr|Nummer|Punktbezeichnung;Hochwert|Nord|Nordwert|HW;Rechtswert|Ost|Ostwert|RW;Höhe|NHN-Höhe|Höhe (NHN)|Höhe über NN;Code|Punktcode|Objektart|Codierung;Beschreibung|Bemerkung|Kommentar',
    'Breite|Breitengrad|Geographische Breite;Länge|Längengrad|Geographische Länge;Ellipsoidische Höhe|Ell. Höhe|Höhe',
  ],
  [
    'Dutch',
    'Punt|Puntnummer|Puntnr.|Naam|Nummer;Noord|Noorden;Oost|Oosten;Hoogte|Hoogte NAP|NAP-hoogte;Code|Puntcode|Codering;Omschrijving|Beschrijving|Opmerking',
    'Breedte|Breedtegraad;Lengte|Lengtegraad;Ellipsoïdische hoogte|Hoogte',
  ],
  [
    'French',
    'Point|Matricule|Nom|Numéro|N° point|N°|Désignation;Nord;Est;Altitude|Alti|Altitude NGF;Code|Codification;Description|Libellé|Remarque|Observations',
    'Latitude;Longitude;Hauteur ellipsoïdale|Altitude|Hauteur',
  ],
  [
    'Italian',
    'Punto|Nome|Nome punto|Numero;Nord;Est;Quota|Altezza|Quota ortometrica;Codice;Descrizione|Note|Commento',
    'Latitudine;Longitudine;Quota ellissoidica|Altezza ellissoidica|Quota',
  ],
  [
    'Spanish',
    'Punto|Nombre|Número|ID;Norte;Este;Cota|Elevación|Altura|Altitud;Código;Descripción|Observaciones|Comentario',
    'Latitud;Longitud;Altura elipsoidal|Altura elipsoídica|Altura',
  ],
  [
    'Portuguese',
    'Ponto|Nome|Número;Norte;Este|Leste;Cota|Elevação|Altitude;Código;Descrição|Observação',
    'Latitude;Longitude;Altitude elipsoidal|Altitude geométrica|Altitude',
  ],
  [
    'Polish',
    'Nr|Numer|Nr punktu|Nazwa|Punkt;Północ;Wschód;Wysokość|Rzędna|H;Kod;Opis|Uwagi|Komentarz',
    'Szerokość|Szerokość geograficzna;Długość|Długość geograficzna;Wysokość elipsoidalna|Wysokość',
  ],
  [
    'Czech',
    'Číslo bodu|Číslo|Bod|Název;Sever;Východ;Výška|Nadmořská výška|Kota;Kód;Popis|Poznámka',
    'Zeměpisná šířka|Šířka;Zeměpisná délka|Délka;Elipsoidická výška|Výška',
  ],
  [
    'Swedish',
    'Punkt|Punktnummer|Punkt-ID|Namn;Nord|Norr|Nordkoordinat;Öst|Ost|Öster;Höjd;Kod|Punktkod;Beskrivning|Anmärkning|Kommentar',
    'Latitud|Bredd|Breddgrad;Longitud|Längd|Längdgrad;Ellipsoidhöjd|Höjd över ellipsoiden|Höjd',
  ],
  [
    'Danish',
    'Punkt|Punktnr.|Punktnummer|Navn;Nord;Øst;Kote|Højde;Kode|Punktkode;Beskrivelse|Bemærkning|Kommentar',
    'Bredde|Breddegrad;Længde|Længdegrad;Ellipsoidehøjde|Ellipsoidisk højde|Højde',
  ],
  [
    'Norwegian',
    'Punkt|Punktnavn|Punkt-ID|Navn;Nord;Øst;Høyde|Kote;Kode|Temakode|Punktkode;Beskrivelse|Merknad|Kommentar',
    'Breddegrad|Bredde;Lengdegrad|Lengde;Ellipsoidisk høyde|Ellipsoidehøyde|Høyde',
  ],
  [
    'Russian',
    '№|Имя|Точка|Номер точки|№ точки;Север|X (север);Восток|Y (восток);Отметка|Высота|H|Н;Код;Описание|Примечание|Комментарий',
    'Широта;Долгота;Эллипсоидальная высота|Высота',
  ],
  [
    'Chinese',
    '点名|点号|测点;北坐标|X（北）|纵坐标|N;东坐标|Y（东）|横坐标|E;高程|H|标高|高程(m);编码|代码;备注|描述',
    '纬度|B;经度|L;大地高|H',
  ],
  ['Japanese', '点名|測点名|点番号;北|Ｎ|X座標(北);東|Ｅ|Y座標(東);標高|Z座標|高さ;コード;備考', '緯度;経度;楕円体高'],
  [
    'Turkish',
    'Nokta|Nokta No|Nokta Adı|Ad;Kuzey|Yukarı Değer|X (Yukarı);Doğu|Sağa Değer|Y (Sağa);Kot|Yükseklik;Kod;Açıklama',
    'Enlem;Boylam;Elipsoidal Yükseklik',
  ],
  ['Korean', '점명|측점;북;동;표고;코드;Note', 'Lat;Lon;Height'],
  [
    'Finnish',
    'Piste|Pistenumero|Piste-nro|Nimi|Tunnus;Pohjoinen|Pohjoiskoordinaatti;Itä|Itäkoordinaatti;Korkeus;Koodi|Laji|Pistekoodi;Kuvaus|Selite|Huomautus',
    'Leveysaste|Leveyspiiri|Leveys;Pituusaste|Pituuspiiri|Pituus;Ellipsoidikorkeus|Ellipsoidinen korkeus|Korkeus',
  ],
];

/** Lines of headings in which each alternative of a column occurs. */
function linesOf(columns: string): string[][] {
  const words = columns.split(';').map((column) => column.split('|'));
  return Array.from({ length: Math.max(...words.map(({ length }) => length)) }, (_, i) =>
    words.map((column) => column[i % column.length]!),
  );
}

for (const [language, grid, earth] of OFFICES) {
  for (const words of linesOf(grid))
    test(`${language}, on the grid: ${words.join(', ')}`, async () => {
      const { job, issues } = await tryRead(`${words.join(';')}\n7;1000.5;2000.25;30.125;KERB;by the oak\n`);
      const { points: p } = job;
      const found = [p.name.get(0), p.northing(0), p.easting(0), p.elevation(0), p.code.get(0), p.description.get(0)];
      assert.deepEqual(found, ['7', 1000.5, 2000.25, 30.125, 'KERB', 'by the oak']);
      assert.equal(issues.count('headings-unknown') + issues.count('coordinate-order-assumed'), 0);
    });
  for (const words of linesOf(earth))
    test(`${language}, on the earth: ${words.join(', ')}`, async () => {
      const { job, issues } = await tryRead(`ID;${words.join(';')}\n7;52.15517;5.38720;43.25\n`);
      const [point] = job.controlPoints;
      const found = [point?.latitude, point?.longitude, point?.ellipsoidHeight, point?.elevation];
      assert.deepEqual(found, [52.15517, 5.3872, 43.25, Number.NaN]);
      assert.equal(issues.count('headings-unknown'), 0);
    });
}

describe('words for width and length are no latitudes and longitudes alone', () => {
  for (const word of ['Breite', 'Lengte', 'Délka', 'b'])
    test(word, async () => {
      const { job, issues } = await tryRead(`Nr,Nord,Ost,${word}\n7,1000.5,2000.25,3.5\n`);
      assert.deepEqual(job.points.attributes.get(0), [word, '3.5']);
      assert.equal(issues.count('headings-unknown'), 1, word);
    });
});

describe('x is the northing where surveyors of the language call it so, which is reported as an assumption', () => {
  for (const headings of [
    '点名,X,Y,H,编码',
    '点号,X坐标,Y坐标,高程,代码',
    '点名,Ｘ座標,Ｙ座標,標高,コード',
    'Точка,X,Y,H,Код',
    // Cyrillic letters that look like x, y and h.
    '№,Х,У,Н,Код',
    'Имя,Координата X,"Y, м",Отметка,Код',
    'Nr punktu,X,Y,H,Kod',
    'Nokta No,X,Y,Kot,Kod',
    'Pontszám,X,Y,Magasság,Kód',
    'Nr. punct,X,Y,Z,Cod',
    '점명,X,Y,표고,코드',
  ])
    for (const swapped of [false, true])
      test(`${headings}${swapped ? ', y first' : ''}`, async () => {
        const [name, x, y, ...rest] = headings.split(/,(?! )/);
        const words = swapped ? [name, y, x, ...rest] : [name, x, y, ...rest];
        const numbers = swapped ? '2000.25,1000.5' : '1000.5,2000.25';
        const { job, issues } = await tryRead(`${words.join(',')}\nP1,${numbers},30.125,KERB\n`);
        const { points: p } = job;
        const found = [p.name.get(0), p.northing(0), p.easting(0), p.elevation(0), p.code.get(0)];
        assert.deepEqual(found, ['P1', 1000.5, 2000.25, 30.125, 'KERB']);
        const issue = issues.places().find(({ code }) => code === 'coordinate-order-assumed');
        assert.match(issue?.text ?? '', /70 %: x taken as northing, y as easting/);
      });

  test('unless the sizes show the other order', async () => {
    const { job, issues } = await tryRead('Точка,X,Y,H\n1,412345.5,6185432.5,150\n');
    assert.deepEqual([job.points.easting(0), issues.count('coordinate-order-assumed')], [412345.5, 0]);
  });
});

describe('headings show the encoding of a table that is not in UTF-8', () => {
  const cyrillic = (text: string, first: number, second: number): Buffer =>
    Buffer.from(
      Array.from(text, (letter) => {
        const code = letter.charCodeAt(0);
        return code < 0x410 ? code : code - 0x410 + (code < 0x440 ? first : second);
      }),
    );
  const table = (...head: readonly (string | Buffer)[]): Buffer =>
    Buffer.concat([...head, '\nP1;1000.5;2000.25;30.125\n'].map((part) => Buffer.from(part as string)));
  for (const [encoding, head] of [
    ['gbk', [Buffer.from('b5e3c3fb', 'hex'), ';X;Y;', Buffer.from('b8dfb3cc', 'hex')]],
    ['shift_jis', [Buffer.from('935f96bc', 'hex'), ';X;Y;', Buffer.from('95578d82', 'hex')]],
    ['windows-1251', [cyrillic('Точка;Север;Восток;Отметка', 0xc0, 0xc0)]],
    ['ibm866', [cyrillic('Точка;Север;Восток;Отметка', 0x80, 0xb0)]],
    ['windows-1250', [Buffer.from('\u00c8\u00edslo;N;E;Z', 'latin1')]],
  ] as const)
    test(encoding, async () => {
      const { job, issues } = await tryRead(table(...head));
      const { points: p } = job;
      assert.deepEqual([p.name.get(0), p.northing(0), p.easting(0), p.elevation(0)], ['P1', 1000.5, 2000.25, 30.125]);
      const layout = issues.places().find(({ code }) => code === 'points-layout')!.text;
      assert.ok(layout.includes(`, ${encoding}`), layout);
    });
});

test('French abscissa and ordinate are x and y, in either order', async () => {
  const { job, issues } = await tryRead('Matricule;Abscisse;Ordonnée;Altitude\nP1;10.5;20.5;1\n');
  assert.deepEqual([job.points.easting(0), job.points.northing(0)], [10.5, 20.5]);
  assert.equal(issues.count('coordinate-order-assumed'), 1);
});

test('columns may be in any order: the words decide, not the positions', async () => {
  const columns = ['name', 'northing', 'easting', 'elevation', 'code'];
  const values = ['P1', '1000.5', '2000.25', '30.125', 'KERB'];
  for (let turn = 0; turn < columns.length; turn++) {
    const turned = (list: readonly string[]): string => [...list.slice(turn), ...list.slice(0, turn)].join(',');
    for (const reversed of [false, true]) {
      const line = (list: readonly string[]): string =>
        reversed ? turned(list).split(',').reverse().join(',') : turned(list);
      const { job } = await tryRead(`${line(columns)}\n${line(values)}\n`);
      assert.deepEqual(
        [job.points.northing(0), job.points.easting(0), job.points.elevation(0)],
        [1000.5, 2000.25, 30.125],
      );
      assert.deepEqual([job.points.name.get(0), job.points.code.get(0)], ['P1', 'KERB']);
    }
  }
});

test('of two columns with the same meaning the first is used, the other becomes an attribute', async () => {
  const { job } = await tryRead('id,northing,easting,Point Name,Height,Elevation\nP1,1.5,2.5,other,3,4\n');
  assert.deepEqual([job.points.name.get(0), job.points.elevation(0)], ['P1', 3]);
  assert.deepEqual(job.points.attributes.get(0), ['Point Name', 'other', 'Elevation', '4']);
});

test('next to named coordinates x and y have another meaning', async () => {
  const { job } = await tryRead('id,x,y,northing,easting\nP1,7,8,1.5,2.5\n');
  assert.deepEqual([job.points.northing(0), job.points.easting(0)], [1.5, 2.5]);
  assert.deepEqual(job.points.attributes.get(0), ['x', '7', 'y', '8']);
});

test('x is taken as easting and y as northing in either order, which is reported as an assumption', async () => {
  for (const [text, easting, northing] of [
    ['nr,x,y,z\nP1,10.5,20.5,1\n', 10.5, 20.5],
    ['nr,y,x,z\nP1,10.5,20.5,1\n', 20.5, 10.5],
    ['Nr;X-Koord;Y-Koord;Höhe\nP1;10,5;20,5;1\n', undefined, undefined],
    ['nr,X Coordinate,Y Coordinate,Elev\nP1,10.5,20.5,1\n', 10.5, 20.5],
  ] as const) {
    const { job, issues } = await tryRead(text);
    assert.equal(issues.count('coordinate-order-assumed'), 1, text);
    if (easting !== undefined)
      assert.deepEqual([job.points.easting(0), job.points.northing(0)], [easting, northing], text);
  }
});

test('the meaning of a heading does not depend on marks, brackets, accents or case', () => {
  const cases: readonly (readonly [heading: string, role: Role | 'x' | 'y' | undefined])[] = [
    ['NORTHING', 'northing'],
    ['Northing [m]', 'northing'],
    ['north_ing', 'northing'],
    ['Höhe (m ü. NN)', 'elevation'],
    ['Hohe', 'elevation'],
    ['Elev.', 'elevation'],
    ['Y-Wert', 'y'],
    ['x coord', 'x'],
    ['Ellipsoid Height', 'height'],
    ['WGS84 Latitude', 'latitude'],
    ['Länge', 'longitude'],
    ['3D CQ', 'quality'],
    ['Std Dev', 'quality'],
    ['', undefined],
    ['[m]', undefined],
    ['PDOP', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
  ];
  for (const [heading, role] of cases) assert.equal(roleOfHeading(heading), role, heading);
});

test('the unit that headings state is the unit of the job', async () => {
  const heads = (unit: string): string => `name,northing ${unit},easting ${unit},elevation ${unit}\nP1,1.5,2.5,3.5\n`;
  for (const [unit, expected] of [
    ['[m]', 'metre'],
    ['(metres)', 'metre'],
    ['(ft)', 'internationalFoot'],
    ['[International feet]', 'internationalFoot'],
    ['(usft)', 'usSurveyFoot'],
    ['[ftUS]', 'usSurveyFoot'],
    ['[US-ft]', 'usSurveyFoot'],
    ['(US survey feet)', 'usSurveyFoot'],
    ['(local grid)', 'metre'],
    ['', 'metre'],
  ] as const) {
    const { job, issues } = await tryRead(heads(unit));
    assert.equal(job.unit, expected, unit);
    assert.equal(job.points.northing(0), 1.5, 'numbers are unchanged');
    assert.equal(issues.count('unit-doubtful'), 0, unit);
  }
  assert.deepEqual(['N_m', 'E_ft', 'Z_usft', 'Z [m]', 'Z (US survey feet)', 'Z', 'Z_mm'].map(unitOfHeading), [
    'm',
    'ft',
    'usft',
    'm',
    'US survey feet',
    '',
    '',
  ]);
});

test('headings that disagree about the unit, or name an unsupported one, give a warning', async () => {
  for (const [text, said] of [
    ['name,northing (m),easting (m),elevation (ft)\nP1,1,2,3\n', 'northing in m, easting in m, elevation in ft'],
    ['name,northing (ft),easting (usft)\nP1,1.5,2.5\n', 'northing in ft, easting in usft'],
    ['name,northing,easting,elevation [mm]\nP1,1,2,3\n', 'elevation in mm'],
    ['name,northing (ft),easting (ft),elevation (in)\nP1,1,2,3\n', 'northing in ft, easting in ft, elevation in in'],
    ['name,northing (Clarke feet),easting (Clarke feet)\nP1,1,2\n', 'northing in Clarke feet, easting in Clarke feet'],
  ] as const) {
    const { job, issues } = await tryRead(text);
    const issue = issues.places().find(({ code }) => code === 'unit-doubtful');
    assert.deepEqual([issue?.severity, issue?.line], ['warning', 1], text);
    assert.deepEqual(issue!.parameters, { found: said, used: job.unit });
    assert.equal(job.unit, 'metre');
    const { issues: stated } = await tryRead(text, { options: { unit: 'ft' } });
    assert.equal(stated.count('unit-doubtful'), 0, 'the caller decides');
  }
});

test('elevations in feet next to coordinates without a unit are doubtful; metres are not', async () => {
  const { job, issues } = await tryRead('name,northing,easting,elevation (ft)\nP1,1,2,3\n');
  assert.equal(job.unit, 'internationalFoot');
  const { parameters } = issues.places().find(({ code }) => code === 'unit-doubtful')!;
  assert.deepEqual(parameters, { found: 'elevation in ft, nothing of the others', used: 'internationalFoot' });
  assert.equal((await tryRead('name,northing,easting,elevation (m)\nP1,1,2,3\n')).issues.count('unit-doubtful'), 0);
});

test('a template with a header finds it if it exists, and reads a first row of numbers as data', async () => {
  const row = 'A,1.5,2.5,3.5,C\n';
  for (const template of ['trimble-business-center', 'leica-infinity', 'geomax', 'emlid']) {
    for (const [text, rows] of [
      [row, 1],
      [`Point ID,One,Two,Three,Four\n${row}`, 1],
      [`Point ID,Northing,Easting,Elevation,Code\n${row}${row}`, 2],
    ] as const) {
      const { job, issues } = await tryRead(text, { options: { template } });
      assert.equal(job.points.length, rows, `${template} ${text}`);
      assert.equal(issues.count('row-unreadable'), 0, template);
    }
  }
  const { job } = await tryRead(row + row, { options: { template: 'emlid', header: 'true' } });
  assert.equal(job.points.length, 1, 'a stated header counts');
});

test('a column map consists of words, letters and blanks; an unknown part is named', () => {
  const pnez: Role[] = ['name', 'northing', 'easting', 'elevation'];
  for (const text of [
    'PNEZ',
    'pnez',
    ' P N E Z ',
    'name,northing,easting,elevation',
    'Punktnr;Hochwert;Rechtswert;Höhe',
    'P,N,E,H',
  ])
    assert.deepEqual(parseRoles(text), pnez, text);
  assert.deepEqual(parseRoles('P-NE'), ['name', 'skip', 'northing', 'easting']);
  assert.deepEqual(parseRoles('name,,x,y'), ['name', 'skip', 'easting', 'northing']);
  assert.deepEqual(parseRoles('attribute:PDOP,N,E'), ['attribute:PDOP', 'northing', 'easting']);
  // Words made of the letters are read as words.
  assert.deepEqual([parseRoles('code'), parseRoles('lon')], [['code'], ['longitude']]);
  assert.deepEqual(parseRoles('N,wings'), { unknown: 'wings' });
  assert.deepEqual(parseRoles(`attribute:${'x'.repeat(65)}`), { unknown: `attribute:${'x'.repeat(65)}` });
});

test('a column map that names a coordinate twice is refused as ambiguous', async () => {
  for (const columns of ['PNNE', 'name,easting,northing,easting', 'PNEZ-Z', 'attribute:a,N,E,attribute:a']) {
    await assert.rejects(tryRead('a,1.5,2.5,3.5,4.5,5.5\n', { options: { columns } }), (error: FormatError) => {
      return error.code === 'option-invalid' && /twice/.test(error.message);
    });
  }
  const { job } = await tryRead('a,x,1.5,y,2.5\n', { options: { columns: 'P-N-E' } });
  assert.deepEqual([job.points.northing(0), job.points.easting(0)], [1.5, 2.5], 'several columns may be left out');
});
