/** Reordering is a mode: it can be entered only while the list shows the order made by hand, and ends with it. */
import { useCallback, useMemo, useState } from 'react'
import type { TableModel } from '../../../../protocol/index.ts'
import type { ListAddress } from '../query/list-address.ts'
import type { ListState } from '../query/list-state.ts'

export interface Reordering {
  readonly isOn: boolean
  /** It was asked for while the list is sorted otherwise. */
  readonly isRefused: boolean
  readonly toggle: () => void
  /** Sorts by the order made by hand and begins. */
  readonly sort: () => void
}

export function useReordering(model: TableModel, state: ListState, narrow: ListAddress['narrow']): Reordering {
  const [isWanted, setWanted] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const isManual = isManualOrder(model, state)
  const toggle = useCallback(() => {
    setWanted((was) => isManual && !was)
    setRefused((was) => !isManual && !was)
  }, [isManual])
  const sort = useCallback(() => {
    const isOwn = model.list.sort.field === model.sort
    narrow({ order: isOwn || model.sort === null ? null : { field: model.sort, direction: 'desc' } })
    setRefused(false)
    setWanted(true)
  }, [model, narrow])
  return useMemo(
    () => ({ isOn: isWanted && isManual, isRefused: isRefused && !isManual, toggle, sort }),
    [isWanted, isRefused, isManual, toggle, sort],
  )
}

/** True when the list shows the order made by hand, the only one that can be changed. */
function isManualOrder(model: TableModel, state: Pick<ListState, 'order'>): boolean {
  return (state.order ?? model.list.sort).field === model.sort
}
