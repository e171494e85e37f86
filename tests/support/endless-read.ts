import { sql } from 'kysely'
import type { Database, Statement } from '../../runtime/server/db/index.ts'

/** A statement that ends only when it is ended. */
export function endlessRead({ adapter, query }: Database): Statement {
  const checkpoint = adapter.checkpoint(sql.ref('id')) ?? sql`true`
  return sql`with recursive n(id) as (select 1 union all select id + 1 from n)
    select count(*) as n from n where ${checkpoint}`.compile(query)
}
