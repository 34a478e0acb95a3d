/** Upper bounds of the duration buckets in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

type Labels = Readonly<Record<string, string | number>>;

interface Series {
  value: number;
  buckets?: number[];
  sum?: number;
}
interface Family {
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly series: Map<string, Series>;
}

/** Figures for Prometheus, in its text format 0.0.4. Labels must come from small fixed sets, never from input. */
export class Metrics {
  readonly #families = new Map<string, Family>();
  readonly #reads: (() => Promise<void>)[] = [];

  /** Adds to a counter; by 0 it is on the page from the start. @param name ends in `_total` */
  count(name: string, help: string, labels: Labels = {}, by = 1): void {
    this.#series(name, help, 'counter', labels).value += by;
  }

  /** Registers a figure that is read for every page. */
  gauge(name: string, help: string, read: () => number | Promise<number>, labels: Labels = {}): void {
    this.#readOnDemand(this.#series(name, help, 'gauge', labels), read);
  }

  /** Registers a counter that is kept elsewhere and read for every page. @param name ends in `_total` */
  counter(name: string, help: string, read: () => number | Promise<number>, labels: Labels = {}): void {
    this.#readOnDemand(this.#series(name, help, 'counter', labels), read);
  }

  /** Records a duration in seconds. */
  observe(name: string, help: string, seconds: number, labels: Labels = {}): void {
    this.durations(name, help, labels)(seconds);
  }

  /** @returns what records durations in seconds, for those who do it at every request */
  durations(name: string, help: string, labels: Labels): (seconds: number) => void {
    const series = this.#series(name, help, 'histogram', labels);
    const buckets = (series.buckets ??= BUCKETS.map(() => 0));
    return (seconds) => {
      const place = BUCKETS.findIndex((bound) => seconds <= bound);
      if (place >= 0) buckets[place]!++;
      series.value++;
      series.sum = (series.sum ?? 0) + seconds;
    };
  }

  /** The whole page. */
  async text(): Promise<string> {
    for (const read of this.#reads) await read();
    const lines: string[] = [];
    for (const [name, { help, type, series }] of this.#families) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
      for (const [labels, one] of series) {
        if (type === 'histogram') lines.push(...histogramLines(name, labels, one));
        else lines.push(`${name}${labels === '' ? '' : `{${labels}}`} ${one.value}`);
      }
    }
    return `${lines.join('\n')}\n`;
  }

  #readOnDemand(series: Series, read: () => number | Promise<number>): void {
    this.#reads.push(async () => {
      series.value = await read();
    });
  }

  #series(name: string, help: string, type: Family['type'], labels: Labels): Series {
    let family = this.#families.get(name);
    if (family === undefined) {
      family = { help, type, series: new Map() };
      this.#families.set(name, family);
    }
    let key = '';
    for (const label in labels) key += `${key === '' ? '' : ','}${label}="${labels[label]}"`;
    let series = family.series.get(key);
    if (series === undefined) {
      series = { value: 0 };
      family.series.set(key, series);
    }
    return series;
  }
}

function histogramLines(name: string, labels: string, { value, buckets = [], sum = 0 }: Series): string[] {
  const comma = labels === '' ? '' : `${labels},`;
  const own = labels === '' ? '' : `{${labels}}`;
  let total = 0;
  const lines = BUCKETS.map((bound, i) => `${name}_bucket{${comma}le="${bound}"} ${(total += buckets[i] ?? 0)}`);
  return [
    ...lines,
    `${name}_bucket{${comma}le="+Inf"} ${value}`,
    `${name}_sum${own} ${sum}`,
    `${name}_count${own} ${value}`,
  ];
}
