import { type CrossSection, SIDES } from '@fieldbridge/fieldjob';
import { pairsOf, pairsText, textsOf } from './values.ts';

const EXISTING = 'existing';

/** What a cross section has besides name, station and points, as texts; null for what it has not. Lists are JSON. */
export interface SectionTexts {
  readonly section: string | null;
  readonly kind: string | null;
  readonly side: string | null;
  readonly codes: string | null;
  readonly pointNames: string | null;
  readonly attributes: string | null;
}

/** The details of a section as texts. */
export function sectionTexts({ section, kind, side, codes, pointNames, attributes }: CrossSection): SectionTexts {
  const list = (texts: readonly string[] | undefined): string | null =>
    texts === undefined ? null : JSON.stringify(texts);
  return {
    ...{ section: section ?? null, kind: kind ?? null, side: side ?? null },
    ...{ codes: list(codes), pointNames: list(pointNames), attributes: pairsText(attributes ?? []) },
  };
}

/** A section with the details that texts say; lists that have not one text for each point are left out. */
export function sectionOf(name: string, station: number, points: Float64Array, texts: SectionTexts): CrossSection {
  const kind = texts.kind === EXISTING ? EXISTING : undefined;
  const side = SIDES.find((one) => one === texts.side);
  const perPoint = (text: string | null): string[] | undefined => {
    const list = text === null ? undefined : textsOf(text);
    return list?.length === points.length / 2 ? list : undefined;
  };
  const details = {
    section: texts.section ?? undefined,
    ...{ kind, side, codes: perPoint(texts.codes), pointNames: perPoint(texts.pointNames) },
    attributes: texts.attributes === null ? undefined : pairsOf(texts.attributes),
  };
  const stated = Object.entries(details).filter(([, value]) => value !== undefined);
  return { name, station, points, ...Object.fromEntries(stated) };
}
