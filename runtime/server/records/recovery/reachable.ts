/**
 * Whose entries of the two logs a caller may see. An entry shows values of a record, so it is shown to those who could
 * see them in its list.
 */
import { fieldOf, type TableModel } from '../../../protocol/index.ts'
import type { Reading, Row } from '../../db/index.ts'
import type { Scope } from '../../operation/scope.ts'
import { filterAccessible } from '../accessible.ts'
import { canList, rowRules, viewOf } from '../policy/policy.ts'

/** A table whose list shows the caller all rows. Of one that is limited to some, nobody could say whose is gone. */
const seesAll = (scope: Pick<Scope, 'actor' | 'registry'>, model: TableModel): boolean =>
  scope.actor === null ||
  scope.actor.super ||
  (canList(scope, model) && model.policy?.limit === undefined && rowRules(scope, model, 'index').length === 0)

/** True when the caller would see the field in the list of the table. */
export const seesField = (scope: Pick<Scope, 'actor' | 'registry'>, model: TableModel, field: string): boolean =>
  scope.actor === null ||
  scope.actor.super ||
  (seesAll(scope, model) && fieldOf(viewOf(scope, model, 'index'), field)?.private === false)

/** Entries among which those of a caller are looked for. Only super administrators go back further. */
const mostEntries = 5000

/** Ids of the newest entries that the caller may see; null = all of them. */
export async function visibleEntries(
  scope: Pick<Scope, 'actor' | 'registry'>,
  query: Reading,
  table: 'data_recycle_log' | 'sensitive_data_log',
): Promise<readonly number[] | null> {
  if (scope.actor === null || scope.actor.super) return null
  const seen = scope.registry.list.filter((model) => seesAll(scope, model))
  if (seen.length === 0) return []
  const rows: readonly Row[] = await query
    .selectFrom(table)
    .select(table === 'data_recycle_log' ? ['id', 'entity'] : ['id', 'entity', 'data_field'])
    .where(
      'entity',
      'in',
      seen.map(({ id }) => id),
    )
    .orderBy('id', 'desc')
    .limit(mostEntries)
    .execute()
  const byId = new Map(seen.map((model) => [model.id, model]))
  return rows
    .filter(({ entity, data_field: field }) => {
      const model = byId.get(String(entity))
      return model !== undefined && (field === undefined || seesField(scope, model, String(field)))
    })
    .map((row) => Number(row['id']))
}

/** An entry of one of the logs, unless the caller may not see it. */
export async function readReachable(
  scope: Scope,
  log: 'system/data_recycle_log' | 'system/sensitive_data_log',
  id: number,
): Promise<Row | undefined> {
  const model = scope.registry.require(log)
  const [found] = await filterAccessible(scope, model, [id])
  if (found === undefined) return undefined
  return scope.database.query.selectFrom(model.table).selectAll().where('id', '=', found).executeTakeFirst() as Promise<
    Row | undefined
  >
}
