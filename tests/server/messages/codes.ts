/** Where the code of a message can be read: in what waits, by the job; nowhere else. */
import { openContent, type Settings } from 'tablewright/server'
import type { TestDatabase } from '../../support/databases.ts'
import type { TestApp } from '../access/access-app.ts'

/** What a waiting message says, as the job that sends it reads it. */
export const sealedText = (settings: Pick<Settings, 'secrets'>, log: 'mail_log' | 'sms_log', row: object): string =>
  JSON.stringify(openContent(settings, log, (row as { sealed: string | null }).sealed))

/** Names of the tables with a row that contains the text. */
export async function tablesWith(database: TestDatabase, tables: readonly string[], text: string): Promise<string[]> {
  const found: string[] = []
  for (const table of tables)
    if (JSON.stringify(await database.query.selectFrom(table).selectAll().execute()).includes(text)) found.push(table)
  return found
}

/**
 * Ways to a log with answers that contain the text, or that tell whether a row contains it. The account may do
 * anything.
 * @param controller for example `mail.Log`
 * @param fields those that could contain it
 */
export async function waysTo(
  app: TestApp,
  account: number,
  { controller, id, fields, text }: { controller: string; id: number; fields: readonly string[]; text: string },
): Promise<string[]> {
  const filter = (field: string, operator: string, value: string): string => {
    const condition = { field, operator, val: encodeURIComponent(value) }
    const parts = Object.entries(condition).map(([name, one]) => `search[0][${name}]=${one}`)
    return `${controller}/index?${parts.join('&')}`
  }
  const reads = [
    `${controller}/index`,
    `${controller}/index?select=true`,
    `${controller}/view?id=${id}`,
    `${controller}/edit?id=${id}`,
    `${controller}/export`,
    `${controller}/history?id=${id}`,
    ...fields.map((field) => `${controller}/index?order=${field},asc`),
    'routine.Job/index',
    'auth.AdminLog/index',
    'security.DataRecycleLog/index',
    'security.SensitiveDataLog/index',
  ]
  const questions = [
    `${controller}/index?quickSearch=${text}`,
    ...fields.flatMap((field) => [filter(field, 'LIKE', `%${text}%`), filter(field, 'eq', text)]),
  ]
  const telling: string[] = []
  for (const path of reads) if ((await app.get(account, path)).text.includes(text)) telling.push(path)
  for (const path of questions) {
    const { code, data } = await app.get<{ list?: unknown[] }>(account, path)
    if (code === 1 && (data.list ?? []).length > 0) telling.push(path)
  }
  return telling
}
