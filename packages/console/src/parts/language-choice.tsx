import { LANGUAGES, type Language, language, setLanguage, t } from '../text/index.ts';

/** The language of the page, in this browser. */
export function LanguageChoice() {
  return (
    <select
      class="language"
      aria-label={t('me.language')}
      value={language.value}
      onChange={(event) => void setLanguage(event.currentTarget.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([one, name]) => (
        <option value={one} lang={one}>
          {name}
        </option>
      ))}
    </select>
  );
}
