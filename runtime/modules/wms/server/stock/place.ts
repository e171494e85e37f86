/** Shelves with the area and the warehouse they stand in. */
import { runCached, type Reading, type Scope } from 'tablewright/server'
import { t } from '../i18n.ts'

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

const columns = [
  's.id',
  's.warehouse_id',
  's.warehouse_area_id',
  's.name as shelf',
  'a.name as area',
  'w.name as warehouse',
  's.status as shelf_status',
  'a.status as area_status',
  'w.status as warehouse_status',
] as const

export async function readPlaces(trx: Reading, shelves: readonly number[]): Promise<Places> {
  if (shelves.length === 0) return new Map()
  const asked = [...new Set(shelves)]
  const build = () =>
    trx
      .selectFrom('wms_warehouse_shelf as s')
      .innerJoin('wms_warehouse as w', 'w.id', 's.warehouse_id')
      .innerJoin('wms_warehouse_area as a', 'a.id', 's.warehouse_area_id')
      .select([...columns])
      .where('s.id', 'in', asked)
  const { rows } = await runCached(trx, columns, `${asked.length}`, build, asked)
  return new Map(
    rows.map((row): [number, Place] => {
      const names = ['warehouse', 'area', 'shelf'] as const
      const closed = names.find((name) => row[`${name}_status`] === 0)
      return [
        Number(row['id']),
        {
          shelfId: Number(row['id']),
          warehouseId: Number(row['warehouse_id']),
          areaId: Number(row['warehouse_area_id']),
          label: names.map((name) => String(row[name])).join('/'),
          closed: closed ? String(row[closed]) : null,
        },
      ]
    }),
  )
}

/** What to say when goods may not come onto the shelf; null when they may. */
export function closedSentence({ language }: Pick<Scope, 'language'>, place: Place | undefined): string | null {
  if (!place) return t(language, 'shelf.needed')
  return place.closed === null ? null : t(language, 'shelf.closed', { place: place.closed })
}
