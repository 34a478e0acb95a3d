import { detailRows } from './row.ts';

/** Organisations, credentials, divisions, weigh bridges, people and their passkeys and passwords. */
export const directoryDetails = detailRows({
  'There is no such organisation.': ['Diese Organisation gibt es nicht.', 'Deze organisatie bestaat niet.'],
  'There already is an organisation named {name}.': [
    'Es gibt bereits eine Organisation mit dem Namen {name}.',
    'Er is al een organisatie met de naam {name}.',
  ],
  'This organisation has no company sign-in.': [
    'Diese Organisation hat keine Anmeldung über die Firma.',
    'Deze organisatie heeft geen aanmelding via het bedrijf.',
  ],
  'The organisation already has a division with the abbreviation {abbreviation}.': [
    'Die Organisation hat bereits einen Geschäftsbereich mit dem Kürzel {abbreviation}.',
    'De organisatie heeft al een afdeling met de afkorting {abbreviation}.',
  ],
  'There is no such weigh bridge.': ['Diese Waage gibt es nicht.', 'Deze weegbrug bestaat niet.'],
  '{timeZone} is not an IANA time zone such as Europe/Amsterdam.': [
    '{timeZone} ist keine Zeitzone der IANA wie Europe/Amsterdam.',
    '{timeZone} is geen tijdzone van IANA zoals Europe/Amsterdam.',
  ],
  'An IANA time zone is needed, for instance Europe/Amsterdam.': [
    'Eine Zeitzone der IANA ist nötig, zum Beispiel Europe/Amsterdam.',
    'Een tijdzone van IANA is nodig, bijvoorbeeld Europe/Amsterdam.',
  ],
  'The credential has no such secret.': [
    'Die Zugangsdaten haben dieses Geheimnis nicht.',
    'De toegangsgegevens hebben dit geheim niet.',
  ],
  'Too many wrong credentials from this address.': [
    'Von dieser Adresse kamen zu viele falsche Zugangsdaten.',
    'Van dit adres kwamen te veel onjuiste toegangsgegevens.',
  ],
  'The client secret expired at {expiredAt}.': [
    'Das Client-Secret ist am {expiredAt} abgelaufen.',
    'Het client secret is verlopen op {expiredAt}.',
  ],
  'Send X-ClientId and X-ClientSecret as the desk issued them for this interface and environment.': [
    'Senden Sie X-ClientId und X-ClientSecret, wie die Verwaltung sie für diese Schnittstelle und Umgebung ausgegeben hat.',
    'Stuur X-ClientId en X-ClientSecret zoals de balie ze voor deze interface en omgeving heeft uitgegeven.',
  ],
  'The access token is missing or not valid. Get a new one from the token endpoint of this environment.': [
    'Das Zugangstoken fehlt oder ist ungültig. Holen Sie ein neues am Token-Endpunkt dieser Umgebung.',
    'Het toegangstoken ontbreekt of is ongeldig. Haal een nieuw bij het token-eindpunt van deze omgeving.',
  ],
  'all credentials of the organisation': [
    'alle Zugangsdaten der Organisation zusammen',
    'alle toegangsgegevens van de organisatie samen',
  ],
  'Name the organisation in the header X-Organisation-Id.': [
    'Nennen Sie die Organisation im Header X-Organisation-Id.',
    'Noem de organisatie in de header X-Organisation-Id.',
  ],
  'The header X-Organisation-Id names an organisation other than yours. Leave it out.': [
    'Der Header X-Organisation-Id nennt eine andere Organisation als Ihre. Lassen Sie ihn weg.',
    'De header X-Organisation-Id noemt een andere organisatie dan de uwe. Laat hem weg.',
  ],
  'Auditors may read data of other organisations, but not change it.': [
    'Auditoren lesen, was andere Organisationen haben, und ändern dort nichts.',
    'Auditors lezen wat andere organisaties hebben en wijzigen daar niets.',
  ],
  'This is for the roles {roles}; you have none here.': [
    'Das dürfen die Rollen {roles}; Sie haben hier keine.',
    'Dit mogen de rollen {roles}; u hebt er hier geen.',
  ],
  'This is for the roles {roles}; you have {held} here.': [
    'Das dürfen die Rollen {roles}; Sie haben hier {held}.',
    'Dit mogen de rollen {roles}; u hebt hier {held}.',
  ],
  'There is no such person.': ['Diese Person gibt es nicht.', 'Deze persoon bestaat niet.'],
  'There already is a person with this e-mail address.': [
    'Es gibt bereits eine Person mit dieser E-Mail-Adresse.',
    'Er is al een persoon met dit e-mailadres.',
  ],
  'This person signs in with the company.': [
    'Diese Person meldet sich über die Firma an.',
    'Deze persoon meldt zich aan via het bedrijf.',
  ],
  'There is no such operator.': ['Diesen Operator gibt es nicht.', 'Deze operator bestaat niet.'],
  'There already is an operator named {name}.': [
    'Es gibt bereits einen Operator mit dem Namen {name}.',
    'Er is al een operator met de naam {name}.',
  ],
  'This is the last one with the role operator: nobody could manage the operators any more.': [
    'Das ist der letzte mit der Rolle operator: Niemand könnte die Operatoren mehr verwalten.',
    'Dit is de laatste met de rol operator: niemand zou de operators nog kunnen beheren.',
  ],
  'The operator key expired at {expiresAt}.': [
    'Der Operatorschlüssel ist am {expiresAt} abgelaufen.',
    'De operatorsleutel is verlopen op {expiresAt}.',
  ],
  'This time has passed.': ['Dieser Zeitpunkt ist vorbei.', 'Dit tijdstip is voorbij.'],
  'You have no such session.': ['Diese Sitzung haben Sie nicht.', 'Deze sessie hebt u niet.'],
  'This passkey, password or key was changed while it was used. Sign in again.': [
    'Dieser Zugang wurde geändert, während er benutzt wurde. Melden Sie sich noch einmal an.',
    'Deze toegang is gewijzigd terwijl hij werd gebruikt. Meld u opnieuw aan.',
  ],
  'This link has been used or is too old. Ask for a new one.': [
    'Dieser Link wurde benutzt oder ist zu alt. Bitten Sie um einen neuen.',
    'Deze link is gebruikt of te oud. Vraag om een nieuwe.',
  ],
  'This link is for something else.': ['Dieser Link ist für etwas anderes.', 'Deze link is voor iets anders.'],
  'There are {most} passkeys; remove some first.': [
    'Es gibt {most} Passkeys; entfernen Sie zuerst einige.',
    'Er zijn {most} passkeys; verwijder er eerst enkele.',
  ],
  'You have no such passkey.': ['Diesen Passkey haben Sie nicht.', 'Deze passkey hebt u niet.'],
  'Browsers do not support passkeys at {address}: it needs a name and TLS.': [
    'Browser haben unter {address} keine Passkeys: Die Adresse braucht einen Namen und TLS.',
    'Browsers hebben op {address} geen passkeys: het adres heeft een naam en TLS nodig.',
  ],
  'This passkey cannot be used: {reason}': [
    'Dieser Passkey kann nicht benutzt werden: {reason}',
    'Deze passkey kan niet worden gebruikt: {reason}',
  ],
  'its signature is wrong': ['seine Signatur ist falsch', 'zijn handtekening klopt niet'],
  'it is already known': ['er ist bereits bekannt', 'hij is al bekend'],
  '{reason} A sentence of your own is easy to remember and hard to guess.': [
    '{reason} Ein eigener Satz ist leicht zu merken und schwer zu erraten.',
    '{reason} Een eigen zin is makkelijk te onthouden en moeilijk te raden.',
  ],
  'It has {length} characters; at least {least} are needed.': [
    'Es hat {length} Zeichen; mindestens {least} sind nötig.',
    'Het heeft {length} tekens; er zijn er minstens {least} nodig.',
  ],
  'It consists of very few different characters.': [
    'Es besteht aus sehr wenigen verschiedenen Zeichen.',
    'Het bestaat uit heel weinig verschillende tekens.',
  ],
  'It begins with a word that is easy to guess.': [
    'Es beginnt mit etwas, das zuerst geraten wird.',
    'Het begint met iets dat als eerste wordt geraden.',
  ],
});
