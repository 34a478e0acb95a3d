import type { Translated } from '../language.ts';
import type { mergeIssues as EnglishMergeIssues } from '../merge.ts';

export const mergeIssues: Translated<typeof EnglishMergeIssues> = {
  'point-name-taken': [
    'der Job enthält schon {count Punktnamen|Punktnamen} der Datei; der erste ist „{name}“',
    'hängen Sie mit onDuplicate=rename, keep oder replace an',
  ],
  'point-renamed': 'der Punkt „{name}“ wurde als „{newName}“ importiert, weil der Job einen Punkt dieses Namens hat',
  'point-kept': 'der Punkt „{name}“ wurde weggelassen, weil der Job einen Punkt dieses Namens hat',
  'point-replaced': 'der Punkt „{name}“ ersetzt den im Job',
  'code-kept': [
    'der Code „{name}“ ist im Job mit anderen Eigenschaften; diese wurden behalten',
    'hängen Sie mit onDuplicate=replace an, um die neuen zu nehmen',
  ],
  'code-replaced': 'der Code „{name}“ ersetzt den im Job',
  'units-differ': [
    '„{name}“ ist in {unit} und „{other}“ in {otherUnit}, und ein Job hat eine Einheit',
    'wählen Sie die Einheit des Jobs (auf der Befehlszeile mit --to-unit m, ft oder usft)',
  ],
  'unit-not-stated': [
    '„{name}“ gibt keine Einheit an, und „{other}“ ist in {unit}',
    'geben Sie die Einheit der Datei mit der Option unit an',
  ],
  'crs-differ': [
    '„{name}“ ist in {system} und „{other}“ in {otherSystem}, und ein Job hat ein Bezugssystem',
    'wählen Sie das System des Jobs (auf der Befehlszeile mit --to-crs)',
  ],
  'crs-not-stated': [
    '„{name}“ gibt kein Bezugssystem an und kann „{other}“ deshalb nicht aus {system} in ein anderes folgen',
    'geben Sie das System der Datei mit der Option crs an',
  ],
  'layer-kept': 'der Layer „{name}“ ist im Job mit anderen Eigenschaften; diese wurden behalten',
};
