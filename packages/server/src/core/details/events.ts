import { detailRows } from './row.ts';

/** Webhooks. */
export const eventDetails = detailRows({
  'An http or https address is needed.': [
    'Eine http- oder https-Adresse ist nötig.',
    'Een http- of https-adres is nodig.',
  ],
  'An https address is needed.': ['Eine https-Adresse ist nötig.', 'Een https-adres is nodig.'],
  'An address with a user name or password in it is refused.': [
    'Eine Adresse mit Benutzername oder Passwort darin wird abgelehnt.',
    'Een adres met een gebruikersnaam of wachtwoord erin wordt geweigerd.',
  ],
  '{host} is not an address on the public internet.': [
    '{host} ist keine Adresse im öffentlichen Internet.',
    '{host} is geen adres op het openbare internet.',
  ],
  'An address with line breaks or other control characters is refused.': [
    'Eine Adresse mit Zeilenumbrüchen oder anderen Steuerzeichen wird abgelehnt.',
    'Een adres met regeleinden of andere besturingstekens wordt geweigerd.',
  ],
  'There is no event type {type}. Did you mean {close}?': [
    'Es gibt keine Ereignisart {type}. Meinten Sie {close}?',
    'Er is geen soort gebeurtenis {type}. Bedoelde u {close}?',
  ],
  'There is no event type {type}. Known: {known}.': [
    'Es gibt keine Ereignisart {type}. Bekannt sind: {known}.',
    'Er is geen soort gebeurtenis {type}. Bekend zijn: {known}.',
  ],
  'An organisation may have {most} endpoints; remove one first.': [
    'Eine Organisation darf {most} Endpunkte haben; entfernen Sie zuerst einen.',
    'Een organisatie mag {most} eindpunten hebben; verwijder er eerst een.',
  ],
  'Your organisation has no such endpoint.': [
    'Ihre Organisation hat diesen Endpunkt nicht.',
    'Uw organisatie heeft dit eindpunt niet.',
  ],
  'There is no such delivery.': ['Diese Zustellung gibt es nicht.', 'Deze bezorging bestaat niet.'],
});
