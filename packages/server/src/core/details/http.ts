import { detailRows } from './row.ts';

/** Requests of any kind: addresses, headers, bodies and the rules of their fields. */
export const httpDetails = detailRows({
  'The server is stopping.': ['Der Server wird gerade beendet.', 'De server wordt net gestopt.'],
  'The server failed; the cause is in its log under this requestId.': [
    'Im Server ist ein Fehler aufgetreten; die Ursache steht in seinem Protokoll unter dieser requestId.',
    'De server heeft een fout; de oorzaak staat in zijn log onder deze requestId.',
  ],
  'The request has no path.': ['Die Anfrage hat keinen Pfad.', 'Het verzoek heeft geen pad.'],
  'A request must name its host in exactly one header Host, as name or address and port.': [
    'Eine Anfrage nennt ihren Host in einem einzigen Header Host: Name oder Adresse und Port.',
    'Een verzoek noemt zijn host in één header Host: naam of adres en poort.',
  ],
  'This address can answer with {offers}.': [
    'Diese Adresse kann mit {offers} antworten.',
    'Dit adres kan antwoorden met {offers}.',
  ],
  'There is nothing at this address.': ['Unter dieser Adresse gibt es nichts.', 'Op dit adres is niets.'],
  'This address supports {allowed}.': ['Diese Adresse unterstützt {allowed}.', 'Dit adres ondersteunt {allowed}.'],
  'There is no such file of the console.': [
    'Diese Datei der Konsole gibt es nicht.',
    'Dit bestand van de console bestaat niet.',
  ],
  'There is no such guide.': ['Diese Anleitung gibt es nicht.', 'Deze handleiding bestaat niet.'],
  'Send `next` of a page of this list unchanged, with the same filters.': [
    'Senden Sie `next` einer Seite dieser Liste unverändert und mit denselben Filtern.',
    'Stuur `next` van een pagina van deze lijst ongewijzigd en met dezelfde filters.',
  ],
  'The only supported transfer coding is `chunked`.': [
    'Die einzige unterstützte Übertragungskodierung ist `chunked`.',
    'De enige ondersteunde overdrachtscodering is `chunked`.',
  ],
  'The Content-Encoding {coding} is not supported here; send the body unencoded.': [
    'Das Content-Encoding {coding} wird hier nicht unterstützt; senden Sie den Inhalt unkodiert.',
    'De Content-Encoding {coding} wordt hier niet ondersteund; stuur de inhoud ongecodeerd.',
  ],
  'The body has no Content-Type; send {types}.': [
    'Der Inhalt hat keinen Content-Type; senden Sie {types}.',
    'De inhoud heeft geen Content-Type; stuur {types}.',
  ],
  'This address does not accept {type}; send {types}.': [
    'Diese Adresse nimmt {type} nicht an; senden Sie {types}.',
    'Dit adres neemt {type} niet aan; stuur {types}.',
  ],
  'The body has no Content-Type.': ['Der Inhalt hat keinen Content-Type.', 'De inhoud heeft geen Content-Type.'],
  'The Content-Type {type} is not a media type, or not one that this address accepts.': [
    'Der Content-Type {type} ist kein Medientyp oder keiner, den diese Adresse annimmt.',
    'De Content-Type {type} is geen mediatype of geen dat dit adres aanneemt.',
  ],
  'The Content-Type is empty: send a media type, or leave the header out.': [
    'Der Content-Type ist leer: Senden Sie einen Medientyp, oder lassen Sie den Header weg.',
    'De Content-Type is leeg: stuur een mediatype of laat de header weg.',
  ],
  'The body limit of this address is {bodyLimit} bytes; {length} were announced.': [
    'Diese Adresse nimmt höchstens {bodyLimit} Bytes an; angekündigt waren {length}.',
    'Dit adres neemt hoogstens {bodyLimit} bytes aan; er waren er {length} aangekondigd.',
  ],
  'The body limit of this address is {bodyLimit} bytes.': [
    'Diese Adresse nimmt höchstens {bodyLimit} Bytes an.',
    'Dit adres neemt hoogstens {bodyLimit} bytes aan.',
  ],
  'The body did not arrive within {seconds} s.': [
    'Der Inhalt kam nicht innerhalb von {seconds} s an.',
    'De inhoud kwam niet binnen {seconds} s aan.',
  ],
  'The connection ended in the middle of the body.': [
    'Die Verbindung endete mitten im Inhalt.',
    'De verbinding eindigde midden in de inhoud.',
  ],
  'The connection ended before the answer.': [
    'Die Verbindung endete vor der Antwort.',
    'De verbinding eindigde voor het antwoord.',
  ],
  'The operation needs a body.': ['Die Operation braucht einen Inhalt.', 'De bewerking heeft een inhoud nodig.'],
  'The operation needs a JSON body.': [
    'Die Operation braucht einen Inhalt in JSON.',
    'De bewerking heeft een inhoud in JSON nodig.',
  ],
  "The body's length differs from its Content-Length.": [
    'Die Länge des Inhalts weicht von Content-Length ab.',
    'De lengte van de inhoud wijkt af van Content-Length.',
  ],
  'A % in the path is not followed by two hex digits of UTF-8.': [
    'Auf ein % im Pfad folgen nicht zwei Hexadezimalziffern von UTF-8.',
    'Op een % in het pad volgen niet twee hexadecimale cijfers van UTF-8.',
  ],
  'A name or id in the path has more than {most} characters.': [
    'Ein Name oder eine Kennung im Pfad hat mehr als {most} Zeichen.',
    'Een naam of id in het pad heeft meer dan {most} tekens.',
  ],
  'The resource has changed since you read it. Read it again.': [
    'Der Eintrag hat sich geändert, seit Sie ihn gelesen haben. Lesen Sie ihn noch einmal.',
    'Het item is gewijzigd sinds u het hebt gelezen. Lees het opnieuw.',
  ],
  'Another request was sent with this key within 24 hours: repeat that one unchanged, or use a new key.': [
    'Mit diesem Schlüssel wurde in den letzten 24 Stunden eine andere Anfrage gesendet: Wiederholen Sie diese unverändert, oder nehmen Sie einen neuen Schlüssel.',
    'Met deze sleutel is in de laatste 24 uur een ander verzoek gestuurd: herhaal dat ongewijzigd of neem een nieuwe sleutel.',
  ],
  'Idempotency-Key must have 1 to 255 visible ASCII characters.': [
    'Idempotency-Key muss 1 bis 255 sichtbare ASCII-Zeichen haben.',
    'Idempotency-Key moet 1 tot 255 zichtbare ASCII-tekens hebben.',
  ],
  'Not a key.': ['Kein Schlüssel.', 'Geen sleutel.'],
  'The first request with this key has no answer yet: wait for it, or ask again with the same key in a moment.': [
    'Die erste Anfrage mit diesem Schlüssel hat noch keine Antwort: Warten Sie darauf, oder fragen Sie gleich mit demselben Schlüssel noch einmal.',
    'Het eerste verzoek met deze sleutel heeft nog geen antwoord: wacht erop of vraag het zo meteen opnieuw met dezelfde sleutel.',
  ],
  'Your stored answers for Idempotency-Keys have {held} bytes, the limit is {share}. Send the request without a key, or wait until the oldest are a day old.':
    [
      'Ihre gespeicherten Antworten für Idempotency-Keys haben {held} Bytes, die Grenze ist {share}. Senden Sie die Anfrage ohne Schlüssel, oder warten Sie, bis die ältesten einen Tag alt sind.',
      'Uw opgeslagen antwoorden voor Idempotency-Keys hebben {held} bytes, de grens is {share}. Stuur het verzoek zonder sleutel of wacht tot de oudste een dag oud zijn.',
    ],
  'The body is not valid UTF-8.': ['Der Inhalt ist kein gültiges UTF-8.', 'De inhoud is geen geldige UTF-8.'],
  'The body has more than {mostKeys} keys, which is the maximum here.': [
    'Der Inhalt hat mehr als {mostKeys} Schlüssel; mehr werden hier nicht gelesen.',
    'De inhoud heeft meer dan {mostKeys} sleutels; meer worden hier niet gelezen.',
  ],
  'The body is not JSON: {place}.': ['Der Inhalt ist kein JSON: {place}.', 'De inhoud is geen JSON: {place}.'],
  'unexpected {found} in line {line}, column {column}': [
    '{found} in Zeile {line}, Spalte {column} ist unerwartet',
    '{found} op regel {line}, kolom {column} is onverwacht',
  ],
  'unexpected {found}': ['{found} ist unerwartet', '{found} is onverwacht'],
  'it ends too early, after {length} characters': [
    'er endet zu früh, nach {length} Zeichen',
    'hij eindigt te vroeg, na {length} tekens',
  ],
  'The body contains the key "__proto__", which is refused.': [
    'Der Inhalt enthält den Schlüssel „__proto__“, der abgelehnt wird.',
    'De inhoud bevat de sleutel “__proto__”, die wordt geweigerd.',
  ],
  'The limit {name} is reached: {most} are open. End some of them first.': [
    'Es sind so viele offen, wie die Grenze {name} erlaubt: {most}. Beenden Sie zuerst einige.',
    'Er zijn er zoveel open als de grens {name} toestaat: {most}. Beëindig er eerst enkele.',
  ],
  'The limit is {quota} requests per minute.': [
    'Die Grenze sind {quota} Anfragen in der Minute.',
    'De grens is {quota} verzoeken per minuut.',
  ],
  'The limit is {quota} requests per minute for {group}.': [
    'Die Grenze sind {quota} Anfragen in der Minute für {group}.',
    'De grens is {quota} verzoeken per minuut voor {group}.',
  ],
  'The sandbox does not know this failure.': [
    'Diesen Fehler kennt die Sandbox nicht.',
    'Deze fout kent de sandbox niet.',
  ],
  'must be one of {known}': ['muss eines von {known} sein', 'moet een van {known} zijn'],
  'The request asked for this with Fieldbridge-Fail: {kind}.': [
    'Die Anfrage hat das mit Fieldbridge-Fail: {kind} verlangt.',
    'Het verzoek heeft hierom gevraagd met Fieldbridge-Fail: {kind}.',
  ],
  'Must be one line with a visible character, without control characters or reversed writing.': [
    'Muss eine Zeile mit einem sichtbaren Zeichen sein, ohne Steuerzeichen und umgekehrte Schrift.',
    'Moet één regel met een zichtbaar teken zijn, zonder besturingstekens en omgekeerd schrift.',
  ],
  'The field is required.': ['Das Feld ist nötig.', 'Het veld is verplicht.'],
  'The parameter is required.': ['Der Parameter ist nötig.', 'De parameter is verplicht.'],
  'Must be one of {values}.': ['Muss eines von {values} sein.', 'Moet een van {values} zijn.'],
  'Must be an email address, such as name@example.org.': [
    'Muss eine E-Mail-Adresse sein, wie name@example.org.',
    'Moet een e-mailadres zijn, zoals name@example.org.',
  ],
  'Must be {value}.': ['Muss {value} sein.', 'Moet {value} zijn.'],
  'There is no field {name}. Known: {known}.': [
    'Es gibt kein Feld {name}. Bekannt sind: {known}.',
    'Er is geen veld {name}. Bekend zijn: {known}.',
  ],
  'There is no parameter {name}. Known: {known}.': [
    'Es gibt keinen Parameter {name}. Bekannt sind: {known}.',
    'Er is geen parameter {name}. Bekend zijn: {known}.',
  ],
  'There is no field {name}. Did you mean {close}?': [
    'Es gibt kein Feld {name}. Meinten Sie {close}?',
    'Er is geen veld {name}. Bedoelde u {close}?',
  ],
  'There is no parameter {name}. Did you mean {close}?': [
    'Es gibt keinen Parameter {name}. Meinten Sie {close}?',
    'Er is geen parameter {name}. Bedoelde u {close}?',
  ],
  'Must be of type {type}.': ['Muss vom Typ {type} sein.', 'Moet van het type {type} zijn.'],
  'Must not be empty.': ['Darf nicht leer sein.', 'Mag niet leeg zijn.'],
  'Must have at least {limit} characters.': [
    'Muss mindestens {limit} Zeichen haben.',
    'Moet minstens {limit} tekens hebben.',
  ],
  'Must have at most {limit} characters.': [
    'Darf höchstens {limit} Zeichen haben.',
    'Mag hoogstens {limit} tekens hebben.',
  ],
  'Must be at least {limit}.': ['Muss mindestens {limit} sein.', 'Moet minstens {limit} zijn.'],
  'Must be at most {limit}.': ['Darf höchstens {limit} sein.', 'Mag hoogstens {limit} zijn.'],
  'Must have at least {limit entry|entries}.': [
    'Muss mindestens {limit Eintrag|Einträge} haben.',
    'Moet minstens {limit item|items} hebben.',
  ],
  'Must have at most {limit entry|entries}.': [
    'Darf höchstens {limit Eintrag|Einträge} haben.',
    'Mag hoogstens {limit item|items} hebben.',
  ],
  'Must not contain the same entry twice.': [
    'Darf keinen Eintrag zweimal enthalten.',
    'Mag geen item twee keer bevatten.',
  ],
  'The value is given {count} times; give it once.': [
    'Der Wert ist {count}-mal angegeben; geben Sie ihn einmal an.',
    'De waarde is {count} keer gegeven; geef haar één keer.',
  ],
  'Must be a date, such as 2026-05-31.': [
    'Muss ein Datum sein, wie 2026-05-31.',
    'Moet een datum zijn, zoals 2026-05-31.',
  ],
  'Must be a time with its zone, such as 2026-05-31T08:15:30Z.': [
    'Muss eine Zeit mit ihrer Zeitzone sein, wie 2026-05-31T08:15:30Z.',
    'Moet een tijd met zijn tijdzone zijn, zoals 2026-05-31T08:15:30Z.',
  ],
  'Must be a UUID, such as 01980f2c-7a3b-7c4d-8e5f-60718293a4b5.': [
    'Muss eine UUID sein, wie 01980f2c-7a3b-7c4d-8e5f-60718293a4b5.',
    'Moet een UUID zijn, zoals 01980f2c-7a3b-7c4d-8e5f-60718293a4b5.',
  ],
  'Must match the pattern {pattern}.': [
    'Muss dem Muster {pattern} entsprechen.',
    'Moet aan het patroon {pattern} voldoen.',
  ],
  'The value {rule}.': ['Der Wert verletzt eine Regel: {rule}.', 'De waarde breekt een regel: {rule}.'],
  'The body has a fault: {pointer} – {detail}': [
    'Der Inhalt hat einen Fehler: {pointer} – {detail}',
    'De inhoud heeft een fout: {pointer} – {detail}',
  ],
  'The body has {count} faults: {pointer} – {detail}': [
    'Der Inhalt hat {count} Fehler: {pointer} – {detail}',
    'De inhoud heeft {count} fouten: {pointer} – {detail}',
  ],
  'The body has {count} faults (and {more} more): {pointer} – {detail}': [
    'Der Inhalt hat {count} Fehler (und {more} weitere): {pointer} – {detail}',
    'De inhoud heeft {count} fouten (en nog {more}): {pointer} – {detail}',
  ],
  'The body has {count} faults (and at least {more} more): {pointer} – {detail}': [
    'Der Inhalt hat {count} Fehler (und mindestens {more} weitere): {pointer} – {detail}',
    'De inhoud heeft {count} fouten (en minstens nog {more}): {pointer} – {detail}',
  ],
  'The address contains an invalid identifier.': [
    'Die Adresse enthält eine ungültige Kennung.',
    'Het adres bevat een ongeldige id.',
  ],
  '{parameter}: {detail}': ['{parameter}: {detail}', '{parameter}: {detail}'],
  'The body contains a text that cannot be stored: {pointer} – {detail}': [
    'Der Inhalt enthält einen Text, der sich nicht speichern lässt: {pointer} – {detail}',
    'De inhoud bevat een tekst die niet kan worden opgeslagen: {pointer} – {detail}',
  ],
  'A field name contains half a surrogate pair, or U+0000.': [
    'Ein Feldname enthält ein halbes Surrogatpaar oder U+0000.',
    'Een veldnaam bevat een half surrogaatpaar of U+0000.',
  ],
  'The text contains half a surrogate pair, which is not a character.': [
    'Der Text enthält ein halbes Surrogatpaar, das kein Zeichen ist.',
    'De tekst bevat een half surrogaatpaar, dat geen teken is.',
  ],
  'The text contains the character U+0000.': [
    'Der Text enthält das Zeichen U+0000.',
    'De tekst bevat het teken U+0000.',
  ],
});
