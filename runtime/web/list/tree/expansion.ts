/** Which branches of a tree are open. */
import { useCallback, useMemo, useState } from 'react'
import type { Row } from '../../api/table.ts'
import { isNarrowed, type ListState } from '../query/list-state.ts'
import { childrenOf, flatRows } from './tree.ts'

export interface Expansion {
  /** By id; true = all. */
  readonly open: true | Readonly<Record<string, boolean>>
  readonly isAllOpen: boolean
  readonly set: (open: true | Readonly<Record<string, boolean>>) => void
}

/** A tree that fits on a screen or two starts open; so does one that was searched, because the hits lie inside. */
const smallTree = 60

export function useExpansion(rows: readonly Row[], state: ListState): Expansion {
  const [asked, setAsked] = useState<Expansion['open'] | null>(null)
  const set = useCallback((open: Expansion['open']) => setAsked(open), [])
  return useMemo(() => {
    const flat = flatRows(rows)
    const isOpenAtFirst = flat.length <= smallTree || isNarrowed(state)
    const open = asked ?? (isOpenAtFirst ? true : {})
    const isAllOpen = open === true || flat.every((row) => childrenOf(row).length === 0 || open[row.id] === true)
    return { open, isAllOpen, set }
  }, [rows, state, asked, set])
}
