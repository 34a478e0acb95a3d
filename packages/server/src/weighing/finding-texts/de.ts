import type { FindingFields, FindingTexts } from './language.ts';

export const de: FindingTexts = {
  'weight-negative': '{field}: {quantity} {unit} ist kleiner als null',
  'gross-below-tare': 'Brutto {gross} kg ist kleiner als Tara {tare} kg',
  'nett-mismatch': 'Netto {nett} kg weicht um {off} kg von Brutto − Tara {difference} kg ab',
  'unit-unknown': '{field}: Die Einheit „{unit}“ ist unbekannt',
  'country-unknown': '„{country}“ ist kein vergebener Ländercode',
  'time-in-future': '{time} liegt {minutes} Minuten in der Zukunft',
  'time-far-past': '{time} liegt mehr als zehn Jahre zurück',
  'tare-unusual': 'Tara {tare} kg; das Fahrzeug hatte zuletzt {last} kg',
  'temperature-out-of-range': 'Die Temperatur des Produkts ist {degrees} °C',
  'cumulative-falling': 'Summe {cumulative} kg; davor waren es {last} kg',
};

export const deFields: FindingFields = {
  nettWeight: 'Netto',
  grossWeight: 'Brutto',
  tareWeight: 'Tara',
  cumulativeWeight: 'Summe',
  product: 'Temperatur',
};
