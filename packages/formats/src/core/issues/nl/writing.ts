import type { Translated } from '../language.ts';
import type { writingIssues as EnglishWritingIssues } from '../writing.ts';

export const writingIssues: Translated<typeof EnglishWritingIssues> = {
  'point-without-position': '{count punt|punten} weggelaten: geen oosting en noording',
  'name-missing': '{kind} zonder naam weggelaten',
  'name-made': '{kind} zonder naam geschreven als “{name}”: het formaat eist een naam',
  'name-changed': '{kind} “{name}” voor de tweede keer, geschreven als “{newName}”: namen zijn uniek in het formaat',
  'character-replaced': 'tekens die het formaat niet kan bevatten zijn vervangen door {replacement}',
  'blanks-left-out': '{count tekst|teksten} met spaties aan begin of eind: lezers van het formaat laten die weg',
  'text-cut': '{count naam of tekst|namen of teksten} ingekort: langer dan het formaat toestaat',
  'vertical-point-left-out':
    '{count punt van het lengteprofiel|punten van het lengteprofiel} weggelaten: geen metrering of geen hoogte',
};
