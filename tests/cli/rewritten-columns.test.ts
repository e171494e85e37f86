/** Which values a change of schemas keeps for its undo, and when it has none. */
import { expect, it } from 'vitest'
import { rewrittenColumns } from '../../cli/designing/rewritten-columns.ts'
import type { TableModel } from '../../runtime/protocol/index.ts'
import type { Plan, Step } from '../../runtime/server/db/index.ts'

// Only what the rule reads.
const modelOf = (id: string, relation?: string, version = 'version') =>
  ({
    id,
    table: id.replace('/', '_'),
    fields: [{ name: version }, { name: 'other_id', ...(relation !== undefined && { relation: { to: relation } }) }],
  }) as unknown as TableModel
const models = [
  modelOf('shop/brand'),
  modelOf('shop/note', undefined, 'edition'),
  modelOf('member/user'),
  modelOf('shop/cart', 'member/user'),
  modelOf('shop/line', 'shop/cart'),
  { ...modelOf('shop/book'), ledger: true } as unknown as TableModel,
]
const step = (kind: Step['kind'], table: string, more: Partial<Step> = {}): Step => ({
  kind,
  class: 'safe',
  table,
  column: 'size',
  blocking: true,
  sql: [],
  reason: { 'zh-cn': kind, en: kind },
  ...more,
})
const columnsOf = (...steps: readonly Step[]) => rewrittenColumns({ steps, notes: [], hash: '' } satisfies Plan, models)

it('keeps each column once whose values are converted or filled in', () => {
  expect(columnsOf(step('convert', 'shop_brand', { rows: 4 }), step('require-value', 'shop_brand'))).toEqual([
    { table: 'shop_brand', column: 'size' },
  ])
  expect(columnsOf(step('add-column', 'shop_brand'), step('backfill', 'shop_brand'))).toEqual([])
  expect(columnsOf(step('recompute', 'shop_brand'))).toEqual([])
  expect(columnsOf(step('recompute', 'shop_brand', { class: 'guarded' }))).toHaveLength(1)
})

it('keeps nothing of ledgers, whose figures stay as they are and whose rows take no update', () => {
  expect(columnsOf(step('convert', 'shop_book'))).toEqual([])
})

it.each([
  ['rows go', [step('remove-deleted', 'shop_brand', { class: 'destructive' })]],
  ['the column has another name meanwhile', [step('rename-column', 'shop_brand'), step('convert', 'shop_brand')]],
  ['the table has', [step('rename-table', 'shop_brand'), step('convert', 'shop_brand')]],
  ['rules compute from what is lost', [step('convert', 'shop_brand', { rows: 1 }), step('recompute', 'shop_brand')]],
  ['nobody knows who edited a record since', [step('convert', 'shop_note')]],
  ['the records are of members', [step('convert', 'member_user')]],
  ['the records lead to members', [step('convert', 'shop_line')]],
] as const)('has nothing to restore where %s', (_why, steps) => {
  expect(columnsOf(...steps)).toBeNull()
})
