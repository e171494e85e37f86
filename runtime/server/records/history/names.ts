/** What records are called that the history of others refers to. */
import { fieldOf, isColumn, isTextual, kinds, type FieldModel } from '../../../protocol/index.ts'
import type { Scope } from '../../operation/scope.ts'
import { viewOf } from '../policy/policy.ts'
import { hasPresentHook, presentRows } from '../run-hooks.ts'

/** Titles of the records that the field refers to, by their ids: one read. */
export async function namesOf(
  scope: Scope,
  { relation }: FieldModel,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const target = relation && scope.registry.byId(relation.to)
  const shown = target && fieldOf(viewOf(scope, target, 'index'), relation.show)
  if (!target || !shown || shown.private || ids.length === 0) return new Map()
  const isPresented = hasPresentHook(scope, target)
  // What a record is shown as may depend on its other texts.
  const others = isPresented
    ? viewOf(scope, target, 'index').fields.filter(
        (field) => isColumn(field) && !field.private && !field.lookup && isTextual(field),
      )
    : []
  const rows = await scope.database.query
    .selectFrom(target.table)
    .select([...new Set(['id', relation.show, ...others.map(({ name }) => name)])])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  if (isPresented) await presentRows(scope, target, rows, 'edit')
  return new Map(
    rows.map((row) => [
      Number(row['id']),
      kinds[shown.kind].toText(
        kinds[shown.kind].toWire(row[relation.show] ?? null, shown),
        shown,
        scope.settings,
        scope.language,
      ),
    ]),
  )
}
