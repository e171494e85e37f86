/** Which branches of a tree are open, as the table's expanded state. */
import type { ExpandedState } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import type { Row } from '../../core/api/table.ts'
import { isNarrowed, type ListState } from './query/list-state.ts'
import { flatRows } from './tree.ts'

export interface Expansion {
  /** By id; true = all. */
  readonly state: ExpandedState
  readonly setState: (state: ExpandedState) => void
}

/** A tree that fits on a screen or two starts open; so does one that was searched, because the hits lie inside. */
const smallTree = 60

export function useExpansion(rows: readonly Row[], state: ListState): Expansion {
  const [expandedState, setExpandedState] = useState<ExpandedState | null>(null)
  const initial = useMemo<ExpandedState>(
    () => flatRows(rows).length <= smallTree || isNarrowed(state) || {},
    [rows, state],
  )
  return { state: expandedState ?? initial, setState: setExpandedState }
}
