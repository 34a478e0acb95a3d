import { escapeHtml, htmlPage } from '../http/html.ts';
import { type SentForm, TRAP } from './access-form.ts';

/** What the page shows. */
export interface FormPage {
  readonly stamp: string;
  /** Interfaces that this server has. */
  readonly interfaces: readonly string[];
  readonly supportEmail: string;
  /** The earlier answers, to be corrected. */
  readonly sent?: SentForm | undefined;
  /** Why it was refused. */
  readonly notice?: string | undefined;
  /** Faults of single fields, by JSON pointer. */
  readonly faults?: ReadonlyMap<string, string>;
}

const TITLE = 'Ask for access';
const BRIDGES_SHOWN = 4;
const CHOICES = [
  ['project-sandbox', 'Projects – sandbox, for tests'],
  ['project-production', 'Projects – production'],
  ['weighing-sandbox', 'Weighing – sandbox, for tests'],
  ['weighing-production', 'Weighing – production'],
  ['conversion', 'Conversion of field data'],
] as const;
const ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

const STYLE = `
label,legend{font-weight:600}
label{display:block;margin-top:1rem}
label small{font-weight:400}
input,select,textarea,button{font:inherit;box-sizing:border-box;width:100%;max-width:30rem;padding:.4rem .5rem}
input,select,textarea{border:1px solid #767676;border-radius:4px}
fieldset{border:1px solid #767676;border-radius:4px;margin:1.5rem 0 0;padding:0 1rem 1rem}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:0 1rem}
button{width:auto;margin-top:1.5rem;padding:.5rem 1.25rem;border:0;border-radius:4px;background:#1c5d99;color:#fff}
:focus-visible{outline:3px solid #1c5d99;outline-offset:2px}
[aria-invalid]{border:2px solid #b3261e}
.fault{color:#b3261e;margin:.2rem 0 0;font-weight:600}
.notice{border:2px solid #b3261e;border-radius:4px;padding:.5rem 1rem}
.trap{position:absolute;left:-9999px}
@media(prefers-color-scheme:dark){.fault{color:#ff9d94}.notice,[aria-invalid]{border-color:#ff9d94}a{color:#8ab8e6}}
`;

/** The form, with what was typed and what is wrong with it. */
export function formPage(page: FormPage): string {
  const { stamp, interfaces, supportEmail, sent, notice, faults = new Map() } = page;
  const fields: Field[] = [];
  const field = (name: string, pointer: string, value: string): Field => {
    const made = { name, id: `${name}${fields.length}`, value, fault: faults.get(pointer) };
    fields.push(made);
    return made;
  };
  const typed = (name: string): Field => field(name, `#/${name}`, sent?.fields.get(name) ?? '');
  const access = field('access', '#/interface', sent?.fields.get('access') ?? '');
  const body = [
    label(access, 'Access to', select(access, choicesOf(interfaces))),
    text(typed('organisationName'), 'Organisation', 'required maxlength="200" autocomplete="organization"'),
    text(typed('contactName'), 'Your name <small>(optional)</small>', 'maxlength="200" autocomplete="name"'),
    text(typed('email'), 'Email', 'type="email" required maxlength="254" autocomplete="email"'),
    interfaces.includes('weighing') ? bridgesOf(sent, field, faults.get('#/weighBridges')) : '',
    noteOf(typed('note')),
  ].join('');
  const hidden = `<input type="hidden" name="stamp" value="${escapeHtml(stamp)}">`;
  const trap = `<div class="trap" aria-hidden="true"><label>Leave this empty<input name="${TRAP}" tabindex="-1" autocomplete="off"></label></div>`;
  const form = `<form method="post">${hidden}${trap}${body}<button>Send</button></form>`;
  const intro = `<p>The desk reviews your request and answers by email. Questions: ${escapeHtml(supportEmail)}</p>`;
  const shown = noticeOf(notice, fields);
  return htmlPage(shown === '' ? TITLE : `Not sent – ${TITLE}`, `<h1>${TITLE}</h1>${shown}${intro}${form}`, STYLE);
}

/** What an applicant sees at the end. */
export function receivedPage(supportEmail: string): string {
  const text = 'The desk reviews your request and answers by email, to the address you gave.';
  const body = `<h1>Request received</h1><p>${text}</p><p>Questions: ${escapeHtml(supportEmail)}</p>`;
  return htmlPage('Request received', body, STYLE);
}

