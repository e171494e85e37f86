/** Completion scripts of three shells, with all that can be completed written into them: a shell never waits. */

interface CompletableOption {
  /** `--port` */
  readonly name: string
  readonly description: string
  readonly values: readonly string[]
  readonly takesValue: boolean
}

export interface Completable {
  readonly commands: readonly {
    readonly name: string
    readonly description: string
    readonly options: readonly CompletableOption[]
    /** Values of its first argument. */
    readonly values: readonly string[]
  }[]
  /** Of every command. */
  readonly options: readonly CompletableOption[]
}

/** Within single quotes, for all three. */
const quoted = (text: string): string => `'${text.replaceAll('\n', ' ').replaceAll("'", `'\\''`)}'`
const names = (options: readonly CompletableOption[]): string => [...new Set(options.map(({ name }) => name))].join(' ')

/** A function for `complete -F`. */
export function bashScript({ commands, options }: Completable): string {
  const words = (list: readonly string[]): string => quoted(list.join(' '))
  const own = commands.map(
    (one) => `    ${one.name}) words=${words([...one.values, names([...one.options, ...options])])} ;;`,
  )
  const values = [...options, ...commands.flatMap((command) => command.options)].filter((one) => one.values.length > 0)
  const byOption = new Map(values.map((one) => [one.name, one.values.join(' ')]))
  const choices = [...byOption].map(
    ([name, list]) => `    ${name}) COMPREPLY=($(compgen -W ${quoted(list)} -- "$word")); return ;;`,
  )
  return `# bash completion of tablewright
_tablewright() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="" words="" one
  for one in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$one" in ${commands.map(({ name }) => name).join('|')}) command="$one"; break ;; esac
  done
  case "$before" in
${choices.join('\n')}
    --root|--data|--out) COMPREPLY=($(compgen -d -- "$word")); return ;;
  esac
  case "$command" in
    "") words=${quoted([...commands.map(({ name }) => name), names(options)].join(' '))} ;;
${own.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _tablewright tablewright
`
}

/** A function for a folder of \`fpath\`. */
export function zshScript({ commands, options }: Completable): string {
  const spec = (one: CompletableOption): string => {
    const text = one.description.replaceAll('[', '(').replaceAll(']', ')').replaceAll(':', '：')
    const value = one.values.length > 0 ? `:value:(${one.values.join(' ')})` : one.takesValue ? ':value:_files' : ''
    return quoted(`${one.name}[${text}]${value}`)
  }
  const listed = commands.map(({ name, description }) => quoted(`${name}:${description.replaceAll(':', '：')}`))
  const cases = commands.map((one) => {
    const rest = one.values.length > 0 ? `'1:value:(${one.values.join(' ')})'` : `'*:file:_files'`
    return `    ${one.name}) _arguments ${[...[...one.options, ...options].map(spec), rest].join(' ')} ;;`
  })
  return `#compdef tablewright
_tablewright() {
  local -a commands=(${listed.join(' ')})
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case "$words[1]" in
${cases.join('\n')}
  esac
}
_tablewright "$@"
`
}

/** Lines for the folder of completions. */
export function fishScript({ commands, options }: Completable): string {
  const line = (condition: string, { name, description, values, takesValue }: CompletableOption): string =>
    [
      'complete -c tablewright',
      condition && `-n ${quoted(condition)}`,
      `-l ${name.replace(/^--/, '')}`,
      values.length > 0 ? `-x -a ${quoted(values.join(' '))}` : takesValue ? '-r' : '',
      `-d ${quoted(description)}`,
    ]
      .filter(Boolean)
      .join(' ')
  const lines = commands.flatMap((one) => [
    `complete -c tablewright -f -n __fish_use_subcommand -a ${one.name} -d ${quoted(one.description)}`,
    ...one.options.map((option) => line(`__fish_seen_subcommand_from ${one.name}`, option)),
    ...(one.values.length > 0
      ? [
          `complete -c tablewright -f -n ${quoted(`__fish_seen_subcommand_from ${one.name}`)} ` +
            `-a ${quoted(one.values.join(' '))}`,
        ]
      : []),
  ])
  return `# fish completion of tablewright\n${[...options.map((one) => line('', one)), ...lines].join('\n')}\n`
}
