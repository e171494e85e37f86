/** Which folders of the menu are open. */
import { useState } from 'react'
import type { MenuEntry } from './build-menu.ts'
import { trailOf } from './build-menu.ts'

export interface Folders {
  readonly isOpen: (entry: MenuEntry, depth: number) => boolean
  /** @param siblings entries of the same level; they close when only one may be open */
  readonly toggle: (entry: MenuEntry, depth: number, siblings: readonly MenuEntry[]) => void
}

interface FolderState {
  /** Folders opened or closed by the user, by the key of the entry. */
  readonly chosen: Readonly<Record<string, boolean>>
  /** The path and mode `chosen` belongs to. */
  readonly pathname: string
  readonly isUnique: boolean
}

/**
 * @param pathname the current page: its parent folders open when it is shown
 * @param isUnique only one folder of a level is open at a time
 */
export function useFolders(entries: readonly MenuEntry[], pathname: string, isUnique: boolean): Folders {
  const [{ chosen, ...of }, setState] = useState<FolderState>({ chosen: {}, pathname, isUnique })
  const way = trailOf(entries, pathname).map((entry) => entry.key)
  if (of.pathname !== pathname || of.isUnique !== isUnique) {
    // A change of page reopens its parent folders; with one folder at a time it closes the others, too.
    const openFolders = isUnique ? {} : Object.fromEntries(Object.entries(chosen).filter(([key]) => !way.includes(key)))
    setState({ chosen: openFolders, pathname, isUnique })
  }
  const isOpen: Folders['isOpen'] = ({ key }, depth) => chosen[key] ?? (way.includes(key) || (!isUnique && depth === 0))
  return {
    isOpen,
    toggle: (entry, depth, siblings) =>
      setState((before) => {
        const opens = !isOpen(entry, depth)
        const others = isUnique && opens ? Object.fromEntries(siblings.map(({ key }) => [key, false])) : {}
        return { ...before, chosen: { ...before.chosen, ...others, [entry.key]: opens } }
      }),
  }
}
