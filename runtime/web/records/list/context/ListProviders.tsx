import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import type { TableModel, WireValue } from '../../../../protocol/index.ts'
import { onRecordsChanged } from '../../../core/api/records-changed.ts'
import { tableApi, type Row, type TableApi } from '../../../core/api/table.ts'
import { session } from '../../../core/auth/session.ts'
import { useLanguage } from '../../../core/i18n/language.ts'
import { useIsPageActive } from '../../../core/page/page.ts'
import { useAvailableWidth } from '../columns/available-width.ts'
import { usePreferences } from '../columns/preferences.ts'
import { useSelection } from '../grid/selection.ts'
import { useListTable } from '../grid/table.ts'
import { useReordering } from '../order/reordering.ts'
import { usePermissions } from '../permissions.ts'
import { useListAddress, type ListAddress } from '../query/list-address.ts'
import { pageCount, defaultPageSize, queryOf, type ListState } from '../query/list-state.ts'
import { useRows, type LoadedRows } from '../query/use-rows.ts'
import { tableOfDeleted, useDeletedRecords } from '../recovery/deleted.ts'
import {
  AnnouncementContext,
  ListActionsContext,
  ListDataContext,
  ListLayoutContext,
  type ListActions,
  type ListData,
  type ListLayout,
} from './contexts.ts'
import { ListTableContext } from './table.ts'

interface ListProvidersProps {
  readonly model: TableModel
  readonly children: ReactNode
}

/** The state of one list, for the parts inside. */
export function ListProviders({ model: table, children }: ListProvidersProps) {
  const { admin, site } = useSnapshot(session)
  const language = useLanguage()
  const locale = useMemo(() => ({ language, timeZone: site.timeZone }), [language, site.timeZone])
  const [preferences, setPreferences] = usePreferences(admin.id, table)
  const defaultLimit = preferences.limit ?? defaultPageSize
  const { state, isBroken, go, narrow, openForm, closeForm } = useListAddress(defaultLimit, table)
  const limit = state.limit ?? defaultLimit
  const model = useMemo(() => (state.deleted ? tableOfDeleted(table) : table), [table, state.deleted])
  const api = useMemo(() => tableApi(model), [model])
  const query = useMemo(() => queryOf(state, limit), [state, limit])
  const [loaded, reload] = useRows(api, query)
  useRefreshOnReturn(reload)
  useLastPage(loaded, state, limit, go)
  const permissions = usePermissions(model)
  const selection = useSelection()
  const [announcement, announce] = useState('')
  const deleted = useDeletedRecords({ table, state, narrow, api, reload, selection, announce })
  const reordering = useReordering(model, state, narrow)
  useRefreshOnChange(model.controller, reload)
  const saveField = useSaveField(api, reload)
  const { layout, focusActiveRow } = useLayout()
  const data = useMemo<ListData>(
    () => ({
      model,
      api,
      locale,
      permissions,
      state,
      isBroken,
      limit,
      query,
      loaded,
      preferences,
      reordering,
      deleted,
    }),
    [model, api, locale, permissions, state, isBroken, limit, query, loaded, preferences, reordering, deleted],
  )
  const { deselect } = selection
  const actions = useMemo<ListActions>(
    () => ({
      go,
      narrow,
      openForm,
      closeForm,
      reload,
      setPreferences,
      saveField,
      deselect,
      focusActiveRow,
      announce,
    }),
    [go, narrow, openForm, closeForm, reload, setPreferences, saveField, deselect, focusActiveRow],
  )
  const listTable = useListTable(data, actions, layout.availableWidth, selection)
  return (
    <ListDataContext value={data}>
      <ListActionsContext value={actions}>
        <ListLayoutContext value={layout}>
          <ListTableContext value={listTable}>
            <AnnouncementContext value={announcement}>{children}</AnnouncementContext>
          </ListTableContext>
        </ListLayoutContext>
      </ListActionsContext>
    </ListDataContext>
  )
}

function useLayout(): { readonly layout: ListLayout; readonly focusActiveRow: () => void } {
  const [observe, availableWidth] = useAvailableWidth()
  const measured = useRef<HTMLElement | null>(null)
  const measure = useCallback(
    (element: HTMLElement | null) => {
      measured.current = element
      return observe(element)
    },
    [observe],
  )
  const focusActiveRow = useCallback(
    () => measured.current?.parentElement?.querySelector<HTMLElement>('.list-row[tabindex="0"]')?.focus(),
    [],
  )
  const layout = useMemo(() => ({ availableWidth, measure }), [availableWidth, measure])
  return { layout, focusActiveRow }
}

function useSaveField(api: TableApi, reload: () => Promise<void>): ListActions['saveField'] {
  return useCallback(
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
}

/** What the toast of an edit took back is on the screen again. */
function useRefreshOnChange(controller: string, reload: () => Promise<void>): void {
  useEffect(
    () =>
      onRecordsChanged((changedTable) => {
        if (changedTable === controller) void reload()
      }),
    [controller, reload],
  )
}

/** Rows of a page that was hidden may be older than what was done elsewhere meanwhile. */
function useRefreshOnReturn(reload: () => Promise<void>): void {
  const isActive = useIsPageActive()
  const wasActive = useRef(isActive)
  const refresh = useEffectEvent(() => void reload())
  useEffect(() => {
    if (isActive && !wasActive.current) refresh()
    wasActive.current = isActive
  }, [isActive])
}

/**
 * A page that has become empty (its last rows were deleted, or the link is older than that) leads to the last one that
 * is not.
 */
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
