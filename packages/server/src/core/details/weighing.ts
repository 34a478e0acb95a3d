import { detailRows } from './row.ts';

/** Tickets. */
export const weighingDetails = detailRows({
  'Give the reason for the change or deletion in the parameter reason.': [
    'Geben Sie im Parameter reason an, warum der Wiegeschein geändert oder gelöscht wird.',
    'Zeg in de parameter reason waarom de weegbon wordt gewijzigd of verwijderd.',
  ],
  '{locationId} is not one of your weigh bridges in this environment; GET /locations lists them.': [
    '{locationId} ist keine Ihrer Waagen in dieser Umgebung; GET /locations listet sie auf.',
    '{locationId} is in deze omgeving geen weegbrug van u; GET /locations toont ze.',
  ],
  'Not one of your weigh bridges.': ['Keine Ihrer Waagen.', 'Geen weegbrug van u.'],
  'The body is not valid JSON: {message}{place}.': [
    'Der Inhalt ist kein gültiges JSON: {message}{place}.',
    'De inhoud is geen geldige JSON: {message}{place}.',
  ],
  ' (line {line}, column {column})': [' (Zeile {line}, Spalte {column})', ' (regel {line}, kolom {column})'],
  'The batch has {length} tickets; send 1 to {most}.': [
    'Der Stapel hat {length} Wiegescheine; senden Sie 1 bis {most}.',
    'De reeks heeft {length} weegbonnen; stuur er 1 tot {most}.',
  ],
  'The ticket with this patch cannot be read: {message}.': [
    'Der Wiegeschein mit dieser Änderung ist nicht lesbar: {message}.',
    'De weegbon met deze wijziging is niet leesbaar: {message}.',
  ],
  '{value} is not an ISO 8601 date and time with a zone, such as 2026-05-04T08:15:30Z.': [
    '{value} ist kein Zeitpunkt nach ISO 8601 mit Zeitzone, wie 2026-05-04T08:15:30Z.',
    '{value} is geen tijdstip volgens ISO 8601 met tijdzone, zoals 2026-05-04T08:15:30Z.',
  ],
  '{failed} of {all} tickets were refused, so none is stored.': [
    '{failed} von {all} Wiegescheinen wurden abgelehnt, deshalb ist keiner gespeichert.',
    '{failed} van {all} weegbonnen zijn geweigerd, dus is er geen opgeslagen.',
  ],
  'The ticket at {place} of this batch has the same locationId and externalId, and the same data.': [
    'Der Wiegeschein unter {place} dieses Stapels hat dieselbe locationId und externalId und dieselben Daten.',
    'De weegbon op {place} van deze reeks heeft dezelfde locationId en externalId en dezelfde gegevens.',
  ],
  'The ticket at {place} of this batch has the same locationId and externalId.': [
    'Der Wiegeschein unter {place} dieses Stapels hat dieselbe locationId und externalId.',
    'De weegbon op {place} van deze reeks heeft dezelfde locationId en externalId.',
  ],
  '{name} is not one of {known}. Did you mean {close}?': [
    '{name} gehört nicht zu {known}. Meinten Sie {close}?',
    '{name} hoort niet bij {known}. Bedoelde u {close}?',
  ],
  '{name} is not one of {known}.': ['{name} gehört nicht zu {known}.', '{name} hoort niet bij {known}.'],
  'The current version of the ticket has no findings.': [
    'Die aktuelle Fassung des Wiegescheins hat keine Befunde.',
    'De huidige versie van de weegbon heeft geen bevindingen.',
  ],
  'The body must be one object.': ['Der Inhalt muss ein Objekt sein.', 'De inhoud moet één object zijn.'],
  'You have no ticket with this uuid; it may have been deleted.': [
    'Sie haben keinen Wiegeschein mit dieser uuid; vielleicht wurde er gelöscht.',
    'U hebt geen weegbon met deze uuid; misschien is hij verwijderd.',
  ],
  'You have never had a ticket with this uuid.': [
    'Sie hatten nie einen Wiegeschein mit dieser uuid.',
    'U hebt nooit een weegbon met deze uuid gehad.',
  ],
  'The weigh bridge already has a ticket {number} with the same data; nothing was changed.': [
    'Die Waage hat bereits einen Wiegeschein {number} mit denselben Daten; es wurde nichts geändert.',
    'De weegbrug heeft al een weegbon {number} met dezelfde gegevens; er is niets gewijzigd.',
  ],
  'The weigh bridge already has a ticket {number}; nothing was changed.': [
    'Die Waage hat bereits einen Wiegeschein {number}; es wurde nichts geändert.',
    'De weegbrug heeft al een weegbon {number}; er is niets gewijzigd.',
  ],
  'A ticket must be an object, this is {found}.': [
    'Ein Wiegeschein muss ein Objekt sein, das ist {found}.',
    'Een weegbon moet een object zijn, dit is {found}.',
  ],
  'A ticket may have {most} characters, this one has {length}: send it without white space between its fields.': [
    'Ein Wiegeschein darf {most} Zeichen haben, dieser hat {length}: Senden Sie ihn ohne Leerraum zwischen den Feldern.',
    'Een weegbon mag {most} tekens hebben, deze heeft er {length}: stuur hem zonder witruimte tussen de velden.',
  ],
  '{pointer}: {detail} (and {count} more)': [
    '{pointer}: {detail} (und {count} weitere)',
    '{pointer}: {detail} (en nog {count})',
  ],
  '{pointer}: {detail}': ['{pointer}: {detail}', '{pointer}: {detail}'],
  'The field is required and must not be null.': [
    'Das Feld ist nötig und darf nicht null sein.',
    'Het veld is verplicht en mag niet null zijn.',
  ],
  'The number {number} is out of range: at most 400 characters, no exponent beyond 400 or -400, and no larger than 1.8e308.':
    [
      'Die Zahl {number} liegt außerhalb der Grenzen: höchstens 400 Zeichen, kein Exponent über 400 oder unter -400, nicht größer als 1.8e308.',
      'Het getal {number} ligt buiten de grenzen: hoogstens 400 tekens, geen exponent boven 400 of onder -400, niet groter dan 1.8e308.',
    ],
  'Must be {expected}, this is {found}.': [
    'Nötig ist {expected}, das ist {found}.',
    'Nodig is {expected}, dit is {found}.',
  ],
  'Must have at most {maxLength} characters, this has {length}.': [
    'Höchstens {maxLength} Zeichen sind erlaubt, das sind {length}.',
    'Hoogstens {maxLength} tekens zijn toegestaan, dit zijn er {length}.',
  ],
  'Must not contain the character U+0000.': [
    'Darf das Zeichen U+0000 nicht enthalten.',
    'Mag het teken U+0000 niet bevatten.',
  ],
  '{fault}, this is {found}.': ['{fault}, das ist {found}.', '{fault}, dit is {found}.'],
  'Must be an ISO 8601 date and time such as 2026-05-04T08:15:30.000Z': [
    'Nötig ist ein Zeitpunkt nach ISO 8601 wie 2026-05-04T08:15:30.000Z',
    'Nodig is een tijdstip volgens ISO 8601 zoals 2026-05-04T08:15:30.000Z',
  ],
  'Must state its zone, as in 2026-05-04T08:15:30Z or +02:00 at the end': [
    'Die Zeitzone muss dabeistehen, wie in 2026-05-04T08:15:30Z oder mit +02:00 am Ende',
    'De tijdzone moet erbij staan, zoals in 2026-05-04T08:15:30Z of met +02:00 aan het eind',
  ],
  'Must be an existing day': ['Diesen Tag muss es geben', 'Deze dag moet bestaan'],
  'Must be an existing time of day': ['Diese Uhrzeit muss es geben', 'Dit tijdstip moet bestaan'],
  'an object': ['ein Objekt', 'een object'],
  'an array': ['eine Liste', 'een lijst'],
  'a string': ['ein Text', 'een tekst'],
  'a number': ['eine Zahl', 'een getal'],
  'a whole number': ['eine ganze Zahl', 'een geheel getal'],
  'a country code of two letters': ['ein Ländercode aus zwei Buchstaben', 'een landcode van twee letters'],
  'a UUID': ['eine UUID', 'een UUID'],
  'the string {value}': ['der Text {value}', 'de tekst {value}'],
  'the number {value}': ['die Zahl {value}', 'het getal {value}'],
});
