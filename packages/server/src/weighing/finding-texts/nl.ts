import type { FindingFields, FindingTexts } from './language.ts';

export const nl: FindingTexts = {
  'weight-negative': '{field}: {quantity} {unit} is kleiner dan nul',
  'gross-below-tare': 'Bruto {gross} kg is minder dan tarra {tare} kg',
  'nett-mismatch': 'Netto {nett} kg wijkt {off} kg af van bruto − tarra {difference} kg',
  'unit-unknown': '{field}: de eenheid “{unit}” is onbekend',
  'country-unknown': '“{country}” is geen toegekende landcode',
  'time-in-future': '{time} ligt {minutes} minuten in de toekomst',
  'time-far-past': '{time} is meer dan tien jaar geleden',
  'tare-unusual': 'Tarra {tare} kg; de vorige van het voertuig was {last} kg',
  'temperature-out-of-range': 'De temperatuur van het product is {degrees} °C',
  'cumulative-falling': 'Cumulatief {cumulative} kg; daarvoor was het {last} kg',
};

export const nlFields: FindingFields = {
  nettWeight: 'Netto',
  grossWeight: 'Bruto',
  tareWeight: 'Tarra',
  cumulativeWeight: 'Cumulatief',
  product: 'Temperatuur',
};