/** A refusal before the form was read. */
export function refusedPage(title: string, detail: string): string {
  const back = 'Nothing was sent. Go back to the form: your browser has what you typed.';
  const text = `<p class="notice" role="alert">${escapeHtml(detail)}</p><p>${back}</p>`;
  return htmlPage(title, `<h1>${escapeHtml(title)}</h1>${text}`, STYLE);
}

interface Field {
  readonly name: string;
  readonly id: string;
  readonly value: string;
  readonly fault: string | undefined;
}

function choicesOf(interfaces: readonly string[]): readonly (readonly [value: string, text: string])[] {
  return [['', 'Choose …'], ...CHOICES.filter(([space]) => interfaces.includes(space.split('-', 1)[0]!))];
}

function select(field: Field, choices: readonly (readonly [string, string])[]): string {
  const options = choices.map(
    ([value, text]) => `<option value="${value}"${value === field.value ? ' selected' : ''}>${text}</option>`,
  );
  return `<select required ${attributesOf(field)}>${options.join('')}</select>`;
}

function text(field: Field, title: string, attributes: string): string {
  return label(field, title, `<input value="${escapeHtml(field.value)}" ${attributes} ${attributesOf(field)}>`);
}

function label({ id, fault }: Field, title: string, control: string): string {
  const text = fault === undefined ? '' : `<p class="fault" id="${id}-fault">${escapeHtml(fault)}</p>`;
  return `<div><label for="${id}">${title}</label>${control}${text}</div>`;
}

function attributesOf({ id, name, fault }: Field): string {
  const faulty = fault === undefined ? '' : ` aria-invalid="true" aria-describedby="${id}-fault"`;
  return `id="${id}" name="${name}"${faulty}`;
}

function noteOf(field: Field): string {
  // The parser drops one line break after the tag.
  const control = `<textarea rows="5" maxlength="4000" ${attributesOf(field)}>\n${escapeHtml(field.value)}</textarea>`;
  return label(field, 'What you want to do <small>(optional)</small>', control);
}

function bridgesOf(
  sent: SentForm | undefined,
  field: (name: string, pointer: string, value: string) => Field,
  fault: string | undefined,
): string {
  const bridges = sent?.bridges ?? [];
  const rows = Array.from({ length: Math.max(BRIDGES_SHOWN, bridges.length) }, (_, i) => {
    const { name = '', timeZone = '' } = bridges[i] ?? {};
    const named = field('bridgeName', `#/weighBridges/${i}/name`, name);
    const placed = field('bridgeTimeZone', `#/weighBridges/${i}/timeZone`, timeZone);
    const inputs =
      text(named, `Name of weigh bridge ${i + 1}`, 'maxlength="200"') +
      text(placed, `Time zone of weigh bridge ${i + 1}`, 'maxlength="100" list="zones" placeholder="Europe/Amsterdam"');
    return `<div class="pair">${inputs}</div>`;
  });
  const list = `<datalist id="zones">${ZONES.map((zone) => `<option value="${zone}">`).join('')}</datalist>`;
  const hint = '<p>Only for the weighing interface. If you have more, name them in the text below.</p>';
  const shown = fault === undefined ? '' : `<p class="fault">${escapeHtml(fault)}</p>`;
  return `<fieldset><legend>Weigh bridges</legend>${hint}${shown}${rows.join('')}${list}</fieldset>`;
}

/** The refusal, with links to the fields. */
function noticeOf(notice: string | undefined, fields: readonly Field[]): string {
  if (notice === undefined) return '';
  const faulty = fields.filter(({ fault }) => fault !== undefined);
  const links = faulty.map(
    ({ id, fault, name }) => `<li><a href="#${id}">${NAMES[name] ?? name}</a>: ${escapeHtml(fault!)}`,
  );
  return `<div class="notice" role="alert"><p>${escapeHtml(notice)}</p>${links.length === 0 ? '' : `<ul>${links.join('')}</ul>`}</div>`;
}

const NAMES: Readonly<Record<string, string>> = {
  access: 'Access to',
  organisationName: 'Organisation',
  contactName: 'Your name',
  email: 'Email',
  note: 'What you want to do',
  bridgeName: 'Name of a weigh bridge',
  bridgeTimeZone: 'Time zone of a weigh bridge',
};
