import { type Command, EXIT, UsageError } from '../command.ts';
import { didYouMean } from '../did-you-mean.ts';
import { readWords } from '../read-words.ts';
import { commandWords } from '../shell/command-words.ts';
import { manPage } from '../shell/man-page.ts';
import { SCRIPTS } from '../shell/scripts.ts';

/** What can be printed. */
const KINDS = [...Object.keys(SCRIPTS), 'man'];

/** `fieldbridge completion`: scripts for shells and the manual page, made from the table of commands. */
export const completion: Command = {
  name: 'completion',
  summary: 'complete words in bash, zsh, fish or PowerShell; print the manual page',
  usage: `fieldbridge completion ${KINDS.join('|')}

Prints a script that makes a shell complete commands, options, formats and files, or the manual page:

  bash         source <(fieldbridge completion bash)                                in ~/.bashrc
  zsh          source <(fieldbridge completion zsh)                                 in ~/.zshrc, after compinit
  fish         fieldbridge completion fish | source                                 in ~/.config/fish/config.fish
  PowerShell   fieldbridge completion powershell | Out-String | Invoke-Expression   in $PROFILE
  man          fieldbridge completion man | man -l -`,
  run: async (args, io) => {
    const { positionals } = readWords({ args: [...args], allowPositionals: true, options: {} });
    const [kind = ''] = positionals;
    if (positionals.length !== 1 || !KINDS.includes(kind))
      throw new UsageError(`name one of ${KINDS.join(', ')}${kind === '' ? '' : didYouMean(kind, KINDS)}`);
    const commands = await commandWords();
    io.out(kind === 'man' ? manPage(commands) : SCRIPTS[kind]!(commands));
    return EXIT.done;
  },
};
