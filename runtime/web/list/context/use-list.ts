/** Everything the parts of one list share: state, rows, choices, and what can be done. */
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useSnapshot } from 'valtio'
import type { ActionName, ListQuery, TableModel, WireValue } from '../../../protocol/index.ts'
import { tableApi, type Row, type TableApi } from '../../api/table.ts'
import type { CellSite } from '../../fields/renderer.ts'
import { useLanguage } from '../../i18n/language.ts'
import { session } from '../../auth/session.ts'
import { useIsPageActive } from '../../page/page.ts'
import { useListAddress, type ListAddress } from '../query/list-address.ts'
import { orderWidth, shownColumns } from '../columns/columns.ts'
import { useReordering, type Reordering } from '../order/reordering.ts'
import { readPreferences, writePreferences, type ListPreferences } from '../columns/preferences.ts'
import { tableOfDeleted, useDeletedRecords, type DeletedRecords } from '../restore/deleted.ts'
import { usePermissions } from '../permissions.ts'
import { useAvailableWidth } from '../columns/available-width.ts'
import { useRows, type LoadedRows } from '../query/use-rows.ts'
import { pageCount, pageSizes, type ListState } from '../query/list-state.ts'
import { useSelection, type Selection } from '../grid/selection.ts'
import { useExpansion, type Expansion } from '../tree/expansion.ts'

export interface ListScreen extends ListAddress {
  /** As it shows deleted records where the list does so. */
  readonly model: TableModel
  /** Null where the person may not bring records back. */
  readonly deleted: DeletedRecords | null
  readonly api: TableApi
  readonly site: CellSite
  /** The element whose width decides how much is shown. */
  readonly place: RefObject<HTMLDivElement | null>
  /** Its width in CSS pixels; 0 while it is not known. */
  readonly width: number
  /** Names of the columns shown now. */
  readonly columns: readonly string[]
  readonly permissions: ReadonlySet<ActionName>
  /** Rows a page. */
  readonly limit: number
  /** What is asked from the server. */
  readonly query: Partial<ListQuery>
  readonly loaded: LoadedRows
  /** Asks again; resolves when the answer is there. */
  readonly reload: () => Promise<void>
  readonly preferences: ListPreferences
  readonly prefer: (change: Partial<ListPreferences>) => void
  readonly choice: Selection
  readonly unfolding: Expansion
  readonly order: Reordering
  /** Saves one field of a row in place. Rejects when it was not saved; the person has been told then. */
  readonly change: (row: Row, field: string, value: WireValue) => Promise<void>
  /** Says something to screen readers. */
  readonly announce: (text: string) => void
  readonly announcement: string
}

const Screen = createContext<ListScreen | null>(null)
export const ScreenProvider = Screen.Provider

/** The list around a part of it. */
export function useScreen(): ListScreen {
  const screen = useContext(Screen)
  if (!screen) throw new Error('a part of a list stands outside a list')
  return screen
}

export function useListScreen(table: TableModel): ListScreen {
  const { admin, site } = useSnapshot(session)
  const language = useLanguage()
  const [preferences, prefer] = usePreferences(admin.id, table.id)
  const address = useListAddress(preferences.limit ?? pageSizes[1]!)
  const { state, go } = address
  const model = useMemo(() => (state.deleted ? tableOfDeleted(table) : table), [table, state.deleted])
  const limit = state.limit ?? preferences.limit ?? pageSizes[1]!
  const api = useMemo(() => tableApi(model), [model])
  const query = queryOf(state, limit)
  const [loaded, reload] = useRows(api, query)
  const choice = useSelection()
  const spoken = useMemo(() => ({ language, timeZone: site.timeZone }), [language, site.timeZone])
  useRefreshOnReturn(reload)
  const [announcement, announce] = useState('')
  const [place, width] = useAvailableWidth<HTMLDivElement>()
  const order = useReordering(model, address)
  const room = width > 0 && order.isOn ? Math.max(1, width - orderWidth) : width
  const columns = useMemo(
    () => shownColumns(model, preferences.columns, language, room).map((field) => field.name),
    [model, preferences.columns, language, room],
  )
  useLastPage(loaded, state, limit, go)
  const change = useCallback(
    async (row: Row, field: string, value: WireValue) => {
      const version = typeof row['version'] === 'number' ? { version: row['version'] } : {}
      try {
        await api.edit({ id: row.id, [field]: value, ...version }, { notifySuccess: false })
      } finally {
        // Also after a refusal: a stale row is the usual reason.
        await reload()
      }
    },
    [api, reload],
  )
  const permissions = usePermissions(model)
  const deleted = useDeletedRecords({ table, address, api, reload, choice, announce })
  return {
    ...address,
    model,
    deleted,
    api,
    site: spoken,
    place,
    width,
    columns,
    permissions,
    limit,
    query,
    loaded,
    reload,
    preferences,
    prefer,
    choice,
    unfolding: useExpansion(loaded.rows, state),
    order,
    change,
    announce,
    announcement,
  }
}

/** Rows of a page that was hidden may be older than what was done elsewhere meanwhile. */
function useRefreshOnReturn(reload: () => Promise<void>): void {
  const isActive = useIsPageActive()
  const wasActive = useRef(isActive)
  useEffect(() => {
    if (isActive && !wasActive.current) void reload()
    wasActive.current = isActive
  }, [isActive, reload])
}

/** The part of the state the server is asked with. */
export function queryOf(
  { page, order, quickSearch, search, parentRowId, exact, deleted }: ListState,
  limit: number,
): Partial<ListQuery> {
  return { page, limit, order, quickSearch, search, parentRowId, exact, ...(deleted && { deleted }) }
}

function usePreferences(adminId: number, table: string) {
  const [preferences, setPreferences] = useState(() => readPreferences(adminId, table))
  const prefer = useCallback(
    (change: Partial<ListPreferences>) =>
      setPreferences((before) => {
        const next = { ...before, ...change }
        writePreferences(adminId, table, next)
        return next
      }),
    [adminId, table],
  )
  return [preferences, prefer] as const
}

/** A page that has become empty (its last rows were deleted, or the link is older than that) leads to the last one that is not. */
function useLastPage(
  { rows, total, more, isBusy, isLoaded }: LoadedRows,
  { page }: ListState,
  limit: number,
  go: ListAddress['go'],
): void {
  const last = total === null || more ? null : pageCount(total, limit, false)
  const isBeyond = isLoaded && !isBusy && rows.length === 0 && last !== null && page > last
  useEffect(() => {
    if (isBeyond) go({ page: last }, 'replace')
  }, [isBeyond, last, go])
}
