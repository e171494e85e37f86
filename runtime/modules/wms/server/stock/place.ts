/** Shelves with their area and warehouse. */
import { warehouseShelfOptions } from '#generated/wms/options.ts'
import { retryTransaction } from 'tablewright/server'
import { t } from '../i18n.ts'
import type { Reading, Scope } from '#generated/wms/server.ts'

export interface Place {
  readonly shelfId: number
  readonly warehouseId: number
  readonly areaId: number
  /** `warehouse/area/shelf` */
  readonly label: string
  /** Name of what is disabled, from the top; null = goods may come in. */
  readonly closed: string | null
}

/** By id of the shelf. */
export type Places = ReadonlyMap<number, Place>

export const readPlaces = (trx: Reading, shelves: readonly number[]): Promise<Places> => placesOf(trx, shelves, null)

/**
 * The same for goods that are about to be posted there. Locks the warehouses, areas and shelves FOR KEY SHARE: none of
 * them is closed, moved or deleted before the transaction ends.
 */
export async function lockPlaces(
  { database: { adapter } }: Pick<Scope, 'database'>,
  trx: Reading,
  shelves: readonly number[],
): Promise<Places> {
  const locked = await placesOf(trx, shelves, adapter.rowLock('reference', ['w', 'a', 's']))
  // A shelf that moved to another area while the statement waited for it is not among its rows.
  if (shelves.some((id) => !locked.has(id)) && (await readPlaces(trx, shelves)).size > locked.size) retryTransaction()
  return locked
}

async function placesOf(
  trx: Reading,
  shelves: readonly number[],
  lock: ReturnType<Scope['database']['adapter']['rowLock']>,
): Promise<Places> {
  if (shelves.length === 0) return new Map()
  const select = trx
    .selectFrom('wms_warehouse_shelf as s')
    .innerJoin('wms_warehouse as w', 'w.id', 's.warehouse_id')
    .innerJoin('wms_warehouse_area as a', 'a.id', 's.warehouse_area_id')
    .select([
      's.id',
      's.warehouse_id',
      's.warehouse_area_id',
      's.name as shelf',
      'a.name as area',
      'w.name as warehouse',
      's.status as shelf_status',
      'a.status as area_status',
      'w.status as warehouse_status',
    ])
    .where('s.id', 'in', [...new Set(shelves)])
    .orderBy('w.id')
    .orderBy('a.id')
    .orderBy('s.id')
  const rows = await (lock ? select.modifyEnd(lock) : select).execute()
  return new Map(
    rows.map((row): [number, Place] => {
      const parts = [
        { name: row.warehouse, status: row.warehouse_status },
        { name: row.area, status: row.area_status },
        { name: row.shelf, status: row.shelf_status },
      ]
      const closed = parts.find(({ status }) => status === warehouseShelfOptions.status.disabled)
      return [
        row.id,
        {
          shelfId: row.id,
          warehouseId: row.warehouse_id,
          areaId: row.warehouse_area_id,
          label: parts.map(({ name }) => name).join('/'),
          closed: closed?.name ?? null,
        },
      ]
    }),
  )
}

/** The refusal when goods may not come onto the shelf; null when they may. */
export function closedSentence({ language }: Pick<Scope, 'language'>, place: Place | undefined): string | null {
  if (!place) return t(language, 'shelf.needed')
  return place.closed === null ? null : t(language, 'shelf.closed', { place: place.closed })
}
