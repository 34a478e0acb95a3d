import { detailRows } from './row.ts';

/** Jobs, their files, views, links and exports. */
export const conversionDetails = detailRows({
  'There is no such job.': ['Diesen Job gibt es nicht.', 'Deze opdracht bestaat niet.'],
  'The job was deleted.': ['Der Job wurde gelöscht.', 'De opdracht is verwijderd.'],
  'The job was changed or deleted; ask again.': [
    'Der Job wurde geändert oder gelöscht; fragen Sie noch einmal.',
    'De opdracht is gewijzigd of verwijderd; vraag het opnieuw.',
  ],
  'The job has no such file.': ['Der Job hat diese Datei nicht.', 'De opdracht heeft dit bestand niet.'],
  'The job has no such link.': ['Der Job hat diesen Link nicht.', 'De opdracht heeft deze link niet.'],
  'The job has {most} links; revoke one first.': [
    'Der Job hat {most} Links; nehmen Sie zuerst einen zurück.',
    'De opdracht heeft {most} links; trek er eerst een in.',
  ],
  'The job has changed; ask for its view again.': [
    'Der Job hat sich geändert; fragen Sie noch einmal nach seiner Ansicht.',
    'De opdracht is gewijzigd; vraag opnieuw naar zijn weergave.',
  ],
  'The other job has the revisions 1 to {last}, not {asked}.': [
    'Der andere Job hat die Revisionen 1 bis {last}, nicht {asked}.',
    'De andere opdracht heeft de revisies 1 tot {last}, niet {asked}.',
  ],
  'The view has no such segment.': ['Die Ansicht hat diesen Abschnitt nicht.', 'De weergave heeft dit segment niet.'],
  'The view has no such chunk.': ['Die Ansicht hat dieses Stück nicht.', 'De weergave heeft dit stuk niet.'],
  'The view has no such picture.': ['Die Ansicht hat dieses Bild nicht.', 'De weergave heeft deze afbeelding niet.'],
  'The view has no such feature.': ['Die Ansicht hat dieses Objekt nicht.', 'De weergave heeft dit object niet.'],
  'This link shows the job, but does not allow downloads.': [
    'Dieser Link zeigt den Job; herunterladen erlaubt er nicht.',
    'Deze link toont de opdracht; downloaden staat hij niet toe.',
  ],
  'This link has expired or was revoked. Ask for a new one.': [
    'Dieser Link ist abgelaufen oder wurde zurückgenommen. Bitten Sie um einen neuen.',
    'Deze link is verlopen of ingetrokken. Vraag om een nieuwe.',
  ],
  'The organisation keeps {used} jobs; the quota jobsPerOrganisation is {jobs}. Delete jobs that are no longer needed.':
    [
      'Die Organisation hat {used} Jobs; das Kontingent jobsPerOrganisation ist {jobs}. Löschen Sie Jobs, die nicht mehr gebraucht werden.',
      'De organisatie bewaart {used} opdrachten; het quotum jobsPerOrganisation is {jobs}. Verwijder opdrachten die niet meer nodig zijn.',
    ],
  'The organisation keeps {used} bytes and {more} would be added; the quota bytesPerOrganisation is {bytes}. Delete jobs that are no longer needed.':
    [
      'Die Organisation hat {used} Bytes, und {more} kämen dazu; das Kontingent bytesPerOrganisation ist {bytes}. Löschen Sie Jobs, die nicht mehr gebraucht werden.',
      'De organisatie bewaart {used} bytes en er zouden er {more} bij komen; het quotum bytesPerOrganisation is {bytes}. Verwijder opdrachten die niet meer nodig zijn.',
    ],
  'The upload has more than the {left} bytes that the quota bytesPerOrganisation leaves, uploads in progress included. Delete jobs that are no longer needed.':
    [
      'Der Upload hat mehr als die {left} Bytes, die das Kontingent bytesPerOrganisation übrig lässt, laufende Uploads eingerechnet. Löschen Sie Jobs, die nicht mehr gebraucht werden.',
      'De upload heeft meer dan de {left} bytes die het quotum bytesPerOrganisation overlaat, lopende uploads meegerekend. Verwijder opdrachten die niet meer nodig zijn.',
    ],
  'The export has {size} bytes, and the quota bytesPerOrganisation leaves {room}. Delete jobs that are no longer needed.':
    [
      'Der Export hat {size} Bytes, und das Kontingent bytesPerOrganisation lässt {room} übrig. Löschen Sie Jobs, die nicht mehr gebraucht werden.',
      'De export heeft {size} bytes en het quotum bytesPerOrganisation laat er {room} over. Verwijder opdrachten die niet meer nodig zijn.',
    ],
  'The import has {size} bytes, more than the quota leaves.': [
    'Der Import hat {size} Bytes, mehr als das Kontingent übrig lässt.',
    'De import heeft {size} bytes, meer dan het quotum overlaat.',
  ],
  'The limit uploadLimit is {limit} bytes; {length} were announced.': [
    'Die Grenze uploadLimit ist {limit} Bytes; angekündigt waren {length}.',
    'De grens uploadLimit is {limit} bytes; er waren er {length} aangekondigd.',
  ],
  'Waiting conversions: {count}; the limit {limit} is {value}. Send it again later.': [
    'Wartende Konvertierungen: {count}; die Grenze {limit} ist {value}. Senden Sie es später noch einmal.',
    'Wachtende conversies: {count}; de grens {limit} is {value}. Stuur het later opnieuw.',
  ],
  'Content-Digest must contain sha-256=:base64:.': [
    'Content-Digest muss sha-256=:base64: enthalten.',
    'Content-Digest moet sha-256=:base64: bevatten.',
  ],
  'Only sha-256=:base64: is understood.': [
    'Nur sha-256=:base64: wird verstanden.',
    'Alleen sha-256=:base64: wordt begrepen.',
  ],
  'The received {what} has the SHA-256 {arrived}.': [
    '{what}: Das Angekommene hat den SHA-256-Wert {arrived}.',
    '{what}: het aangekomene heeft de SHA-256 {arrived}.',
  ],
  body: ['Inhalt', 'inhoud'],
  form: ['Formular', 'formulier'],
  upload: ['Upload', 'upload'],
  'Nothing of the body arrived for {seconds} s.': [
    'Seit {seconds} s kam nichts vom Inhalt an.',
    'Al {seconds} s kwam er niets van de inhoud aan.',
  ],
  'The connection closed before the whole body had arrived; send it again.': [
    'Die Verbindung brach ab, bevor der ganze Inhalt da war; senden Sie ihn noch einmal.',
    'De verbinding werd verbroken voordat de hele inhoud er was; stuur hem opnieuw.',
  ],
  'Send the file as the body, as the file part of a form, or by ?upload=.': [
    'Senden Sie die Datei als Inhalt, als Dateiteil eines Formulars oder mit ?upload=.',
    'Stuur het bestand als inhoud, als bestandsdeel van een formulier of met ?upload=.',
  ],
  'The form contains a second file, "{name}"; send each in a separate request. Only drawings (DXF, DWG, DGN) that attach each other may share one.':
    [
      'Das Formular enthält eine zweite Datei, „{name}“; senden Sie jede in einer eigenen Anfrage. Nur Zeichnungen (DXF, DWG, DGN), die einander anhängen, dürfen in einer gemeinsamen stehen.',
      'Het formulier bevat een tweede bestand, “{name}”; stuur elk in een eigen verzoek. Alleen tekeningen (DXF, DWG, DGN) die elkaar koppelen mogen samen in één.',
    ],
  'The form cannot be read: {reason}.': [
    'Das Formular ist nicht lesbar: {reason}.',
    'Het formulier is niet leesbaar: {reason}.',
  ],
  'The form cannot be read: it is cut off or not multipart/form-data.': [
    'Das Formular ist nicht lesbar: Es ist abgeschnitten oder kein multipart/form-data.',
    'Het formulier is niet leesbaar: het is afgekapt of geen multipart/form-data.',
  ],
  'The Content-Type of a form has {most} characters at most; its boundary should have no more than 70.': [
    'Der Content-Type eines Formulars hat höchstens {most} Zeichen; seine Grenze (boundary) sollte höchstens 70 haben.',
    'De Content-Type van een formulier heeft hoogstens {most} tekens; zijn grens (boundary) hoort er hoogstens 70 te hebben.',
  ],
  'The form ends without its closing boundary: it is truncated.': [
    'Das Formular endet ohne seine Schlussgrenze: Es ist abgeschnitten.',
    'Het formulier eindigt zonder zijn slotgrens: het is afgekapt.',
  ],
  'No format recognises the content of "{name}".': [
    'Kein Format erkennt den Inhalt von „{name}“.',
    'Geen formaat herkent de inhoud van “{name}”.',
  ],
  '"{name}" is not a readable format{close}.': [
    '„{name}“ ist kein lesbares Format{close}.',
    '“{name}” is geen leesbaar formaat{close}.',
  ],
  ' (did you mean {close}?)': [' (meinten Sie {close}?)', ' (bedoelde u {close}?)'],
  '{detail} Known: {formats} and auto.': [
    '{detail} Bekannt sind: {formats} und auto.',
    '{detail} Bekend zijn: {formats} en auto.',
  ],
  'Several formats use the extension "{name}"; use one of {formats}.': [
    'Mehrere Formate benutzen die Endung „{name}“; nehmen Sie eines von {formats}.',
    'Meerdere formaten gebruiken de extensie “{name}”; neem een van {formats}.',
  ],
  '"{name}" is not a writable format{close}; use one of {formats}.': [
    '„{name}“ ist kein schreibbares Format{close}; nehmen Sie eines von {formats}.',
    '“{name}” is geen schrijfbaar formaat{close}; neem een van {formats}.',
  ],
  'Imports still run after {wait} s.': ['Nach {wait} s laufen noch Importe.', 'Na {wait} s lopen er nog imports.'],
  'The import of this file has just finished.': [
    'Der Import dieser Datei ist gerade fertig geworden.',
    'De import van dit bestand is net klaar.',
  ],
  'No import of this file is waiting or running.': [
    'Für diese Datei wartet oder läuft kein Import.',
    'Voor dit bestand wacht of loopt geen import.',
  ],
  'Wait until the import of this file is done, or cancel it.': [
    'Warten Sie, bis der Import dieser Datei fertig ist, oder brechen Sie ihn ab.',
    'Wacht tot de import van dit bestand klaar is of breek hem af.',
  ],
  'This file was already imported. Add ?again=true to import it again.': [
    'Diese Datei wurde bereits importiert. Mit ?again=true wird sie noch einmal importiert.',
    'Dit bestand is al geïmporteerd. Met ?again=true wordt het opnieuw geïmporteerd.',
  ],
  'Upload the file with POST {address} and wait for its report first.': [
    'Laden Sie die Datei zuerst mit POST {address} hoch, und warten Sie auf ihren Bericht.',
    'Upload het bestand eerst met POST {address} en wacht op zijn rapport.',
  ],
  'The filter was made from the report of another file.': [
    'Der Filter wurde aus dem Bericht einer anderen Datei gemacht.',
    'Het filter is gemaakt uit het rapport van een ander bestand.',
  ],
  'The filter was made for the file {file}.': [
    'Der Filter wurde für die Datei {file} gemacht.',
    'Het filter is gemaakt voor het bestand {file}.',
  ],
  'The report of this file lists no {kind} "{name}" in the group {group}.': [
    'Der Bericht dieser Datei hat in der Gruppe {group} keinen Eintrag {kind} „{name}“.',
    'Het rapport van dit bestand heeft in de groep {group} geen item {kind} “{name}”.',
  ],
  'The report of this file offers no such choice: {option} cannot be "{chosen}".': [
    'Der Bericht dieser Datei bietet diese Wahl nicht an: {option} kann nicht „{chosen}“ sein.',
    'Het rapport van dit bestand biedt deze keuze niet: {option} kan niet “{chosen}” zijn.',
  ],
  'The report of this file offers {values}: {option} cannot be "{chosen}".': [
    'Der Bericht dieser Datei bietet {values} an: {option} kann nicht „{chosen}“ sein.',
    'Het rapport van dit bestand biedt {values}: {option} kan niet “{chosen}” zijn.',
  ],
  'The bounds are empty: a minimum exceeds its maximum.': [
    'Die Grenzen sind leer: Ein Minimum ist größer als sein Maximum.',
    'De grenzen zijn leeg: een minimum is groter dan zijn maximum.',
  ],
  'The minimum must not exceed the maximum.': [
    'Das Minimum darf nicht größer als das Maximum sein.',
    'Het minimum mag niet groter zijn dan het maximum.',
  ],
  'The file has {size} bytes.': ['Die Datei hat {size} Bytes.', 'Het bestand heeft {size} bytes.'],
  'The option {name} {detail}': ['Die Option {name}: {detail}', 'De optie {name}: {detail}'],
  'The option {name} {detail}.': ['Die Option {name}: {detail}.', 'De optie {name}: {detail}.'],
  'is not an option here; did you mean {close}?': [
    'gibt es hier nicht; meinten Sie {close}?',
    'bestaat hier niet; bedoelde u {close}?',
  ],
  'is not an option here; known: {others}': [
    'gibt es hier nicht; bekannt sind: {others}',
    'bestaat hier niet; bekend zijn: {others}',
  ],
  'The parameter "{parameter}" {detail}.': [
    'Der Parameter „{parameter}“: {detail}.',
    'De parameter “{parameter}”: {detail}.',
  ],
  'must be minEasting,minNorthing,maxEasting,maxNorthing': [
    'muss minEasting,minNorthing,maxEasting,maxNorthing sein',
    'moet minEasting,minNorthing,maxEasting,maxNorthing zijn',
  ],
  'must be m, ft or usft': ['muss m, ft oder usft sein', 'moet m, ft of usft zijn'],
  'is for data whose system is to be found, without from': [
    'ist für Daten, deren System gesucht wird, ohne from',
    'is voor gegevens waarvan het stelsel wordt gezocht, zonder from',
  ],
  '"{unit}" is not a unit; use m, ft or usft.': [
    '„{unit}“ ist keine Einheit; nehmen Sie m, ft oder usft.',
    '“{unit}” is geen eenheid; neem m, ft of usft.',
  ],
  '{field}: {detail}': ['{field}: {detail}', '{field}: {detail}'],
  '{offset} of {size} bytes have arrived.': [
    '{offset} von {size} Bytes sind angekommen.',
    '{offset} van {size} bytes zijn aangekomen.',
  ],
  'There is no such upload.': ['Diesen Upload gibt es nicht.', 'Deze upload bestaat niet.'],
  'There is no such upload: it was used, it has expired, or it never existed here.': [
    'Diesen Upload gibt es nicht: Er wurde benutzt, ist abgelaufen, oder es gab ihn hier nie.',
    'Deze upload bestaat niet: hij is gebruikt, verlopen of was hier nooit.',
  ],
  'The upload has {most} pieces, which is the maximum. Cancel it and send larger parts.': [
    'Der Upload ist in {most} Stücken angekommen, mehr gehen nicht. Geben Sie ihn auf, und senden Sie größere Teile.',
    'De upload is in {most} stukken aangekomen, meer gaat niet. Geef hem op en stuur grotere delen.',
  ],
  'Send {most}, or POST with X-HTTP-Method-Override.': [
    'Senden Sie {most} oder POST mit X-HTTP-Method-Override.',
    'Stuur {most} of POST met X-HTTP-Method-Override.',
  ],
  'Send the header Tus-Resumable: {most}.': [
    'Senden Sie den Header Tus-Resumable: {most}.',
    'Stuur de header Tus-Resumable: {most}.',
  ],
  'This address supports application/offset+octet-stream.': [
    'Diese Adresse unterstützt application/offset+octet-stream.',
    'Dit adres ondersteunt application/offset+octet-stream.',
  ],
  'Upload-Offset differs from the number of bytes received; ask for that number with HEAD.': [
    'Upload-Offset weicht von der Zahl der angekommenen Bytes ab; fragen Sie mit HEAD danach.',
    'Upload-Offset wijkt af van het aantal ontvangen bytes; vraag dat aantal met HEAD.',
  ],
  '{sentence}: more than was announced, or more than the limit.': [
    '{sentence}: mehr als angekündigt oder als ein Upload haben darf.',
    '{sentence}: meer dan aangekondigd of dan een upload mag hebben.',
  ],
  'State the length once: with Upload-Length, or with Upload-Defer-Length: 1 and Upload-Length in a later part.': [
    'Nennen Sie die Länge einmal: mit Upload-Length, oder mit Upload-Defer-Length: 1 und Upload-Length in einem späteren Teil.',
    'Noem de lengte één keer: met Upload-Length, of met Upload-Defer-Length: 1 en Upload-Length in een later deel.',
  ],
});
