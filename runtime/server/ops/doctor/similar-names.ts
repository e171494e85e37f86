import { sql } from 'kysely'
import type { Text } from '../../../protocol/index.ts'
import type { NameColumn } from '../../operation/access/account-names.ts'
import { createSqlCheck, type Check } from './check.ts'

/** Accounts whose names differ in case only, from before such names were refused. @param entity `<module>/<name>` */
export function similarNamesCheck(entity: string, { table, column }: NameColumn, label: Text): Check {
  const [name, other] = [sql.ref(`one.${column}`), sql.ref(`other.${column}`)]
  return createSqlCheck({
    name: `${entity}/${column}.case`,
    repair: 'edit',
    label,
    rows: () => sql`select one.id, ${name} as _found, null as _expected from ${sql.table(table)} as one
      where exists (select 1 from ${sql.table(table)} as other
        where lower(${other}) = lower(${name}) and one.id <> other.id)`,
  })
}
