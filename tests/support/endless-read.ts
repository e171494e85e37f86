import { sql } from 'kysely'
import type { Database, Statement } from '../../runtime/server/db/index.ts'

/** A statement that ends only when it is ended. @param step between the ids of its rows */
export function endlessRead({ adapter, query }: Database, step = 1): Statement {
  const checkpoint = adapter.checkpoint(sql.ref('id')) ?? sql`true`
  return sql`with recursive n(id) as (select 1 union all select id + ${sql.lit(step)} from n)
    select count(*) as n from n where ${checkpoint}`.compile(query)
}
