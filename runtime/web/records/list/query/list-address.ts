/** The list's state lives in the address: the back button works and a copied link shows the same rows. */
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useIsPageActive, usePageLocation, usePageNavigate } from '../../../core/page/page.ts'
import type { TableModel } from '../../../../protocol/index.ts'
import { plainState, readListState, writeListState, type FormTarget, type ListState } from './list-state.ts'

export interface ListAddress {
  readonly state: ListState
  /** The address asked for something that cannot be read; `state` is the plain one then. */
  readonly isBroken: boolean
  /** Changes a part. `replace` = without a step for the back button. */
  readonly go: (change: Partial<ListState>, how?: 'push' | 'replace') => void
  /** Changes conditions or order: back to the first page. */
  readonly narrow: (change: Partial<ListState>, how?: 'push' | 'replace') => void
  readonly openForm: (target: FormTarget) => void
  /** Closes the form that is open; nothing happens when none is. */
  readonly closeForm: () => void
}

/**
 * @param limit rows a page when the address names none; a changed address names it, so that a copy shows the same rows
 */
export function useListAddress(limit: number, table: TableModel): ListAddress {
  const location = usePageLocation()
  const navigate = usePageNavigate()
  const isActive = useIsPageActive()
  const read = useMemo(() => readListState(location.search, table), [location.search, table])
  const wasOpenedHere = (location.state as { openedHere?: boolean } | null)?.openedHere === true && isActive
  const latest = useRef({ state: read ?? plainState, limit, wasOpenedHere })
  useLayoutEffect(() => {
    latest.current = { state: read ?? plainState, limit, wasOpenedHere }
  }, [read, limit, wasOpenedHere])

  const go = useCallback<ListAddress['go']>(
    (change, how = 'push') => {
      const next = { ...latest.current.state, limit: latest.current.state.limit ?? latest.current.limit, ...change }
      // Two changes before the next rendering must not lose the first.
      latest.current = { ...latest.current, state: next }
      navigate({ search: `?${writeListState(next)}` }, { replace: how === 'replace' })
    },
    [navigate],
  )

  const narrow = useCallback<ListAddress['narrow']>((change, how) => go({ page: 1, ...change }, how), [go])

  const openForm = useCallback(
    (target: FormTarget) => {
      navigate(
        { search: `?${writeListState({ ...latest.current.state, form: target })}` },
        { state: { openedHere: true } },
      )
    },
    [navigate],
  )

  const closeForm = useCallback(() => {
    const { state, wasOpenedHere: goesBack } = latest.current
    // A second step back would leave the list.
    if (state.form === null) return
    if (!goesBack) return go({ form: null }, 'replace')
    latest.current = { ...latest.current, state: { ...state, form: null } }
    navigate(-1)
  }, [go, navigate])

  return { state: read ?? plainState, isBroken: read === null, go, narrow, openForm, closeForm }
}
