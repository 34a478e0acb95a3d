import type { CommandWords } from './command-words.ts';

/** A script that completes words, by shell: what `fieldbridge completion SHELL` prints. */
export const SCRIPTS: Readonly<Record<string, (commands: readonly CommandWords[]) => string>> = {
  bash,
  zsh,
  fish,
  powershell,
};

/** Words that need no quotes in any shell; the table has no others. */
const listOf = (words: readonly string[]): string => words.join(' ');
const namesOf = (commands: readonly CommandWords[]): string[] => commands.map(({ name }) => name);
/** Summaries are quoted; an apostrophe would end the quotes. */
const plain = (text: string): string => text.replaceAll("'", '’');

/** The options of all commands that have a list of values. */
function valued(commands: readonly CommandWords[]): { command: string; option: string; values: readonly string[] }[] {
  return commands.flatMap(({ name, options }) =>
    options
      .filter(({ values }) => values.length > 0)
      .map((one) => ({ command: name, option: one.name, values: one.values })),
  );
}

function bash(commands: readonly CommandWords[]): string {
  const values = valued(commands).map(
    ({ command, option, values: words }) => `    "${command} ${option}") words="${listOf(words)}" ;;`,
  );
  const options = commands.map(
    ({ name, options: own }) => `      ${name}) words="${listOf(own.map((one) => one.name))}" ;;`,
  );
  const actions = commands
    .filter((one) => one.actions.length > 0)
    .map((one) => `      ${one.name}) words="${listOf(one.actions)}" ;;`);
  return `# bash completion: source <(fieldbridge completion bash)
_fieldbridge() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then words="${listOf(namesOf(commands))} --help --version"
  else case "\${COMP_WORDS[1]} $before" in
    "help help") words="${listOf(namesOf(commands))}" ;;
${values.join('\n')}
  *) case "$current" in
    -*) case "\${COMP_WORDS[1]}" in
${options.join('\n')}
      esac ;;
    *) [ "$COMP_CWORD" -eq 2 ] && case "\${COMP_WORDS[1]}" in
${actions.join('\n')}
      esac ;;
    esac ;;
  esac; fi
  [ -n "$words" ] && COMPREPLY=($(compgen -W "$words" -- "$current"))
  return 0
}
complete -o default -o bashdefault -F _fieldbridge fieldbridge
`;
}

function zsh(commands: readonly CommandWords[]): string {
  const names = commands.map(({ name, summary }) => `    '${name}:${plain(summary).replaceAll(':', '\\:')}'`);
  const values = valued(commands).map(
    ({ command, option, values: words }) => `    '${command} ${option}') compadd -- ${listOf(words)}; return ;;`,
  );
  const options = commands.map(
    ({ name, options: own }) => `    ${name}) compadd -- ${listOf(own.map((one) => one.name))}; return ;;`,
  );
  const actions = commands
    .filter((one) => one.actions.length > 0)
    .map((one) => `    ${one.name}) compadd -- ${listOf(one.actions)} ;;`);
  return `#compdef fieldbridge
# zsh completion: source <(fieldbridge completion zsh)
_fieldbridge() {
  local -a names=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe 'command' names; return; fi
  case "\${words[2]} \${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then case "\${words[2]}" in
${options.join('\n')}
  esac; fi
  if (( CURRENT == 3 )); then case "\${words[2]}" in
${actions.join('\n')}
  esac; fi
  _files
}
compdef _fieldbridge fieldbridge
`;
}

function fish(commands: readonly CommandWords[]): string {
  const lines = ['# fish completion: fieldbridge completion fish | source'];
  for (const { name, summary, actions, options } of commands) {
    lines.push(`complete -c fieldbridge -n __fish_use_subcommand -a ${name} -d '${plain(summary)}'`);
    const inside = `complete -c fieldbridge -n '__fish_seen_subcommand_from ${name}'`;
    if (actions.length > 0) lines.push(`${inside} -a '${listOf(actions)}'`);
    for (const option of options)
      lines.push(
        `${inside} -l ${option.name.slice(2)}${option.values.length > 0 ? ` -x -a '${listOf(option.values)}'` : ''}`,
      );
  }
  return `${lines.join('\n')}\n`;
}

function powershell(commands: readonly CommandWords[]): string {
  const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');
  const values = valued(commands).map(
    ({ command, option, values: words }) => `    '${command} ${option}' = @(${quoted(words)})`,
  );
  const words = commands.map(
    ({ name, actions, options }) => `    '${name}' = @(${quoted([...actions, ...options.map((one) => one.name)])})`,
  );
  return `# PowerShell completion: fieldbridge completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName fieldbridge -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $values = @{
${values.join('\n')}
  }
  $words = @{
${words.join('\n')}
  }
  $given = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '') { $given = @($given | Select-Object -SkipLast 1) }
  $known = if ($given.Count -le 1) { @(${quoted(namesOf(commands))}) }
    elseif ($values.ContainsKey("$($given[1]) $($given[-1])")) { $values["$($given[1]) $($given[-1])"] }
    else { $words[$given[1]] }
  $known | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}
