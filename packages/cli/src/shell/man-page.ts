import type { CommandWords } from './command-words.ts';

/** A text in roff, where backslashes and leading dots and quotes have a meaning. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&');
}

/** The manual page `fieldbridge(1)` in the man macros. */
export function manPage(commands: readonly CommandWords[]): string {
  const list = commands.map(({ name, summary }) => `.TP\n.B ${roff(name)}\n${roff(summary)}`);
  const details = commands.map(({ name, usage }) => `.SS ${roff(name)}\n.nf\n${roff(usage)}\n.fi`);
  return `.TH FIELDBRIDGE 1 "" fieldbridge "User Commands"
.SH NAME
fieldbridge \\- field jobs, tickets and projects between office, site and weigh bridge
.SH SYNOPSIS
.B fieldbridge
.I COMMAND
[options]
.SH DESCRIPTION
Fieldbridge converts survey, CAD and machine\\-control files, compares and checks them, and serves the interfaces of
projects, conversions and weigh bridges.
.SH COMMANDS
${list.join('\n')}
.SH EXIT STATUS
0 done, 1 failed, 2 wrong usage, 3 partial success; of diff: 0 the same, 1 different, 2 failed.
.SH DETAILS
${details.join('\n')}
`;
}
