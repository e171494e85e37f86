/** A tree must stay one: no record below itself, none deeper than the table allows. */
import { sql } from 'kysely'
import { requireTree, type StoredValue, type TableModel } from '../../protocol/index.ts'
import { retryTransaction, type Transaction } from '../db/index.ts'
import type { Problems } from './body.ts'

/** No honest tree is as deep; a longer path is a cycle. */
const maxDepth = 100

/** A record and the one it shall hang below. */
export interface TreePlace {
  /** The record that moves, null for a new one. */
  readonly id: number | null
  readonly parent: StoredValue
  /** The parent and all above it, as they were when they were locked. */
  readonly locked: readonly number[]
}

/**
 * Adds a problem when the record would hang below itself or too deep. The record and all above its new place are
 * locked: two moves at once, each valid alone, could create a cycle. The transaction runs again when somebody moved the
 * parent before it was locked.
 */
export async function checkTree(
  model: TableModel,
  trx: Transaction,
  { id, parent, locked }: TreePlace,
  problems: Problems,
): Promise<void> {
  const { parent: name, depth } = requireTree(model)
  if (problems.has(name)) return
  const above = await readAncestors(model, trx, parent)
  if (above.some((ancestor) => !locked.includes(ancestor))) retryTransaction()
  if (id !== null && above.includes(id)) problems.set(name, { rule: 'treeSelf' })
  else if (depth !== null && above.length + (id === null ? 1 : await height(model, trx, id)) > depth)
    problems.set(name, { rule: 'treeDepth', params: { limit: depth } })
}

/** The record and all above it, nearest first; none for NULL and outside of trees. */
export async function readAncestors(model: TableModel, trx: Transaction, id: StoredValue): Promise<readonly number[]> {
  if (id === null || !model.tree) return []
  const parent = sql.id('t', model.tree.parent)
  const { rows } = await sql<{ id: number }>`with recursive _above(id, _parent, _level) as (
    select t.id, ${parent}, 1 from ${sql.table(model.table)} as t where t.id = ${id}
    union all select t.id, ${parent}, _above._level + 1 from ${sql.table(model.table)} as t inner join _above
      on t.id = _above._parent where _above._level < ${sql.lit(maxDepth)}
  ) select id from _above order by _level`.execute(trx)
  return rows.map((row) => Number(row.id))
}

/** Levels of the record's own subtree, itself being one. */
async function height(model: TableModel, trx: Transaction, id: number): Promise<number> {
  const { table, softDelete } = model
  const { parent } = requireTree(model)
  const live = softDelete === null ? sql`` : sql` and ${sql.id('t', softDelete)} is null`
  const { rows } = await sql<{ levels: number }>`with recursive _below(id, _level) as (
    select t.id, 1 from ${sql.table(table)} as t where t.id = ${id}
    union all select t.id, _below._level + 1 from ${sql.table(table)} as t inner join _below
      on ${sql.id('t', parent)} = _below.id where _below._level < ${sql.lit(maxDepth)}${live}
  ) select max(_level) as levels from _below`.execute(trx)
  return Number(rows[0]?.levels ?? 1)
}
