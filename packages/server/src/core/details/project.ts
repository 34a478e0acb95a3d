import { detailRows } from './row.ts';

/** Divisions and projects. */
export const projectDetails = detailRows({
  'Your organisation has no such division.': [
    'Ihre Organisation hat diesen Geschäftsbereich nicht.',
    'Uw organisatie heeft deze afdeling niet.',
  ],
  'Your organisation has no division {divisionId}. GET /divisions lists them.': [
    'Ihre Organisation hat keinen Geschäftsbereich {divisionId}. GET /divisions listet sie auf.',
    'Uw organisatie heeft geen afdeling {divisionId}. GET /divisions toont ze.',
  ],
  'Your organisation has no such project.': [
    'Ihre Organisation hat dieses Projekt nicht.',
    'Uw organisatie heeft dit project niet.',
  ],
  'endDate {endDate} is before startDate {startDate}.': [
    'endDate {endDate} liegt vor startDate {startDate}.',
    'endDate {endDate} ligt voor startDate {startDate}.',
  ],
  'The division already has a project with the number {number}.': [
    'Der Geschäftsbereich hat bereits ein Projekt mit der Nummer {number}.',
    'De afdeling heeft al een project met het nummer {number}.',
  ],
  'With this change the project would be invalid: {pointer} – {detail}': [
    'Mit dieser Änderung wäre das Projekt ungültig: {pointer} – {detail}',
    'Met deze wijziging zou het project ongeldig zijn: {pointer} – {detail}',
  ],
  'A permanent deletion needs If-Match with the ETag of the project as you last read it.': [
    'Endgültiges Löschen braucht If-Match mit dem ETag des Projekts, wie Sie es zuletzt gelesen haben.',
    'Definitief verwijderen vereist If-Match met de ETag van het project zoals u het het laatst hebt gelezen.',
  ],
});
