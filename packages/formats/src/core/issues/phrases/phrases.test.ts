import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importOptionTable, parseImportOptions } from '../../../convert/import-options.ts';
import { FORMATS, formatById } from '../../../formats/registry.ts';
import { issueRow } from '../table.ts';
import { parametersOf } from '../template.ts';
import { CLAUSES } from './clauses.ts';
import { ELEMENTS } from './elements.ts';
import { optionFaultIn, phraseIn } from './in-language.ts';
import { OPTION_FAULTS } from './option-faults.ts';
import { WORDED } from './worded.ts';
import { WORDS } from './words.ts';

describe('a phrase has its parameters in all languages', () => {
  for (const [english, said] of Object.entries({ ...WORDS, ...CLAUSES, ...ELEMENTS, ...OPTION_FAULTS }))
    test(english, () => {
      const names = parametersOf(english).toSorted();
      for (const one of said) assert.deepEqual(parametersOf(one).toSorted(), names);
    });
});

describe('words and clauses are parameters of the sentence', () => {
  for (const [code, names] of Object.entries(WORDED))
    test(code, () => {
      const { text, advice = '', clauses = {} } = issueRow(code)!;
      const chosen = Object.values(clauses).flatMap((texts) => Object.values(texts));
      for (const name of names) assert.ok(parametersOf([text, advice, ...chosen].join('')).includes(name), name);
    });
});

describe('a parameter in German and Dutch', () => {
  for (const [english, german, dutch] of [
    ['metre', 'Meter', 'meter'],
    ['internationalFoot', 'internationale Fuß', 'internationale voet'],
    ['3 of points, 12 of texts', '3 von Punkten, 12 von Texten', '3 van punten, 12 van teksten'],
    ['1 × createdAt, 2 × colour', '1 × Zeitpunkt der Erstellung, 2 × Farbe', '1 × tijdstip van aanmaken, 2 × kleur'],
    [
      'header in line 3, utf-8, angles dms',
      'Kopfzeile in Zeile 3, utf-8, Winkel dms',
      'kopregel in regel 3, utf-8, hoeken dms',
    ],
    [
      'least certain: delimiter, 85 %: 9 of 12 rows examined have numbers this way',
      'am unsichersten: Trennzeichen, 85 %: 9 von 12 untersuchten Zeilen haben so Zahlen',
      'het minst zeker: scheidingsteken, 85 %: 9 van 12 onderzochte rijen hebben zo getallen',
    ],
    [
      '300 m wide, 5540 km from the origin, with texts of 2.5 mm',
      '300 m breit, 5540 km vom Ursprung, mit Texten von 2.5 mm',
      '300 m breed, 5540 km van de oorsprong, met teksten van 2.5 mm',
    ],
    [
      'choose unit=usft, a system in metres, or crs=local',
      'wählen Sie unit=usft, ein System in Meter oder crs=local',
      'kies unit=usft, een stelsel in meter, of crs=local',
    ],
    [
      'the document ends within <Bulges>; it is cut off or damaged; everything before line 9 was read',
      'das Dokument endet in <Bulges>; es ist abgeschnitten oder beschädigt; alles vor Zeile 9 wurde gelesen',
      'het document eindigt in <Bulges>; het is afgekapt of beschadigd; alles voor regel 9 is gelezen',
    ],
    [
      'a breakline of the surface "line"',
      'Bruchkante des Geländemodells „line“',
      'breuklijn van het terreinmodel “line”',
    ],
    [' ("A" and "B")', ' („A“ und „B“)', ' (“A” en “B”)'],
    ['northing in ft, easting in usft', 'Hochwert in ft, Rechtswert in usft', 'noording in ft, oosting in usft'],
    ['6 curve', '6 Kurve', '6 kromme'],
    // Other values stay.
    ['Clarke feet', 'Clarke feet', 'Clarke feet'],
    ['', '', ''],
    ['toString', 'toString', 'toString'],
    ['3 of Schächte', '3 of Schächte', '3 of Schächte'],
    [`${'x, '.repeat(200)}metre`, `${'x, '.repeat(200)}metre`, `${'x, '.repeat(200)}metre`],
  ] as const)
    test(english.slice(0, 60) || '(empty)', () => {
      assert.deepEqual([phraseIn(english, 'de'), phraseIn(english, 'nl')], [german, dutch]);
    });
});

describe('faults of options', () => {
  const said: readonly (readonly [format: string, raw: Readonly<Record<string, unknown>>, german: string])[] = [
    ['dxf', { unit: 'parsec' }, 'muss m, ft oder usft sein, nicht „parsec“'],
    [
      ...(['dxf', { crs: 'EPSG:25899' }] as const),
      'muss ein EPSG-Code (25832, 28992+5709), ein Name, WKT, PROJJSON oder „local“ sein, nicht EPSG:25899, das unbekannt ist',
    ],
    ['dxf', { hidden: 'perhaps' }, 'muss true oder false sein, nicht „perhaps“'],
    ['dxf', { space: 'outer' }, 'muss eines hiervon sein: model, paper, both'],
    ['dxf', { tolerance: '0' }, 'muss mindestens 0.000001 sein'],
    ['dxf', { tolerance: 'small' }, 'muss eine Zahl sein, nicht „small“'],
    ['dxf', { tolerance: ['1', '2'] }, 'ist 2-mal angegeben; geben Sie sie einmal an'],
    ['pdf', { page: '1.5' }, 'muss eine ganze Zahl sein, nicht „1.5“'],
    ['dxf', { placement: 'line', from: '1,2;3,4' }, 'enthält keine Stelle; placement=line braucht zwei, E,N;E,N'],
    [
      'dxf',
      { placement: 'scale', scale: '5', from: '1,2;3,4' },
      'enthält 2 Stellen; placement=scale nimmt höchstens eine, E,N',
    ],
    ['dxf', { placement: 'scale' }, 'fehlt; placement=scale braucht sie'],
  ];
  for (const [format, raw, german] of said)
    test(`${format} ${JSON.stringify(raw)}`, () => {
      const { faults } = parseImportOptions(formatById(format)!, raw);
      assert.equal(optionFaultIn(faults[0]!.text, 'de'), german);
      assert.notEqual(optionFaultIn(faults[0]!.text, 'nl'), faults[0]!.text);
    });

  test('every fault of every option is said in every language', () => {
    for (const format of FORMATS)
      for (const [name, { enum: values, type }] of Object.entries(importOptionTable(format))) {
        if (values === undefined && type === 'string') continue;
        for (const { text } of parseImportOptions(format, { [name]: 'certainly not this' }).faults)
          for (const language of ['de', 'nl'] as const) assert.notEqual(optionFaultIn(text, language), text);
      }
  });

  test('stay as they are where they are too long, or not ours', () => {
    for (const text of [`must be one of ${'x'.repeat(2000)}`, 'is blue']) assert.equal(optionFaultIn(text, 'de'), text);
  });
});
