/** The sentences of findings. `{field}` is the field that the finding points at; all others are its parameters. */
export const en = {
  'weight-negative': '{field} is {quantity} {unit}',
  'gross-below-tare': 'gross {gross} kg is less than tare {tare} kg',
  'nett-mismatch': 'nett {nett} kg differs from gross − tare {difference} kg by {off} kg',
  'unit-unknown': 'the unit "{unit}" of {field} is unknown',
  'country-unknown': '"{country}" is not an assigned country code',
  'time-in-future': '{time} lies {minutes} minutes ahead',
  'time-far-past': '{time} is more than ten years ago',
  'tare-unusual': "tare {tare} kg, the vehicle's last was {last} kg",
  'temperature-out-of-range': 'the product temperature is {degrees} °C',
  'cumulative-falling': 'cumulative {cumulative} kg, before it was {last} kg',
} as const;

/** What sentences call a field, by the first part of its path. */
export const enFields = {
  nettWeight: 'nettWeight',
  grossWeight: 'grossWeight',
  tareWeight: 'tareWeight',
  cumulativeWeight: 'cumulativeWeight',
  product: 'the temperature',
} as const;
