import type { Translated } from '../language.ts';
import type { mergeIssues as EnglishMergeIssues } from '../merge.ts';

export const mergeIssues: Translated<typeof EnglishMergeIssues> = {
  'point-name-taken': [
    'de opdracht bevat al {count puntnaam|puntnamen} van het bestand; de eerste is “{name}”',
    'voeg toe met onDuplicate=rename, keep of replace',
  ],
  'point-renamed': 'punt “{name}” is als “{newName}” geïmporteerd, omdat de opdracht een punt met die naam heeft',
  'point-kept': 'punt “{name}” is weggelaten, omdat de opdracht een punt met die naam heeft',
  'point-replaced': 'punt “{name}” vervangt dat in de opdracht',
  'code-kept': [
    'code “{name}” staat met andere eigenschappen in de opdracht; die zijn behouden',
    'voeg toe met onDuplicate=replace om de nieuwe te nemen',
  ],
  'code-replaced': 'code “{name}” vervangt die in de opdracht',
  'units-differ': [
    '“{name}” is in {unit} en “{other}” in {otherUnit}, en een opdracht heeft één eenheid',
    'kies de eenheid van de opdracht (op de opdrachtregel met --to-unit m, ft of usft)',
  ],
  'unit-not-stated': [
    '“{name}” geeft geen eenheid op, en “{other}” is in {unit}',
    'geef de eenheid van het bestand op met de optie unit',
  ],
  'crs-differ': [
    '“{name}” is in {system} en “{other}” in {otherSystem}, en een opdracht heeft één coördinatenstelsel',
    'kies het stelsel van de opdracht (op de opdrachtregel met --to-crs)',
  ],
  'crs-not-stated': [
    '“{name}” geeft geen coördinatenstelsel op en kan “{other}” daarom niet uit {system} naar een ander volgen',
    'geef het stelsel van het bestand op met de optie crs',
  ],
  'layer-kept': 'laag “{name}” staat met andere eigenschappen in de opdracht; die zijn behouden',
};
