/** The table of the list around: columns, rows, selection, expansion. It changes with each of them. */
import { createContext, type Context } from 'react'
import type { ListTable } from '../grid/table.ts'
import { useInsideList } from './contexts.ts'

export const ListTableContext: Context<ListTable | null> = createContext<ListTable | null>(null)

export const useListTable = (): ListTable => useInsideList(ListTableContext)

/** Ids of the selected records. */
export function useSelectedIds(): readonly number[] {
  return Object.keys(useListTable().state.rowSelection).map(Number)
}
