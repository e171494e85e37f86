/**
 * The commands of the terminal. Clients send a key, which is looked up in a map built at start: nothing that a client
 * sends becomes part of a command line.
 */
import { delimiter, dirname } from 'node:path'
import { packageManagers } from '../../settings/package-managers.ts'

/** The program to start. */
export interface TerminalCommand {
  readonly file: string
  readonly args: readonly string[]
  /** The command as people write it; shown before its output. */
  readonly line: string
  readonly environment: Readonly<Record<string, string>>
  /** It speaks the languages of the interface: `--lang` follows its arguments. */
  readonly isOurs: boolean
}

/** Where the commands run. */
export interface TerminalPlace {
  /** Absolute path of the project. */
  readonly folder: string
  /** Absolute path of the `tablewright` script. */
  readonly script: string
  /** The variables of the server; the commands receive some of them. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Where the data of this installation is, for the commands that work on it. */
  readonly dataFolder: string
  readonly databaseUrl: string
}

/** Our own commands: what follows `tablewright`, and whether they work on the database. */
const own: Readonly<Record<string, { readonly words: readonly string[]; readonly usesDatabase: boolean }>> = {
  'tablewright.check': { words: ['check'], usesDatabase: false },
  'tablewright.generate': { words: ['generate'], usesDatabase: false },
  'tablewright.plan': { words: ['plan'], usesDatabase: true },
  'tablewright.apply': { words: ['apply'], usesDatabase: true },
  'tablewright.doctor': { words: ['doctor'], usesDatabase: true },
  'tablewright.build': { words: ['prepare', 'validators', 'reader', 'server', 'web'], usesDatabase: false },
  'tablewright.test': { words: ['test'], usesDatabase: false },
}

/** Keys of BuildAdmin's clients that mean one of our commands. */
const synonyms: Readonly<Record<string, string>> = {
  'migrate.run': 'tablewright.apply',
  ...Object.fromEntries(packageManagers.map((name) => [`web-build.${name}`, 'tablewright.build'])),
}

/**
 * The variables every command receives. The others stay with the server: they hold passwords and addresses of services,
 * and scripts of packages run in some commands.
 */
const inherited = [
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'SystemRoot',
  'APPDATA',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
] as const

/** All commands by key. A `Map`, so that names such as `constructor` are unknown keys like any other. */
export function terminalCommands(place: TerminalPlace): ReadonlyMap<string, TerminalCommand> {
  const environment = commandEnvironment(place.environment)
  const withDatabase = { ...environment, TABLEWRIGHT_DATA: place.dataFolder, DATABASE_URL: place.databaseUrl }
  const foreign = { environment, isOurs: false }
  const commands = new Map<string, TerminalCommand>()
  for (const [key, { words, usesDatabase }] of Object.entries(own))
    commands.set(key, {
      file: process.execPath,
      args: [place.script, ...words, '--root', place.folder],
      line: `tablewright ${words.join(' ')}`,
      environment: usesDatabase ? withDatabase : environment,
      isOurs: true,
    })
  for (const name of packageManagers) {
    commands.set(`version.${name}`, { file: name, args: ['-v'], line: `${name} -v`, ...foreign })
    commands.set(`web-install.${name}`, { file: name, args: ['install'], line: `${name} install`, ...foreign })
  }
  commands.set('version.node', { file: process.execPath, args: ['-v'], line: 'node -v', ...foreign })
  for (const [key, meaning] of Object.entries(synonyms)) {
    const command = commands.get(meaning)
    if (!command) throw new Error(`${key} means ${meaning}, which is no command`)
    commands.set(key, command)
  }
  return commands
}

function commandEnvironment(variables: TerminalPlace['environment']): Readonly<Record<string, string>> {
  const picked: Record<string, string> = {}
  for (const name of inherited) {
    const value = variables[name]
    if (value !== undefined) picked[name] = value
  }
  // The Node that runs the server comes first: the commands then run with the same one.
  picked['PATH'] = [dirname(process.execPath), variables['PATH'] ?? ''].filter(Boolean).join(delimiter)
  return picked
}
