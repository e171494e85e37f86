/** The options that name the database, the same for every command that talks to it. */
import type { Command } from 'commander'
import type { Program } from '../program.ts'

export function addDatabaseOptions(program: Program, command: Command): void {
  command.option(
    '--data <folder>',
    program.t({
      'zh-cn': '数据目录（TABLEWRIGHT_DATA，默认 ./data）',
      en: 'data folder (TABLEWRIGHT_DATA, default ./data)',
    }),
  )
  command.option(
    '--database <url>',
    program.t({
      'zh-cn': '数据库地址（DATABASE_URL，默认为数据目录中的 SQLite）',
      en: 'database (DATABASE_URL, default SQLite in the data folder)',
    }),
  )
}
