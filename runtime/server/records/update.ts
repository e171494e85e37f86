/** The operation behind `edit` by POST. Bodies may be partial: a switch sends its field and the id, nothing else. */
import { sql } from 'kysely'
import { isEmpty, type TableModel } from '../../protocol/index.ts'
import type { Row, Write } from '../db/index.ts'
import { Refusal } from '../refusal.ts'
import { afterWrite, beforeUpdate, beginWrite, newChange, prepareChange, refuseOutOfReach, type Change } from './behavior.ts'
import { readChanges, type Problems, type Values } from './body.ts'
import { hiddenTargets, judgeHidden, type Hidden } from './hidden-targets.ts'
import { viewOf } from './policy.ts'
import { refuseClashes, refuseProblems } from './problems.ts'
import { readRow } from './read.ts'
import { idOf } from './read-id.ts'
import { checkRelations } from './relations.ts'
import { checkSchema } from './schema-check.ts'
import { nowSeconds, type Scope, type Validate } from './scope.ts'
import { checkTree } from './tree-check.ts'

/** Told inside the transaction that somebody else was first; the current row is read after it. */
class Stale extends Error {}

/**
 * Changes a record. Throws a Refusal: `not_found`; `conflict` with the current row when the body carries a version that
 * is no longer the record's; `invalid` or `duplicate` with the errors by field. Nothing to change is a success.
 */
export async function update(scope: Scope, model: TableModel, body: Readonly<Record<string, unknown>>): Promise<{ readonly id: number }> {
  const id = idOf(body['id'])
  if (id === null) throw new Refusal('not_found')
  await refuseOutOfReach(scope, model, [id])
  const change = await prepareChange(scope, model, newChange(id, body))
  const { values, problems } = readChanges(viewOf(scope, model, 'edit'), change.body, scope.settings)
  const hidden = await hiddenTargets(scope, model, values)
  const validate = await scope.validators(model.id)
  try {
    await refuseClashes(scope, model, values, () => scope.database.write((trx) =>
      save(scope, trx, model, { id, version: body['version'], change: { ...change, given: new Map(values), stored: new Map(change.stored) }, problems, hidden, validate })))
  } catch (error) {
    if (!(error instanceof Stale)) throw error
    const row = await readRow(scope, model, id)
    throw row ? new Refusal('conflict', { row }) : new Refusal('not_found')
  }
  return { id }
}

interface Save {
  readonly id: number
  readonly version: unknown
  readonly change: Change
  readonly problems: Problems
  readonly hidden: Hidden
  readonly validate: Validate | null
}

async function save(scope: Scope, trx: Write, model: TableModel, saved: Save): Promise<void> {
  const { id, version, change, validate } = saved
  await beginWrite(scope, model, trx, change)
  const current = await readLive(trx, model, id)
  if (!isEmpty(version) && String(version) !== String(current['version'])) throw new Stale()
  const record: Values = new Map([...Object.entries(current), ...change.given])
  const changed = new Set([...change.given.keys()].filter((name) => record.get(name) !== (current[name] ?? null)))
  const problems = new Map(saved.problems)
  judgeHidden(model, saved.hidden, current, problems)
  checkSchema(model, validate, record, new Set(change.given.keys()), problems)
  await checkRelations(scope, trx, model, record, changed, problems)
  if (model.tree && changed.has(model.tree.parent)) await checkTree(trx, model, id, record.get(model.tree.parent) ?? null, problems)
  refuseProblems(scope, problems)
  await beforeUpdate(scope, model, trx, change, current)
  await finish(scope, trx, model, saved, current)
}

/** What the behaviours added counts like what was given. */
async function finish(scope: Scope, trx: Write, model: TableModel, saved: Save, current: Row): Promise<void> {
  const values = new Map([...saved.change.given, ...saved.change.stored])
  const changes = [...values].filter(([name, value]) => value !== (current[name] ?? null))
  if (changes.length === 0) return
  await writeChanges(trx, model, saved, Object.fromEntries(changes))
  await afterWrite(scope, model, trx, { action: 'edit', ids: [saved.id], changed: new Set(changes.map(([name]) => name)) })
}

async function readLive(trx: Write, model: TableModel, id: number): Promise<Row> {
  const query = trx.selectFrom(model.table).selectAll().where('id', '=', id)
  const row = await (model.softDelete === null ? query : query.where(model.softDelete, 'is', null)).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** With a version in hand, a save that came between reading and writing is noticed; without one the last save wins. */
async function writeChanges(trx: Write, model: TableModel, { id, version }: Save, changes: Row): Promise<void> {
  const times = model.updated ? { [model.updated]: nowSeconds() } : {}
  const query = trx.updateTable(model.table).set({ ...changes, ...times }).set({ version: sql<number>`version + 1` }).where('id', '=', id)
  const { numUpdatedRows } = await (isEmpty(version) ? query : query.where('version', '=', Number(version))).executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Stale()
}
