/**
 * The records selected for a common action, as the table's row selection; they stay selected when the page is turned.
 */
import type { OnChangeFn, RowSelectionState } from '@tanstack/react-table'
import { useCallback, useMemo, useState } from 'react'

export interface Selection {
  /** By id. */
  readonly state: RowSelectionState
  readonly setState: OnChangeFn<RowSelectionState>
  readonly deselect: (ids: readonly number[]) => void
  readonly clear: () => void
}

export function useSelection(): Selection {
  const [state, setState] = useState<RowSelectionState>({})
  const deselect = useCallback(
    (ids: readonly number[]) =>
      setState((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !ids.includes(Number(id))))),
    [],
  )
  const clear = useCallback(() => setState({}), [])
  return useMemo(() => ({ state, setState, deselect, clear }), [state, deselect, clear])
}
