/** The list of deleted records: who may see it, the way there and back, and what brings a record back. */
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { deletedView, keepsDeleted, type TableModel } from '../../../../protocol/index.ts'
import { ApiError, isCancelled, errorText } from '../../../core/api/api-error.ts'
import type { TableApi } from '../../../core/api/table.ts'
import { notify, notifySuccess } from '../../../core/notify.ts'
import type { ListAddress } from '../query/list-address.ts'
import type { ListState } from '../query/list-state.ts'
import type { Selection } from '../grid/selection.ts'
import { usePermissions } from '../permissions.ts'
import { currentLanguage, recordNouns } from '../../../core/i18n/language.ts'
import { t } from '../texts/index.ts'

export interface DeletedRecords {
  readonly isShown: boolean
  /** Between what is there and what was deleted. */
  readonly toggle: () => void
  /** Restores the records, a hundred at a time, and notifies of the result. */
  readonly restore: (ids: readonly number[]) => Promise<void>
}

/**
 * Records of a tree are listed flat, because their parents may exist still. The plain table when it keeps nothing.
 */
export function tableOfDeleted(table: TableModel): TableModel {
  return keepsDeleted(table) ? { ...deletedView(table), tree: null } : table
}

interface DeletedOptions {
  readonly table: TableModel
  readonly state: ListState
  readonly narrow: ListAddress['narrow']
  readonly api: TableApi
  readonly reload: () => Promise<void>
  readonly selection: Selection
  readonly announce: (text: string) => void
}

/** Null where the person may not bring records back. */
export function useDeletedRecords({
  table,
  state: { deleted: isShown, search },
  narrow,
  api,
  reload,
  selection: { clear, deselect },
  announce,
}: DeletedOptions): DeletedRecords | null {
  const rights = usePermissions(table)
  const wasShown = useRef(isShown)
  useEffect(() => {
    if (wasShown.current !== isShown) clear()
    wasShown.current = isShown
  }, [isShown, clear])
  // The time of the deletion is known on one side only.
  const toggle = useCallback(
    () =>
      narrow({
        deleted: !isShown,
        order: null,
        form: null,
        search: search.filter(({ field }) => field !== table.softDelete),
      }),
    [narrow, isShown, search, table],
  )
  const restore = useCallback(
    async (ids: readonly number[]) => {
      let left = ids
      try {
        for (; left.length > 0; left = left.slice(batchSize)) {
          await api.restore(left.slice(0, batchSize), { quiet: true })
          deselect(left.slice(0, batchSize))
        }
        const text = t('restored', { count: ids.length, ...recordNouns(table, currentLanguage()) })
        notifySuccess(text)
        announce(text)
      } catch (error) {
        if (!isCancelled(error)) notify({ tone: 'danger', text: whyNot(error) })
      } finally {
        await reload()
      }
    },
    [api, reload, deselect, announce, table],
  )
  return useMemo(
    () => (keepsDeleted(table) && rights.has('restore') ? { isShown, toggle, restore } : null),
    [table, rights, isShown, toggle, restore],
  )
}

/** Ids in one call, which brings back all of them or none. */
const batchSize = 100

/** The message of the server, with those of single fields where they add something. */
function whyNot(error: unknown): string {
  const refusal = error instanceof ApiError ? error.refusal : null
  return [errorText(error), ...(refusal?.reason === 'duplicate' ? Object.values(refusal.errors ?? {}) : [])].join(' ')
}
