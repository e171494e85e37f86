/** `tablewright completion`: a script with which a shell completes commands, options and their values. */
import type { Command } from 'commander'
import { Argument } from 'commander'
import { explanations } from '../../generator/explanations/index.ts'
import { bashScript, fishScript, zshScript, type Completable } from '../completion/scripts.ts'
import { setAction, type Program } from '../program.ts'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const
const shells = Object.keys(scripts) as readonly (keyof typeof scripts)[]

/** Adds the command to the program. */
export function registerCompletion(program: Program): void {
  const command = program.add(
    'completion',
    {
      'zh-cn': '输出补全脚本：命令、选项和参数值',
      en: 'print a script with which the shell completes commands, options and values',
    },
    [
      [
        'eval "$(tablewright completion bash)"',
        { 'zh-cn': '用于 bash（写入 ~/.bashrc）', en: 'for bash, in ~/.bashrc' },
      ],
      [
        'tablewright completion zsh > ~/.zfunc/_tablewright',
        { 'zh-cn': '用于 zsh（fpath 中须有 ~/.zfunc）', en: 'for zsh, with ~/.zfunc in fpath' },
      ],
      [
        'tablewright completion fish | source',
        { 'zh-cn': '用于 fish（写入 config.fish）', en: 'for fish, in config.fish' },
      ],
    ],
  )
  command.addArgument(
    new Argument('<shell>', program.t({ 'zh-cn': 'bash、zsh 或 fish', en: 'bash, zsh or fish' })).choices(shells),
  )
  setAction(command, async (context, [shell]) => {
    const script = scripts[shell as keyof typeof scripts](completableOf(program))
    context.print({ shell, script }, [script.trimEnd()])
  })
}

/** All that can be completed, from the commands themselves. */
function completableOf(program: Program): Completable {
  return {
    options: optionsOf(program),
    commands: program
      .createHelp()
      .visibleCommands(program)
      .map((command) => ({
        name: command.name(),
        description: command.description(),
        options: optionsOf(command),
        values: valuesOf(command),
      })),
  }
}

const optionsOf = (command: Command): Completable['options'] =>
  command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, description, argChoices, flags }) =>
      long ? [{ name: long, description, values: argChoices ?? [], takesValue: /[<[]/.test(flags) }] : [],
    )

const valuesOf = (command: Command): readonly string[] =>
  command.name() === 'explain'
    ? Object.keys(explanations).sort()
    : command.registeredArguments.flatMap((argument) => argument.argChoices ?? [])
