/** A PostgreSQL database as earlier versions made it: decimals are integers, and the record says nothing of it. */
import type { Database } from '../../runtime/server/db/index.ts'
import { runText } from '../../runtime/server/db/run-text.ts'

/** Stores the decimals of all tables as integers again. */
export async function storeIntegers(database: Database): Promise<void> {
  const tables = await database.adapter.catalogue(database.query)
  await database.write(async (trx) => {
    for (const { name, columns, search } of tables) {
      const scaled = columns.flatMap(({ name: column, type }) => {
        const scale = Number(/^numeric\(18,(\d)\)$/.exec(type)?.[1] ?? 0)
        return scale === 0 ? [] : [{ column, unit: 10 ** scale }]
      })
      if (scaled.length === 0) continue
      for (const one of search) await runText(trx, `drop index "${one.name}"`)
      for (const { column, unit } of scaled) {
        const checks = await runText(
          trx,
          `select c.conname as name, substring(pg_get_constraintdef(c.oid) from '-?[0-9]+[.][0-9]+') as least
            from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
            where c.contype = 'c' and c.conrelid = '"${name}"'::regclass and a.attname = '${column}'`,
        )
        for (const check of checks)
          await runText(trx, `alter table "${name}" drop constraint "${String(check['name'])}"`)
        const [found] = await runText(
          trx,
          `select pg_get_expr(adbin, adrelid) as value from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid
            and a.attnum = d.adnum where d.adrelid = '"${name}"'::regclass and a.attname = '${column}'`,
        )
        const alter = `alter table "${name}" alter column "${column}"`
        await runText(trx, `${alter} drop default`)
        await runText(trx, `${alter} type bigint using "${column}" * ${unit}`)
        for (const check of checks) {
          const least = Number(check['least'] ?? 0) * unit
          const rule = `constraint "${String(check['name'])}" check ("${column}" >= ${least})`
          await runText(trx, `alter table "${name}" add ${rule}`)
        }
        if (found) await runText(trx, `${alter} set default (${String(found['value'])}) * ${unit}`)
      }
    }
    await runText(
      trx,
      `update tablewright_meta set value = replace(value, '"type":"numeric"', '"type":"integer"') where key = 'model'`,
    )
  })
  await database.refreshStorage()
}
