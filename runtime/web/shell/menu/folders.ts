/** Which folders of the menu are open. */
import { useEffect, useState } from 'react'
import type { MenuEntry } from './build-menu.ts'
import { trailOf } from './build-menu.ts'

export interface Folders {
  readonly isOpen: (entry: MenuEntry, depth: number) => boolean
  /** @param siblings entries of the same level; they close where only one may be open */
  readonly toggle: (entry: MenuEntry, depth: number, siblings: readonly MenuEntry[]) => void
}

/**
 * @param pathname the page shown: the folders that lead to it open when one comes to it
 * @param isUnique only one folder of a level is open at a time
 */
export function useFolders(entries: readonly MenuEntry[], pathname: string, isUnique: boolean): Folders {
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({})
  const way = trailOf(entries, pathname).map((entry) => entry.key)
  useEffect(() => {
    // Arriving somewhere undoes what was closed above it; with one folder at a time it closes the others, too.
    setChosen((before) =>
      isUnique ? {} : Object.fromEntries(Object.entries(before).filter(([key]) => !way.includes(key))),
    )
  }, [pathname, isUnique])
  const isOpen: Folders['isOpen'] = ({ key }, depth) => chosen[key] ?? (way.includes(key) || (!isUnique && depth === 0))
  return {
    isOpen,
    toggle: (entry, depth, siblings) =>
      setChosen((before) => {
        const opens = !isOpen(entry, depth)
        const others = isUnique && opens ? Object.fromEntries(siblings.map(({ key }) => [key, false])) : {}
        return { ...before, ...others, [entry.key]: opens }
      }),
  }
}
