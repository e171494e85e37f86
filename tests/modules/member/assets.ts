/** The invariants of balance and score, checked on all rows. */
import type { Database } from '../../../runtime/server/db/index.ts'

/**
 * What contradicts M1 (after = before + change), M2 (before = after of the row before), M3 (the member has the last
 * value and the sum), M4 (never below zero), M5 (a reason) or M7 (one row for each source and number).
 */
export async function assetProblems({ query }: Database): Promise<readonly string[]> {
  const problems: string[] = []
  const users = await query.selectFrom('user').select(['id', 'money', 'score']).execute()
  for (const asset of ['money', 'score'] as const) {
    const rows = await query.selectFrom(`user_${asset}_log`).selectAll().orderBy('id').execute()
    const sources = new Set(rows.map((row) => `${String(row['source'])} ${String(row['sn'])}`))
    if (sources.size < rows.length) problems.push(`${asset} M7`)
    for (const user of users) {
      let value = 0
      for (const row of rows.filter((one) => one['user_id'] === user['id'])) {
        const [before, after, change] = [row['before'], row['after'], row[asset]].map(Number) as [
          number,
          number,
          number,
        ]
        const place = `${asset} of ${String(user['id'])}, row ${String(row['id'])}`
        if (after !== before + change) problems.push(`${place}: M1`)
        if (before !== value) problems.push(`${place}: M2`)
        if (after < 0) problems.push(`${place}: M4`)
        if (!row['memo']) problems.push(`${place}: M5`)
        value = after
      }
      if (Number(user[asset]) !== value) problems.push(`${asset} of ${String(user['id'])}: M3`)
    }
  }
  return problems
}
