/**
 * What the parts of one list share, by how often it changes: what it shows, what can be done with it, and how much room
 * it
 * has. A part is rendered again only for what it uses. The table itself (columns, selection, expansion) is in
 * `table.ts`.
 */
import { createContext, useContext, type Context, type RefCallback } from 'react'
import type { ActionName, ListQuery, TableModel, WireValue } from '../../../../protocol/index.ts'
import type { Row, TableApi } from '../../../core/api/table.ts'
import type { Locale } from '../../../fields/renderer.ts'
import type { ListPreferences } from '../columns/preferences.ts'
import type { Reordering } from '../order/reordering.ts'
import type { ListAddress } from '../query/list-address.ts'
import type { ListState } from '../query/list-state.ts'
import type { LoadedRows } from '../query/use-rows.ts'
import type { DeletedRecords } from '../recovery/deleted.ts'

export interface ListData {
  /** As it shows deleted records where the list does so. */
  readonly model: TableModel
  readonly api: TableApi
  readonly locale: Locale
  readonly permissions: ReadonlySet<ActionName>
  readonly state: ListState
  /** The address asked for something that cannot be read; `state` is the plain one then. */
  readonly isBroken: boolean
  /** Rows a page. */
  readonly limit: number
  /** What is asked from the server. */
  readonly query: Partial<ListQuery>
  readonly loaded: LoadedRows
  readonly preferences: ListPreferences
  readonly reordering: Reordering
  /** Null where the person may not bring records back. */
  readonly deleted: DeletedRecords | null
}

/** Functions that stay the same while the list is open. */
export interface ListActions extends Pick<ListAddress, 'go' | 'narrow' | 'openForm' | 'closeForm'> {
  /** Asks again; resolves when the answer is there. */
  readonly reload: () => Promise<void>
  readonly setPreferences: (change: Partial<ListPreferences>) => void
  /** Saves one field of a row in place. Rejects when it was not saved; the person has been notified then. */
  readonly saveField: (row: Row, field: string, value: WireValue) => Promise<void>
  readonly deselect: (ids: readonly number[]) => void
  /** Moves the focus to the row that is the tab stop. */
  readonly focusActiveRow: () => void
  /** Announces a text to screen readers. */
  readonly announce: (text: string) => void
}

export interface ListLayout {
  /** In CSS pixels; 0 while it is not known. */
  readonly availableWidth: number
  /** The `ref` of the element whose width that is. */
  readonly measure: RefCallback<HTMLElement>
}

export const ListDataContext = createContext<ListData | null>(null)
export const ListActionsContext = createContext<ListActions | null>(null)
export const ListLayoutContext = createContext<ListLayout | null>(null)
/** What was announced last; only the live region reads it. */
export const AnnouncementContext = createContext('')

export const useListData = (): ListData => useInsideList(ListDataContext)
export const useListActions = (): ListActions => useInsideList(ListActionsContext)
export const useListLayout = (): ListLayout => useInsideList(ListLayoutContext)

/** The value of a context that every list provides. */
export function useInsideList<Value>(context: Context<Value | null>): Value {
  const value = useContext(context)
  if (value === null) throw new Error('a part of a list is used outside a list')
  return value
}
