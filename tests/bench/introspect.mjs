/** Time to read a database of many tables that refer to each other, and to write and check their schemas. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { median } from './list.mjs'
import { root } from './servers.mjs'

/** @returns milliseconds, median of the runs, the start of the command line included */
export function benchIntrospect(tables, runs) {
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-bench-'))
  for (const name of ['dialect', 'system'])
    cpSync(join(root, 'schemas', name), join(folder, 'schemas', name), { recursive: true })
  const file = join(folder, 'foreign.sqlite')
  const connection = new Sqlite(file)
  connection.exec('begin')
  const texts = Array.from({ length: 10 }, (_text, at) => `text_${at} varchar(40)`).join(', ')
  for (let at = 0; at < tables; at++) {
    const own = 'id integer primary key, name varchar(40) not null, price numeric(10, 2)'
    const parent = at === 0 ? '' : `, parent_id integer references entity_${at - 1} (id)`
    connection.exec(`create table entity_${at} (${own}${parent}, ${texts})`)
    connection.exec(`insert into entity_${at} (name, price) values ('one', 1.5), ('two', 2)`)
  }
  connection.exec('commit')
  connection.close()
  const words = ['introspect', '--root', folder, '--from', file, '--out', join(folder, 'schemas/foreign'), '--force']
  const times = Array.from({ length: runs }, () => {
    const start = performance.now()
    execFileSync(process.execPath, [join(root, 'cli/tablewright.mjs'), ...words], { stdio: 'ignore' })
    return performance.now() - start
  })
  rmSync(folder, { recursive: true, force: true })
  return median(times)
}
