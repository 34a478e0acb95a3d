import { t } from '../text/index.ts';

const UNITS = { metre: 'm', internationalFoot: 'ft', usSurveyFoot: 'usft' } as const;

/** The name of a unit of length. */
export function unitName(unit: string | null): string {
  const short = UNITS[unit as keyof typeof UNITS];
  return short === undefined ? (unit ?? '') : t(`unit.${short}`);
}
