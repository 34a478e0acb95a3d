import type { Unit } from '@fieldbridge/fieldjob';
import { round, type View } from './view.ts';

const SUFFIX: Record<Unit, string> = { metre: 'm', internationalFoot: 'ft', usSurveyFoot: 'US ft' };
/** Largest share of the picture's width for the scale bar. */
const BAR_SHARE = 0.2;

/** A scale bar of a round length and a north arrow. */
export function furniture(view: View, unit: Unit): string {
  const longest = (view.width * BAR_SHARE) / view.scale;
  const power = 10 ** Math.floor(Math.log10(longest));
  const length = [5, 2, 1].map((factor) => factor * power).find((candidate) => candidate <= longest) ?? power;
  const pixels = round(length * view.scale);
  const bottom = view.height - 14;
  const bar = `<path d="M12 ${bottom - 4}v4h${pixels}v-4" fill="none" stroke="#222"/>`;
  const label = `<text x="12" y="${bottom - 7}" font-size="11" font-family="sans-serif" fill="#222">${Number(length.toPrecision(1))} ${SUFFIX[unit]}</text>`;
  const right = view.width - 18;
  const arrow = `<path d="M${right} 10l5 16l-5-4l-5 4z" fill="#222"/><text x="${right}" y="38" font-size="11" text-anchor="middle" font-family="sans-serif" fill="#222">N</text>`;
  return bar + label + arrow;
}
