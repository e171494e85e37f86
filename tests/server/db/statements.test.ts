/** The rows of SQLite's prepared statements when tables change between two uses of them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { Statements } from '../../../runtime/server/db/sqlite/statements.ts'

it('names the columns of an attached file as another application has left them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-'))
  const attached = join(folder, 'other.sqlite')
  const application = new Sqlite(attached)
  const connection = new Sqlite(join(folder, 'own.sqlite'))
  try {
    application.exec("create table place (id integer primary key, name text); insert into place values (1, 'a')")
    connection.prepare('attach ? as other').run(attached)
    const statements = new Statements(connection)
    const rows = () =>
      connection.transaction(() => statements.rows(statements.of('select * from other.place'), [])).immediate()
    expect(rows()).toEqual([{ id: 1, name: 'a' }])
    application.exec('alter table place rename column name to title')
    expect(rows()).toEqual([{ id: 1, title: 'a' }])
    application.exec('alter table place add column size integer')
    expect(rows()).toEqual([{ id: 1, title: 'a', size: null }])
  } finally {
    connection.close()
    application.close()
    rmSync(folder, { recursive: true })
  }
})
