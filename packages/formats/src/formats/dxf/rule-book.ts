import { rulesOf } from './entities/index.ts';
import type { NameId, Names } from './names.ts';
import type { Rules } from './recording-rules.ts';

/** Recording rules by the number of the type's name. */
export class RuleBook {
  readonly #names: Names;
  readonly #hasExtendedData: boolean;
  readonly #rules: Rules[] = [];

  constructor(names: Names, hasExtendedData: boolean) {
    this.#names = names;
    this.#hasExtendedData = hasExtendedData;
  }

  of(type: NameId): Rules {
    return (this.#rules[type] ??= rulesOf(this.#names.text(type), this.#hasExtendedData));
  }
}
