import type { Setting, SettingValue } from './setting.ts';

/** An unknown or invalid setting; the message is a sentence for the person who starts the server. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

const TRUE = ['true', '1', 'yes', 'on'];
const FALSE = ['false', '0', 'no', 'off'];

/**
 * Parses one setting from a flag, a variable or the file.
 * @param name the setting, for the sentence on failure
 * @param raw text, or the JSON value of the file
 * @param origin where it was found, for the sentence
 * @throws SettingError if it has the wrong type, is out of range or fails its check
 */
export function parseSetting(name: string, setting: Setting, raw: unknown, origin: string): SettingValue {
  const shown = setting.secret ? 'a secret value' : JSON.stringify(raw);
  const refuse = (reason: string): never => {
    throw new SettingError(`The setting ${name} (from ${origin}) is ${shown}, but ${reason}.`);
  };
  const value = convert(setting, raw, refuse);
  if (value === undefined) return value;
  const reason = (setting.check as ((v: SettingValue) => string | undefined) | undefined)?.(value);
  if (reason !== undefined) refuse(reason);
  return value;
}

function convert(setting: Setting, raw: unknown, refuse: (reason: string) => never): SettingValue {
  switch (setting.type) {
    case 'string':
      return typeof raw === 'string' ? raw : refuse('a text is needed');
    case 'boolean': {
      if (typeof raw === 'boolean') return raw;
      const word = String(raw).toLowerCase();
      if (TRUE.includes(word)) return true;
      return FALSE.includes(word) ? false : refuse('true or false is needed');
    }
    case 'list': {
      const items = Array.isArray(raw) ? raw : typeof raw === 'string' ? raw.split(',') : refuse('a list is needed');
      if (!items.every((item) => typeof item === 'string')) return refuse('a list of texts is needed');
      return items.map((item: string) => item.trim()).filter((item: string) => item !== '');
    }
    case 'number': {
      const value = typeof raw === 'number' ? raw : typeof raw === 'string' ? numberOf(raw.trim()) : Number.NaN;
      if (!Number.isFinite(value)) return refuse('a number is needed');
      if (setting.integer !== false && !Number.isInteger(value)) return refuse('a whole number is needed');
      if (setting.min !== undefined && value < setting.min) return refuse(`it must be at least ${setting.min}`);
      if (setting.max !== undefined && value > setting.max) return refuse(`it must be at most ${setting.max}`);
      return value;
    }
  }
}

/** Decimal digits only: 0x50 as a port is a mistake. NaN for everything else. */
function numberOf(text: string): number {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
}
