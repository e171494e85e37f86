/** Commands that the open page adds to the palette, for example the actions of the record it shows. */
import type { Language } from '../../protocol/index.ts'

/** A line of the command palette. */
export interface Command {
  readonly key: string
  readonly group: 'record' | 'recent' | 'pages' | 'actions'
  readonly title: string
  /** Context shown next to the title, for example the folders of a page. */
  readonly hint: string
  readonly icon: string
  /** Additional words the search matches. */
  readonly words: string
  readonly run: () => void
}

type CommandSource = (language: Language) => readonly Command[]

const sources = new Set<CommandSource>()

/**
 * Adds commands until the returned function is called. The source is read each time the palette opens, while it
 * renders: it may call no effect event.
 */
export function registerCommands(source: CommandSource): () => void {
  sources.add(source)
  return () => void sources.delete(source)
}

/** The commands of all registered sources. */
export function registeredCommands(language: Language): readonly Command[] {
  return [...sources].flatMap((source) => source(language))
}
