/** The commands that the terminal offers, by the keys of the server. */
import type { TerminalKey } from './texts.ts'

/** A command as the menu offers it. */
export interface OfferedCommand {
  /** Key of the server; of an installation without the package manager, which is appended. */
  readonly key: string
  readonly title: TerminalKey
  /** The line the server shows before the output. */
  readonly line: string
  /** Asked before it is added, where it changes what is in use. */
  readonly question?: TerminalKey
  /** Its key ends with the package manager. */
  readonly usesManager?: boolean
}

export interface CommandGroup {
  readonly title: TerminalKey
  readonly commands: readonly OfferedCommand[]
}

export const packageManagers = ['pnpm', 'npm', 'yarn', 'cnpm'] as const

export const commandGroups: readonly CommandGroup[] = [
  {
    title: 'group.schemas',
    commands: [
      { key: 'tablewright.check', title: 'run.check', line: 'tablewright check' },
      { key: 'tablewright.generate', title: 'run.generate', line: 'tablewright generate', question: 'ask.generate' },
    ],
  },
  {
    title: 'group.database',
    commands: [
      { key: 'tablewright.plan', title: 'run.plan', line: 'tablewright plan' },
      { key: 'tablewright.doctor', title: 'run.doctor', line: 'tablewright doctor' },
      { key: 'tablewright.apply', title: 'run.apply', line: 'tablewright apply', question: 'ask.apply' },
    ],
  },
  {
    title: 'group.project',
    commands: [
      { key: 'tablewright.test', title: 'run.test', line: 'tablewright test' },
      { key: 'tablewright.build', title: 'run.build', line: 'tablewright prepare', question: 'ask.build' },
      { key: 'web-install', title: 'run.install', line: 'install', question: 'ask.install', usesManager: true },
    ],
  },
  {
    title: 'group.versions',
    commands: [
      { key: 'version.node', title: 'run.version_node', line: 'node -v' },
      { key: 'version', title: 'run.version_manager', line: '-v', usesManager: true },
    ],
  },
]

/** Key and line of a command with this package manager. */
export function resolveCommand(
  { key, line, usesManager }: OfferedCommand,
  manager: string,
): { readonly key: string; readonly line: string } {
  return usesManager === true ? { key: `${key}.${manager}`, line: `${manager} ${line}` } : { key, line }
}

const all = commandGroups.flatMap(({ commands }) => commands)

/** The offered command that a task's key means, and the package manager of the key. */
function commandOf(key: string): { readonly command: OfferedCommand; readonly manager: string } | null {
  for (const command of all) {
    if (command.key === key && command.usesManager !== true) return { command, manager: '' }
    if (command.usesManager === true && key.startsWith(`${command.key}.`)) {
      const manager = key.slice(command.key.length + 1)
      if (packageManagers.some((name) => name === manager)) return { command, manager }
    }
  }
  return null
}

/** The line a task shows before the server has answered. */
export function lineOf(key: string): string {
  const found = commandOf(key)
  return found ? resolveCommand(found.command, found.manager).line : key
}
