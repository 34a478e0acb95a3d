import { detailRows } from './row.ts';

/** The desk: requests for access, credentials, messages. */
export const operatorDetails = detailRows({
  'The form is not valid UTF-8.': ['Das Formular ist kein gültiges UTF-8.', 'Het formulier is geen geldige UTF-8.'],
  'There is no such access request.': ['Diesen Antrag gibt es nicht.', 'Deze aanvraag bestaat niet.'],
  'The request was {state} by {decidedBy} at {decidedAt}.': [
    'Der Antrag wurde entschieden ({state}): von {decidedBy} am {decidedAt}.',
    'Over de aanvraag is beslist ({state}): door {decidedBy} op {decidedAt}.',
  ],
  'This request is being decided right now.': [
    'Über diesen Antrag wird gerade entschieden.',
    'Over deze aanvraag wordt nu beslist.',
  ],
  'The operator key is wrong.': ['Der Operatorschlüssel ist falsch.', 'De operatorsleutel is onjuist.'],
  'Sign in, or send an operator key as a bearer token.': [
    'Melden Sie sich an, oder senden Sie einen Operatorschlüssel als Bearer-Token.',
    'Meld u aan of stuur een operatorsleutel als bearer-token.',
  ],
  'This page is closed. Ask the support desk for a new one.': [
    'Diese Seite ist geschlossen. Bitten Sie die Verwaltung um eine neue.',
    'Deze pagina is gesloten. Vraag de balie om een nieuwe.',
  ],
  'There is no such credential.': ['Diese Zugangsdaten gibt es nicht.', 'Deze toegangsgegevens bestaan niet.'],
  'There is no organisation {chosen}.': ['Es gibt keine Organisation {chosen}.', 'Er is geen organisatie {chosen}.'],
  "The organisation has no weigh bridge in {place} and the request names none, so the credential could not send a ticket. Name one: weighBridges in the body, --weigh-bridge 'NAME=TIME ZONE' on the command line.":
    [
      "Die Organisation hat in {place} keine Waage, und der Antrag nennt keine: Mit den Zugangsdaten ließe sich kein Wiegeschein senden. Nennen Sie eine: weighBridges im Inhalt, --weigh-bridge 'NAME=ZEITZONE' auf der Befehlszeile.",
      "De organisatie heeft in {place} geen weegbrug en de aanvraag noemt er geen: met de toegangsgegevens kan geen weegbon worden gestuurd. Noem er een: weighBridges in de inhoud, --weigh-bridge 'NAAM=TIJDZONE' op de opdrachtregel.",
    ],
  'There is no such message.': ['Diese Nachricht gibt es nicht.', 'Dit bericht bestaat niet.'],
  'This is for the roles {roles}; yours is {role}.': [
    'Das dürfen die Rollen {roles}; Ihre ist {role}.',
    'Dit mogen de rollen {roles}; die van u is {role}.',
  ],
  'The form does not come from this page. Check your entries and send it again.': [
    'Das Formular kommt nicht von dieser Seite. Prüfen Sie Ihre Angaben, und senden Sie es noch einmal.',
    'Het formulier komt niet van deze pagina. Controleer uw gegevens en verstuur het opnieuw.',
  ],
  'The form was sent within two seconds, as robots do. Check your entries and send it again.': [
    'Das Formular wurde innerhalb von zwei Sekunden gesendet, wie Roboter es tun. Prüfen Sie Ihre Angaben, und senden Sie es noch einmal.',
    'Het formulier is binnen twee seconden verstuurd, zoals robots doen. Controleer uw gegevens en verstuur het opnieuw.',
  ],
  'The page was open for more than a day. Check your entries and send the form again.': [
    'Die Seite war länger als einen Tag offen. Prüfen Sie Ihre Angaben, und senden Sie das Formular noch einmal.',
    'De pagina stond langer dan een dag open. Controleer uw gegevens en verstuur het formulier opnieuw.',
  ],
  'Too many people are asking for access. Try again later.': [
    'Zu viele bitten gerade um Zugang. Versuchen Sie es später noch einmal.',
    'Te veel mensen vragen nu toegang. Probeer het later opnieuw.',
  ],
  'A field that only robots see was filled in. Send the form again.': [
    'Ein Feld wurde ausgefüllt, das nur Roboter sehen. Senden Sie das Formular noch einmal.',
    'Er is een veld ingevuld dat alleen robots zien. Verstuur het formulier opnieuw.',
  ],
  'The organisation has no such division.': [
    'Die Organisation hat diesen Geschäftsbereich nicht.',
    'De organisatie heeft deze afdeling niet.',
  ],
  'The organisation has no such weigh bridge.': [
    'Die Organisation hat diese Waage nicht.',
    'De organisatie heeft deze weegbrug niet.',
  ],
  'This server does not run the weighing interface; ask one that does.': [
    'Dieser Server hat die Wiegeschnittstelle nicht; fragen Sie einen, der sie hat.',
    'Deze server heeft de weeginterface niet; vraag er een die haar heeft.',
  ],
  'This server does not run the conversion interface; ask one that does.': [
    'Dieser Server hat die Konvertierungsschnittstelle nicht; fragen Sie einen, der sie hat.',
    'Deze server heeft de conversie-interface niet; vraag er een die haar heeft.',
  ],
  'The conversion interface has one environment; leave it out.': [
    'Die Konvertierungsschnittstelle hat nur eine Umgebung; lassen Sie sie weg.',
    'De conversie-interface heeft één omgeving; laat haar weg.',
  ],
  'The {name} interface needs an environment: sandbox or production.': [
    'Die Schnittstelle {name} braucht eine Umgebung: sandbox oder production.',
    'De interface {name} heeft een omgeving nodig: sandbox of production.',
  ],
});
