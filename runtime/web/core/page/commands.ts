/** Commands that the open page adds to the palette, for example the actions of the record it shows. */
import { useMemo, useSyncExternalStore } from 'react'
import type { Language } from '../../../protocol/index.ts'

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

let sources: readonly CommandSource[] = []
const listeners = new Set<() => void>()

function replaceSources(next: readonly CommandSource[]): void {
  sources = next
  for (const listener of listeners) listener()
}

/**
 * Adds commands until the returned function is called. The source is read while the palette renders: it may call no
 * effect event.
 */
export function registerCommands(source: CommandSource): () => void {
  replaceSources([...sources, source])
  return () => replaceSources(sources.filter((other) => other !== source))
}

/** The commands of all registered sources, also of those that come or go while the palette is open. */
export function useRegisteredCommands(language: Language): readonly Command[] {
  const registered = useSyncExternalStore(subscribe, () => sources)
  return useMemo(() => registered.flatMap((source) => source(language)), [registered, language])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
