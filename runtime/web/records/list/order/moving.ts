/** Moving a record to another place of the order by hand. */
import type { SortModel } from '../../../../protocol/index.ts'
import type { Row } from '../../../core/api/table.ts'
import { recordName } from '../../../fields/record-names.ts'
import type { ListActions, ListData } from '../context/contexts.ts'
import { siblingsOf } from '../tree.ts'
import { notify } from '../../../core/notify.ts'
import { t } from '../texts/index.ts'

/** The position of a record (from 1) and the number of records, in the list or among the children of its parent. */
export interface Place {
  readonly at: number
  readonly of: number
}

export function placeOf({ model, loaded, state, limit }: ListData, row: Row): Place {
  const siblings = siblingsOf(loaded.rows, row.id) ?? loaded.rows
  const index = siblings.findIndex((sibling) => sibling.id === row.id)
  if (model.tree || loaded.total === null) return { at: index + 1, of: siblings.length }
  return { at: (state.page - 1) * limit + index + 1, of: loaded.total }
}

/** What moving a record needs of its list. */
type MovingList = ListData & Pick<ListActions, 'reload' | 'announce'>

/**
 * Moves a record to a place (from 1); loads the list again and says where it is now. Nothing happens when it is there
 * already, and a place before the first or behind the last record is refused.
 * Rejects when the server refuses; the person has been notified then.
 */
export async function moveTo(list: MovingList, row: Row, position: number): Promise<void> {
  const place = placeOf(list, row)
  if (position < 1 || position > place.of)
    return notify({
      tone: 'warning',
      text: t('moveBeyond', { name: recordName(list.model, row), position: place.at, count: place.of }),
    })
  const target = await rowAt(list, row, position)
  if (!target || position === place.at) return
  await moveOnto(list, row, target, position < place.at ? 'up' : 'down', position)
}

/** Moves a record to the place of another one. */
export async function moveOnto(
  list: MovingList,
  row: Row,
  target: Row,
  direction: 'up' | 'down',
  place: number,
): Promise<void> {
  const { model, state, api, reload, announce } = list
  const order: SortModel = state.order ?? model.list.sort
  try {
    await api.sortable({ move: row.id, target: target.id, order: `${order.field},${order.direction}`, direction })
    announce(t('moved', { name: recordName(model, row), position: place }))
  } finally {
    await reload()
  }
}

/** The record at a place: of this page if it is there, else asked for. */
async function rowAt(
  { model, api, loaded, query, state, limit }: ListData,
  row: Row,
  position: number,
): Promise<Row | undefined> {
  if (model.tree || loaded.total === null) return siblingsOf(loaded.rows, row.id)?.[position - 1]
  const here = position - 1 - (state.page - 1) * limit
  if (here >= 0 && here < loaded.rows.length) return loaded.rows[here]
  return (await api.index({ ...query, page: position, limit: 1 })).list[0]
}
