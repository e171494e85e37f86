import { kinds } from '../../../runtime/protocol/index.ts'
import { kindOf } from '../../normalize/field-kind.ts'
import { isObject, member, objectOf, type JsonObject } from '../../source/json.ts'
import { both, type Problem } from '../../source/problem.ts'
import { problemOf, type Rule } from '../rule.ts'
import type { EntityView } from '../view/view.ts'

const pointer = '/x-views/table/sort'

/** Without it every page sorts all records, and from 400,000 on the list is refused. */
export const defaultOrder: Rule = {
  code: 'TW1901',
  name: 'The default order of a list has an index',
  find: ({ entities }) => [...entities.values()].flatMap(checkOrder),
}

function checkOrder(entity: EntityView): readonly Problem[] {
  const { document, fields, meta } = entity
  const order = member(objectOf(member(member(document.value, 'x-views'), 'table')), 'sort')
  if (typeof order !== 'string') return []
  const name = order.replace(/^-/, '')
  if (name === 'id' || name === meta['sort'] || hasOrder(entity, name)) return []
  const field = fields.get(name)
  const isComputed =
    objectOf(member(field, 'x-computed'))['stored'] === false || member(field, 'x-lookup') !== undefined
  const index = JSON.stringify({ [name]: { on: [name, 'id'] } })
  return [
    problemOf('TW1901', document, pointer, 'value', {
      message: both(
        `没有索引包含按“${name}”的排序：每次打开列表都要对全部记录排序，记录很多时会被拒绝。`,
        `No index has the order of "${name}": each page of the list sorts all records; with many, it is refused.`,
      ),
      hint: isComputed
        ? both(
            '请改按其他字段排序：不存储的计算字段不能建索引。',
            'sort by another field; no index can hold a computed field that is not stored',
          )
        : both(`请在 "x-index" 中添加 ${index}。`, `add to "x-index": ${index}`),
    }),
  ]
}

/** Whether an index has the records in the order of the field; those with one value are few, or it has them by id. */
function hasOrder({ document, fields, meta }: EntityView, name: string): boolean {
  const indexes = Object.values(objectOf(member(document.value, 'x-index')))
  return indexes.some((index) => {
    const columns = columnsOf(index).filter((column, index) => index > 0 || column !== meta['softDelete'])
    return columns[0] === name && (columns[1] === 'id' || hasManyValues(fields.get(name)))
  })
}

const columnsOf = (index: unknown): readonly unknown[] => {
  const on = isObject(index) ? member(index, 'on') : null
  return Array.isArray(on) ? on : []
}

/** Of options, references and lists many records have the same value. */
function hasManyValues(field: JsonObject | undefined): boolean {
  if (field === undefined) return true
  const kind = kindOf(field)
  const isFew = ['enum', '$ref', 'x-options', 'x-relation'].some((keyword) => member(field, keyword) !== undefined)
  return !isFew && kind !== null && kinds[kind].column !== 'json'
}
