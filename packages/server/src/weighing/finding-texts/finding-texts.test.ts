import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Finding, FindingCode } from '@fieldbridge/contract';
import { finding } from '../finding.ts';
import { findingsOfVersion } from '../version.ts';
import { en } from './en.ts';
import { findingIn } from './in-language.ts';
import type { FindingParameters, FindingTexts } from './language.ts';

// The sentences of findings as weigh bridge operators read them.

const row = <Code extends FindingCode>(
  code: Code,
  path: string,
  parameters: FindingParameters<Code>,
  german: string,
  dutch: string,
) => [finding(code, { path: path.split('.') }, parameters), german, dutch] as const;

const ROWS = [
  row(
    ...(['weight-negative', 'tareWeight.quantity', { quantity: '-0.10', unit: 't' }] as const),
    ...(['Tara: -0.10 t ist kleiner als null', 'Tarra: -0.10 t is kleiner dan nul'] as const),
  ),
  row(
    ...(['gross-below-tare', 'grossWeight.quantity', { gross: '9000', tare: '30000' }] as const),
    ...(['Brutto 9000 kg ist kleiner als Tara 30000 kg', 'Bruto 9000 kg is minder dan tarra 30000 kg'] as const),
  ),
  row(
    ...(['nett-mismatch', 'nettWeight.quantity', { nett: '25400', difference: '20000', off: '5400' }] as const),
    'Netto 25400 kg weicht um 5400 kg von Brutto − Tara 20000 kg ab',
    'Netto 25400 kg wijkt 5400 kg af van bruto − tarra 20000 kg',
  ),
  row(
    ...(['unit-unknown', 'product.temperature.unit', { unit: 'R' }] as const),
    ...(['Temperatur: Die Einheit „R“ ist unbekannt', 'Temperatuur: de eenheid “R” is onbekend'] as const),
  ),
  row(
    ...(['country-unknown', 'customer.countryCode', { country: 'UK' }] as const),
    ...(['„UK“ ist kein vergebener Ländercode', '“UK” is geen toegekende landcode'] as const),
  ),
  row(
    ...(['time-in-future', 'nettWeight.datetime', { time: '2026-06-01T13:00:00Z', minutes: 60 }] as const),
    '2026-06-01T13:00:00Z liegt 60 Minuten in der Zukunft',
    '2026-06-01T13:00:00Z ligt 60 minuten in de toekomst',
  ),
  row(
    ...(['time-far-past', 'nettWeight.datetime', { time: '1999-01-01T00:00:00Z' }] as const),
    '1999-01-01T00:00:00Z liegt mehr als zehn Jahre zurück',
    '1999-01-01T00:00:00Z is meer dan tien jaar geleden',
  ),
  row(
    ...(['tare-unusual', 'tareWeight.quantity', { tare: '20000', last: '9000' }] as const),
    'Tara 20000 kg; das Fahrzeug hatte zuletzt 9000 kg',
    'Tarra 20000 kg; de vorige van het voertuig was 9000 kg',
  ),
  row(
    ...(['temperature-out-of-range', 'product.temperature.value', { degrees: 300.1 }] as const),
    ...(['Die Temperatur des Produkts ist 300.1 °C', 'De temperatuur van het product is 300.1 °C'] as const),
  ),
  row(
    ...(['cumulative-falling', 'cumulativeWeight.quantity', { cumulative: '99000', last: '100000' }] as const),
    'Summe 99000 kg; davor waren es 100000 kg',
    'Cumulatief 99000 kg; daarvoor was het 100000 kg',
  ),
];

describe('a finding in German and Dutch', () => {
  test('there is a row for every code', () => {
    assert.deepEqual(ROWS.map(([{ code }]) => code).toSorted(), Object.keys(en).toSorted());
  });

  for (const [one, german, dutch] of ROWS)
    test(one.code, () => {
      assert.deepEqual(findingIn(one, 'de'), { ...one, text: german });
      assert.deepEqual(findingIn(one, 'nl'), { ...one, text: dutch });
      assert.deepEqual(findingIn(one, 'en'), one);
    });

  test('a sentence without a parameter of the English one does not compile', () => {
    // @ts-expect-error the parameter last is missing
    const part: FindingTexts['tare-unusual'] = 'Tara {tare} kg';
    assert.ok(part);
  });

  for (const [what, stored] of [
    ['without parameters', { code: 'tare-unusual', pointer: '#/tareWeight/quantity', text: 'English' }],
    [
      'with fewer',
      { code: 'tare-unusual', pointer: '#/tareWeight/quantity', text: 'English', parameters: { tare: 1 } },
    ],
    ['with a code that is not known', { code: 'toString', pointer: '#', text: 'English', parameters: {} }],
  ] as const)
    test(`stays as another version stored it: ${what}`, () => {
      assert.deepEqual(findingsOfVersion({ findings: JSON.stringify([stored]) }, 'de'), [stored as Finding]);
    });
});
