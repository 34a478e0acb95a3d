import { detailRows } from './row.ts';

/** Signing in, people and their rights. */
export const consoleDetails = detailRows({
  'E-mail address or password is wrong.': [
    'E-Mail-Adresse oder Passwort ist falsch.',
    'E-mailadres of wachtwoord is onjuist.',
  ],
  'This passkey is not known here.': ['Dieser Passkey ist hier nicht bekannt.', 'Deze passkey is hier niet bekend.'],
  'Nobody is signed in.': ['Es ist niemand angemeldet.', 'Er is niemand aangemeld.'],
  'The provider of your company has not confirmed the sign-in.': [
    'Der Anmeldedienst Ihrer Firma hat die Anmeldung nicht bestätigt.',
    'De aanmelddienst van uw bedrijf heeft de aanmelding niet bevestigd.',
  ],
  'The provider at {issuer} does not answer as expected.': [
    'Der Anmeldedienst unter {issuer} antwortet nicht wie erwartet.',
    'De aanmelddienst op {issuer} antwoordt niet zoals verwacht.',
  ],
  'The logout token is not valid.': ['Das Abmelde-Token ist ungültig.', 'Het afmeldtoken is ongeldig.'],
  'An https address is needed, such as https://login.example.org/tenant.': [
    'Eine https-Adresse ist nötig, zum Beispiel https://login.example.org/tenant.',
    'Een https-adres is nodig, bijvoorbeeld https://login.example.org/tenant.',
  ],
  'The sign-in took too long, or began in another browser.': [
    'Die Anmeldung dauerte zu lange oder begann in einem anderen Browser.',
    'Het aanmelden duurde te lang of begon in een andere browser.',
  ],
  'Your company has given you no role here.': [
    'Ihre Firma hat Ihnen hier keine Rolle gegeben.',
    'Uw bedrijf heeft u hier geen rol gegeven.',
  ],
  'A password needs an e-mail address; ask the desk to add yours.': [
    'Ein Passwort braucht eine E-Mail-Adresse; bitten Sie die Verwaltung, Ihre einzutragen.',
    'Een wachtwoord heeft een e-mailadres nodig; vraag de balie het uwe toe te voegen.',
  ],
  'This is your last passkey or password. Add another one first.': [
    'Das ist Ihr letzter Zugang. Fügen Sie zuerst einen anderen hinzu.',
    'Dit is uw laatste toegang. Voeg eerst een andere toe.',
  ],
  'This is for the roles operator and desk; auditors may only read.': [
    'Das dürfen die Rollen operator und desk; auditor liest nur.',
    'Dit mogen de rollen operator en desk; auditor leest alleen.',
  ],
  'This is for the roles operator and desk, and for managers of an organisation; auditors may only read.': [
    'Das dürfen die Rollen operator und desk sowie manager einer Organisation; auditor liest nur.',
    'Dit mogen de rollen operator en desk en managers van een organisatie; auditor leest alleen.',
  ],
  'You signed in with the key of an operator; this is for people.': [
    'Sie sind mit dem Schlüssel eines Operators angemeldet; dies ist für Personen.',
    'U bent aangemeld met de sleutel van een operator; dit is voor personen.',
  ],
  'Only operators can manage people with a role at the desk.': [
    'Nur Operatoren bearbeiten Personen, die eine Rolle in der Verwaltung haben.',
    'Alleen operators beheren personen met een rol bij de balie.',
  ],
  'Managers can manage only the people of their own organisation.': [
    'Manager bearbeiten die Personen der eigenen Organisation.',
    'Managers beheren de personen van hun eigen organisatie.',
  ],
  'Managers can assign, change and remove only roles that allow no more than their own. Ask the desk.': [
    'Manager geben, ändern und entfernen nur Rollen, die nicht mehr erlauben als ihre eigenen. Fragen Sie die Verwaltung.',
    'Managers geven, wijzigen en verwijderen alleen rollen die niet meer toestaan dan hun eigen. Vraag het de balie.',
  ],
  '{name} is the last manager ({empty}) of the organisation. Make somebody else a manager first, or ask the desk.': [
    '{name} ist der letzte Manager ({empty}) der Organisation. Machen Sie vorher jemand anderen dazu, oder fragen Sie die Verwaltung.',
    '{name} is de laatste manager ({empty}) van de organisatie. Maak eerst iemand anders manager of vraag het de balie.',
  ],
  'Somebody else has changed this person in the meantime.': [
    'Jemand anders hat diese Person inzwischen geändert.',
    'Iemand anders heeft deze persoon intussen gewijzigd.',
  ],
});
