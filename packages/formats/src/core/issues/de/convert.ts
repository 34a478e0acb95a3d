import type { convertIssues as EnglishConvertIssues } from '../convert.ts';
import type { Translated } from '../language.ts';

export const convertIssues: Translated<typeof EnglishConvertIssues> = {
  'no-data': 'aus „{name}“ kam nichts an: {found}',
  'nothing-selected': [
    'aus „{name}“ kam nichts an: der Filter wählt nichts darin aus',
    'wählen Sie mindestens einen Eintrag des Inhaltsberichts',
  ],
  'format-mismatch':
    '„{name}“ ist nach dem Namen ein anderes Format, enthält aber {format}; so wurde die Datei gelesen',
  'point-name-repeated': 'der Punktname „{name}“ kommt in der Datei mehrmals vor; alle seine Punkte wurden gelesen',
  'unit-overridden': 'die Datei gibt als Einheit {stated} an; sie wurde auf Wunsch in {used} gelesen',
  'unit-assumed': [
    'die Datei gibt keine Einheit an; sie wurde in {unit} gelesen',
    'wenn das falsch ist, geben Sie sie mit der Option unit an',
  ],
  'drawing-foot-of-crs': [
    'der Dateikopf nennt Fuß, und {system} ist in US-Survey-Fuß: sie wurden als solche gelesen; als internationale Fuß lägen die Daten bis zu {difference} m daneben',
    'geben Sie unit=usft an, wenn das richtig ist, sonst crs=local',
  ],
  'unit-of-crs': [
    'die Datei gibt keine Einheit an; sie wurde in {unit} gelesen, der Einheit von {system}',
    'wenn das falsch ist, geben Sie sie mit der Option unit an',
  ],
  'crs-overridden': 'die Datei gibt als Bezugssystem {stated} an; sie wurde auf Wunsch in {used} gelesen',
  'crs-by-name': [
    'die Datei nennt ihr Bezugssystem „{name}“; es wurde als {system} gelesen',
    'wenn das falsch ist, geben Sie es mit der Option crs an',
  ],
  'crs-name-unknown': [
    'die Datei nennt ihr Bezugssystem „{name}“, und so heißt nicht genau ein registriertes System; ihre Koordinaten wurden als lokales Netz gelesen',
    'geben Sie das System mit der Option crs an',
  ],
  'crs-not-comparable':
    'die Quelle oder der Job ist in einem lokalen Netz; die Koordinaten wurden ohne Wechsel des Systems übernommen',
  'crs-operation':
    'die Koordinaten wurden mit „{name}“ in das andere Bezugssystem umgerechnet (Genauigkeit {accuracy}, Gebiet: {area})',
  'crs-better-with-grid': [
    '„{name}“ (Genauigkeit {accuracy}) wäre besser, aber das Gitter {grid} fehlt',
    'legen Sie die Datei in den Ordner der Gitter (Option --grids, Einstellung grids)',
  ],
  'crs-outside-area': [
    'ein Teil der Daten liegt außerhalb des Gebiets von „{name}“: {area}',
    'prüfen Sie die Einheit, die Reihenfolge der Achsen und beide Bezugssysteme',
  ],
  'crs-heights-kept': [
    'die Höhen blieben, wie sie sind: {system} gibt keine Höhen an',
    'verbinden Sie es mit einem Höhensystem (28992+5709), wenn die Höhen über einem anderen Niveau liegen',
  ],
  'crs-position-lost': [
    '{count Position hat|Positionen haben} keinen Platz im anderen Bezugssystem und wurden unbekannt',
    'prüfen Sie die Einheit, die Reihenfolge der Achsen und beide Bezugssysteme',
  ],
  'drawing-not-turned': [
    'die Zeichnung „{name}“ ist über eine Position platziert; nur diese wurde verschoben, Richtung und Maßstab blieben',
    'platzieren Sie sie über eine Linie aus zwei Positionen',
  ],
  'surface-thinned':
    'das Geländemodell „{name}“ wurde von {triangles} auf {trianglesLeft} Dreiecke und von {points} auf {pointsLeft} Punkte ausgedünnt; seine Höhen weichen höchstens um {deviation} {unit} ab',
  'surface-not-thinned':
    'das Geländemodell „{name}“ behält seine {triangles} Dreiecke und {points} Punkte: ohne einen davon wiche es um mehr als {tolerance} {unit} ab oder hätte einen anderen Umriss',
  'surface-thinning-limited': [
    'das Ausdünnen des Geländemodells „{name}“ kam an eine Grenze des Aufwands: vielleicht können noch mehr seiner Punkte wegfallen, ohne dass es mehr abweicht',
    'importieren Sie, was geschrieben wurde, und dünnen Sie das aus; die Abweichungen addieren sich',
  ],
  'surface-crowding-kept':
    '{count Punkt|Punkte} des Geländemodells „{name}“ beim Ausdünnen behalten: dort treffen sich mehr als {most} Dreiecke; sind es mehr als 1024, bleiben auch die Punkte ringsum',
  'surface-damage-kept': [
    '{count Dreieck|Dreiecke} des Geländemodells „{name}“ beim Ausdünnen mit den Eckpunkten unverändert gelassen: senkrecht, umgedreht, doppelt oder mit einem Punkt ohne Lage',
    'berichtigen Sie das Geländemodell, wenn es dort kleiner werden soll',
  ],
  'alignment-moved':
    'die Achse „{name}“ folgt dem Bezugssystem mit ihren Elementen auf {within} {unit} genau; ihre Längen und Stationen änderten sich um {change} Millionstel',
  'alignment-moved-in-parts':
    '{count Element|Elemente} der Achse „{name}“ geteilt oder als Sehnen geschrieben, um im anderen Bezugssystem auf {within} {unit} genau zu sein; ihre Längen und Stationen änderten sich um {change} Millionstel',
  'alignment-moved-as-line': [
    'die Achse „{name}“ wurde eine Linie aus Sehnen, auf {within} {unit} genau: das andere Bezugssystem hat Grad',
    'wählen Sie ein projiziertes System, um die Achse zu behalten',
  ],
  'alignment-not-transformed':
    'die Achse „{name}“ wurde weggelassen: ein Teil davon hat keinen Platz im anderen Bezugssystem',
  'plane-not-transformed':
    'die Ebene „{name}“ kann einem Wechsel der Achsen oder des Bezugssystems nicht folgen und wurde weggelassen',
  'drawing-in-other-crs': [
    'die Zeichnung ist in {own} und der Job in {target}; eine Hintergrundzeichnung behält ihre Koordinaten',
    'platzieren Sie sie über Positionen, oder importieren Sie sie als Objekte',
  ],
};
