/** One figure of the server. */
export interface Metric {
  readonly name: string;
  /** As they are written: `{space="desk"}`. */
  readonly labels: string;
  readonly value: number;
  readonly help: string;
}

const LINE = /^([a-zA-Z_:][\w:]*)(\{.*\})? (\S+)/;
/** Most figures that are read. */
const MOST = 10_000;

/** Reads the text format of Prometheus (exposition format 0.0.4), without the buckets of histograms. */
export function parseMetrics(text: string): Metric[] {
  const help = new Map<string, string>();
  const found: Metric[] = [];
  for (const line of text.split('\n')) {
    const [, about, words] = /^# HELP (\S+) (.*)$/.exec(line) ?? [];
    if (about !== undefined) help.set(about, words ?? '');
    const [, name, labels = '', value] = (line.startsWith('#') ? null : LINE.exec(line)) ?? [];
    if (name === undefined || name.endsWith('_bucket') || found.length >= MOST) continue;
    found.push({
      name,
      labels,
      value: Number(value),
      help: help.get(name.replace(/_(?:sum|count)$/, '')) ?? help.get(name) ?? '',
    });
  }
  return found;
}
