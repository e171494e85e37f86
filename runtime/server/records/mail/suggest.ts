import { isEmpty, kinds, refersToOne, type FieldModel, type TableModel } from '../../../protocol/index.ts'
import type { WireRow } from '../../core/models/row-shape.ts'
import type { Mailer } from '../../operation/messages.ts'
import type { Scope } from '../../operation/scope.ts'
import { filterAccessible } from '../accessible.ts'
import { canList, viewOf } from '../policy/policy.ts'

/**
 * Addresses that the record has, or those of the records that a person chose for it (its supplier, its customer), as
 * far as the caller may see them.
 */
export async function suggestAddresses(
  scope: Scope,
  view: TableModel,
  row: WireRow,
  mailer: Mailer,
): Promise<readonly string[]> {
  const own = emailsOf(view).map(({ name }) => row[name])
  const others = await Promise.all(
    view.fields
      .filter((field) => refersToOne(field) && !field.private && !field.readOnly && !field.implicit)
      .map((field) => addressesOf(scope, field, Number(row[field.name]))),
  )
  const addresses = [...own, ...others.flat()].filter((address) => !isEmpty(address)).map(String)
  return [...new Set(addresses)].filter(mailer.isAddress)
}

const emailsOf = ({ fields }: TableModel): readonly FieldModel[] =>
  fields.filter((field) => kinds[field.kind].isMailAddress && !field.private)

async function addressesOf(scope: Scope, { relation }: FieldModel, id: number): Promise<readonly unknown[]> {
  const target = relation && scope.registry.byId(relation.to)
  if (
    !target ||
    !(id > 0) ||
    // Guard T20: addresses are suggested to those who may list their records.
    !canList(scope, target)
  )
    return []
  const names = emailsOf(viewOf(scope, target, 'index')).map(({ name }) => name)
  if (names.length === 0 || (await filterAccessible(scope, target, [id])).length === 0) return []
  const row = await scope.database.query.selectFrom(target.table).select(names).where('id', '=', id).executeTakeFirst()
  return names.map((name) => row?.[name])
}
