/** A tree must stay one: no record below itself, none deeper than the table allows. */
import { sql } from 'kysely'
import { requireTree, type StoredValue, type TableModel } from '../../../protocol/index.ts'
import type { Transaction } from '../../db/index.ts'
import type { Problems } from '../body.ts'

/** No honest tree is as deep; a longer way is a circle. */
const maxDepth = 100

/**
 * Adds a problem when the record would hang below itself or too deep.
 * @param id the record that moves, null for a new one
 * @param parent the record it shall hang below, null = a root
 */
export async function checkTree(
  trx: Transaction,
  model: TableModel,
  id: number | null,
  parent: StoredValue,
  problems: Problems,
): Promise<void> {
  const { parent: name, depth } = requireTree(model)
  if (parent === null || problems.has(name)) return
  if (id !== null) await lockNode(trx, model, [id, ...(await ancestors(trx, model, Number(parent)))])
  const above = await ancestors(trx, model, Number(parent))
  if (id !== null && above.includes(id)) problems.set(name, { rule: 'treeSelf' })
  else if (depth !== null && above.length + (id === null ? 1 : await height(trx, model, id)) > depth)
    problems.set(name, { rule: 'treeDepth', params: { limit: depth } })
}

/**
 * Prevents concurrent moves of these records: two moves at once, each valid alone, could create a cycle. Writing a row
 * unchanged locks it on every engine; a waiting transaction then checks again.
 */
async function lockNode(trx: Transaction, model: TableModel, ids: readonly number[]): Promise<void> {
  const { parent } = requireTree(model)
  await trx
    .updateTable(model.table)
    .set({ [parent]: sql.ref(parent) })
    .where('id', 'in', [...ids])
    .execute()
}

/** The record and all above it, nearest first. */
async function ancestors(trx: Transaction, model: TableModel, id: number): Promise<readonly number[]> {
  const parent = sql.id('t', requireTree(model).parent)
  const { rows } = await sql<{ id: number }>`with recursive above(id, parent, level) as (
    select t.id, ${parent}, 1 from ${sql.table(model.table)} as t where t.id = ${id}
    union all select t.id, ${parent}, above.level + 1 from ${sql.table(model.table)} as t inner join above
      on t.id = above.parent where above.level < ${sql.lit(maxDepth)}
  ) select id from above order by level`.execute(trx)
  return rows.map((row) => row.id)
}

/** Levels of the record's own subtree, itself being one. */
async function height(trx: Transaction, model: TableModel, id: number): Promise<number> {
  const { table, softDelete } = model
  const { parent } = requireTree(model)
  const live = softDelete === null ? sql`` : sql` and ${sql.id('t', softDelete)} is null`
  const { rows } = await sql<{ levels: number }>`with recursive below(id, level) as (
    select t.id, 1 from ${sql.table(table)} as t where t.id = ${id}
    union all select t.id, below.level + 1 from ${sql.table(table)} as t inner join below
      on ${sql.id('t', parent)} = below.id where below.level < ${sql.lit(maxDepth)}${live}
  ) select max(level) as levels from below`.execute(trx)
  return Number(rows[0]?.levels ?? 1)
}
