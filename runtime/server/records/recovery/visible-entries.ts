/**
 * Whose entries of the two logs a caller may see. An entry shows values of a record, so it is shown to those who could
 * see them in its list.
 */
import { fieldOf, type TableModel } from '../../../protocol/index.ts'
import type { Row } from '../../db/index.ts'
import { hooksOf, type RowLimits, type Scope } from '../../operation/scope.ts'
import { filterAccessible } from '../accessible.ts'
import { canList, viewOf } from '../policy/policy.ts'
import { watchableFields } from './rule-targets.ts'

/**
 * A table whose list shows the caller all rows, with all fields. Of one that is limited to some, nobody could say whose
 * is gone, and what is taken back would have to obey a policy that compares it with what is there.
 */
const seesAll = (scope: Pick<Scope, 'actor' | 'registry' | 'hooks'>, model: TableModel): boolean =>
  scope.actor === null ||
  scope.actor.super ||
  (canList(scope, model) &&
    !model.policy &&
    // Guard T13: of tables whose records are withheld nobody else sees deleted ones.
    !hooksOf(scope, model).some((hooks) => hooks.restrictRows))

/** True when the caller would see the field in the list of the table. */
export const seesField = (
  scope: Pick<Scope, 'actor' | 'registry' | 'hooks'>,
  model: TableModel,
  field: string,
): boolean =>
  scope.actor === null ||
  scope.actor.super ||
  (seesAll(scope, model) && fieldOf(viewOf(scope, model, 'index'), field)?.private === false)

/**
 * Entries the caller may see, by their columns. Of the log of sensitive data they are those of
 * fields the caller sees.
 */
export function visibleEntries(
  scope: Pick<Scope, 'actor' | 'registry' | 'hooks'>,
  log: 'data_recycle_log' | 'sensitive_data_log',
): RowLimits {
  if (scope.actor === null || scope.actor.super) return {}
  const visibleModels = scope.registry.list.filter((model) => seesAll(scope, model))
  if (log === 'data_recycle_log') return { rows: [{ entity: visibleModels.map(({ id }) => id) }] }
  const rows = visibleModels.flatMap((model) => {
    const visibleFields = watchableFields(model).filter(({ name }) => seesField(scope, model, name))
    return visibleFields.length === 0 ? [] : [{ entity: [model.id], data_field: visibleFields.map(({ name }) => name) }]
  })
  return { rows }
}

/** An entry of one of the logs, unless the caller may not see it. */
export async function readReachable(
  scope: Scope,
  log: 'system/data_recycle_log' | 'system/sensitive_data_log',
  id: number,
): Promise<Row | undefined> {
  const model = scope.registry.require(log)
  const [visibleId] = await filterAccessible(scope, model, [id])
  if (visibleId === undefined) return undefined
  return scope.database.query
    .selectFrom(model.table)
    .selectAll()
    .where('id', '=', visibleId)
    .executeTakeFirst() as Promise<Row | undefined>
}
