import { Feature, type JobSink, parseUnit } from '@fieldbridge/fieldjob';
import { FormatError } from '../../core/failure.ts';
import type { ReadContext, Reader } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { checkLimit } from '../../core/limits.ts';
import { GIVE_WAY, giveWay } from '../../kit/io/give-way.ts';
import { Uncomputed } from '../../kit/losses/uncomputed.ts';
import { LineReader } from '../../kit/text/lines.ts';
import { listName } from '../points/read.ts';
import { lengthOf, parseWord, textOf, type Word } from './words.ts';

const MOST_LINE_BYTES = 1 << 16;
/** Words of a target and of a station: easting, northing, elevation. */
const TARGET = [81, 82, 83] as const;
const STATION = [84, 85, 86] as const;
const POINT = 11;
const CODE_BLOCK = 41;
const REMARK = 71;

/** Reads a GSI file: stated coordinates become points, blocks with measurements observations; nothing is computed. */
export const readGsi: Reader = async (source, sink, context) => {
  const lines = new LineReader(source, { encoding: 'windows-1252', mostBytes: MOST_LINE_BYTES });
  const blocks = new GsiBlocks(sink, context, listName(source.name));
  let shown = 0;
  while (lines.next()) {
    if (lines.position - shown >= GIVE_WAY) {
      shown = lines.position;
      await giveWay(shown, source.size, context);
    }
    const text = lines.bytes.toString('utf8', lines.from, lines.to).trim();
    if (text !== '' || lines.overlong) blocks.take(text, lines.line);
  }
  return { version: blocks.finish() };
};

/** What has been read so far, block by block. */
class GsiBlocks {
  readonly #sink: JobSink;
  readonly #context: ReadContext;
  readonly #feature = new Feature();
  readonly #list: string;
  #version = '';
  #count = 0;
  #points = 0;
  /** The first block without coordinates. */
  #shot: { readonly line: number; readonly record: string } | undefined;
  #isLevelling = false;
  readonly #uncomputed = new Uncomputed();
  #feet: boolean | undefined;

  constructor(sink: JobSink, context: ReadContext, list: string) {
    this.#sink = sink;
    this.#context = context;
    this.#list = list;
  }

  take(text: string, line: number): void {
    checkLimit(this.#context.limits, 'features', ++this.#count, 'the number of blocks');
    const words = this.#words(text, line);
    const [first] = words;
    const tally = this.#context.tally.of(first?.index === CODE_BLOCK ? 'code block' : 'block');
    tally.found++;
    if (first?.index !== POINT && first?.index !== CODE_BLOCK) {
      tally.skipped++;
      this.#context.report(issueOf('gsi-block-unknown', { block: text.slice(0, 60) }, { line }));
      return;
    }
    tally.read++;
    if (this.#version === '') this.#version = text.startsWith('*') ? 'GSI-16' : 'GSI-8';
    const isCode = first.index === CODE_BLOCK;
    const name = textOf(first);
    const isMeasured = words.some(({ index }) => index > POINT && (index < REMARK || index > STATION[2]));
    if (isMeasured || isCode) this.#observe(first, words);
    if (isCode) return;
    if (this.#place(name, words, line)) {
      this.#uncomputed.placed(name);
      return;
    }
    this.#uncomputed.measured(name, line);
    this.#shot ??= { line, record: text.slice(0, 40) };
    this.#isLevelling ||= words.some(({ head }) => /^33\d/.test(head));
  }

  /** Says what got no coordinates. @returns the version @throws FormatError `field-book` when nothing has any */
  finish(): string {
    if (this.#points === 0 && this.#shot !== undefined) {
      const name = `Leica ${this.#version}${this.#isLevelling ? ' levelling' : ''}`;
      throw new FormatError('field-book', { name, ...this.#shot, otherwise: '' });
    }
    this.#uncomputed.report(this.#context);
    return this.#version;
  }

  #words(text: string, line: number): Word[] {
    const block = text.replace(/^\*/, '');
    return block.split(/ +/).flatMap((part) => {
      const word = parseWord(part);
      if (word === undefined) this.#unreadable(part, block, line);
      return word ?? [];
    });
  }

  #unreadable(word: string, block: string, line: number): void {
    const parameters = { word: word.slice(0, 30), block: block.slice(0, 24) };
    this.#context.report(issueOf('gsi-word-unreadable', parameters, { line }));
  }

  /** The point of a block that states coordinates; false when it states none. */
  #place(name: string, words: readonly Word[], line: number): boolean {
    const axes = words.some(({ index }) => index === TARGET[0] || index === TARGET[1]) ? TARGET : STATION;
    const [easting, northing, elevation] = axes.map((index) => this.#length(words, index, line));
    if (!Number.isFinite(easting) || !Number.isFinite(northing)) return false;
    const feature = this.#feature.reset();
    const remark = words.find(({ index }) => index === REMARK);
    feature.name = name;
    // Nothing but the zeros that fill the word is no code.
    if (remark !== undefined && textOf(remark) !== '0') feature.code = textOf(remark);
    feature.list = this.#list;
    this.#points++;
    this.#sink.point(feature, easting!, northing!, elevation!);
    return true;
  }

  /** The length of a word; NaN when there is no such word or its data is no length in the unit of the file. */
  #length(words: readonly Word[], index: number, line: number): number {
    const word = words.find((one) => one.index === index);
    if (word === undefined) return Number.NaN;
    const length = lengthOf(word);
    if (length !== undefined && this.#isUnit(length.feet)) return length.value;
    this.#unreadable(`${word.head}${word.value}`, `${words[0]!.head}${words[0]!.value}`, line);
    return Number.NaN;
  }

  /** Whether a coordinate is in the unit of the file, which is that of the first one. */
  #isUnit(feet: boolean): boolean {
    if (this.#feet === undefined) {
      this.#feet = feet;
      const asked = this.#context.options['unit'];
      if (feet && asked === undefined) this.#context.report(issueOf('foot-assumed'));
      const stated = asked === undefined ? undefined : parseUnit(String(asked));
      this.#sink.describe({ unit: feet ? (stated ?? 'internationalFoot') : 'metre' });
    }
    return this.#feet === feet;
  }

  #observe(first: Word, words: readonly Word[]): void {
    const isCode = first.index === CODE_BLOCK;
    this.#sink.observation({
      kind: isCode ? 'GSI code' : 'GSI',
      station: '',
      target: isCode ? '' : textOf(first),
      time: Number.NaN,
      values: words.flatMap(({ head, value }) => [head, value]),
      source: -1,
    });
  }
}
