/**
 * Choices that people have made about tables and fields follow these to new names: rules for sensitive data and for
 * deleted records, which would watch nothing any more, the logs of both, and pages that notices open.
 */
import { formerNames, usualPage, type TableModel } from '../../../protocol/index.ts'
import type { SystemDatabase, SystemTransaction } from '../access/system-tables.ts'

export type NamedModel = Pick<TableModel, 'id' | 'table' | 'page' | 'controller' | 'renamedFrom' | 'fields'>

/** Records of one transaction. */
const batchSize = 500

/** Called after the tables and columns were renamed, before anybody uses them. It goes on where it was interrupted. */
export async function renameWatched(database: SystemDatabase, models: readonly NamedModel[]): Promise<void> {
  for (const model of models) {
    for (const from of formerNames(model.renamedFrom)) await renameTable(database, from, model)
    const fields = model.fields.flatMap(({ name, renamedFrom }) =>
      formerNames(renamedFrom).map((from) => ({ from, to: name })),
    )
    if (fields.length > 0) await renameFields(database, model.id, fields)
    const pages = formerNames(model.renamedFrom).map(usualPage)
    if (pages.length > 0 || fields.length > 0) await renameNotices(database, [...pages, model.page], model.page, fields)
  }
}

async function renameTable(database: SystemDatabase, from: string, model: NamedModel): Promise<void> {
  const { id: entity, table: data_table } = model
  const path = model.controller.replaceAll('.', '/')
  await database.write(async (trx) => {
    for (const rules of ['data_recycle', 'sensitive_data'] as const) {
      const ownRule = await trx.selectFrom(rules).select('id').where('entity', '=', entity).executeTakeFirst()
      if (ownRule) continue
      // One rule at most: the entity is unique among them.
      const rule = await trx.selectFrom(rules).select('id').where('entity', '=', from).executeTakeFirst()
      if (rule)
        await trx
          .updateTable(rules)
          .set({ entity, data_table, controller: `${path}.php`, controller_as: path.toLowerCase() })
          .where('id', '=', rule.id)
          .execute()
    }
  })
  for (const log of ['data_recycle_log', 'sensitive_data_log'] as const)
    await inBatches(database, async (trx) => {
      const rows = await trx
        .selectFrom(log)
        .select('id')
        .where('entity', '=', from)
        .orderBy('id')
        .limit(batchSize)
        .execute()
      const ids = rows.map(({ id }) => id)
      if (ids.length > 0) await trx.updateTable(log).set({ entity, data_table }).where('id', 'in', ids).execute()
      return ids.length
    })
}

interface FieldName {
  readonly from: string
  readonly to: string
}

async function renameFields(database: SystemDatabase, entity: string, fields: readonly FieldName[]): Promise<void> {
  await database.write(async (trx) => {
    const rules = await trx
      .selectFrom('sensitive_data')
      .select(['id', 'data_fields'])
      .where('entity', '=', entity)
      .execute()
    for (const { id, data_fields: titlesText } of rules) {
      const titles = JSON.parse(titlesText) as Readonly<Record<string, string>>
      const newName = (name: string): string => {
        const to = fields.find(({ from }) => from === name)?.to
        return to === undefined || Object.hasOwn(titles, to) ? name : to
      }
      const renamed = JSON.stringify(
        Object.fromEntries(Object.entries(titles).map(([name, title]) => [newName(name), title])),
      )
      if (renamed !== titlesText)
        await trx.updateTable('sensitive_data').set({ data_fields: renamed }).where('id', '=', id).execute()
    }
  })
  for (const { from, to } of fields)
    await inBatches(database, async (trx) => {
      const log = 'sensitive_data_log'
      const rows = await trx
        .selectFrom(log)
        .select('id')
        .where('entity', '=', entity)
        .where('data_field', '=', from)
        .orderBy('id')
        .limit(batchSize)
        .execute()
      const ids = rows.map(({ id }) => id)
      if (ids.length > 0) await trx.updateTable(log).set({ data_field: to }).where('id', 'in', ids).execute()
      return ids.length
    })
}

/** @param pages that notices may open; the list there is filtered in the address */
async function renameNotices(
  database: SystemDatabase,
  pages: readonly string[],
  page: string,
  fields: readonly FieldName[],
): Promise<void> {
  await database.write(async (trx) => {
    for (const former of pages) {
      const start = `/admin/${former}`
      const notices = await trx
        .selectFrom('notice')
        .select(['id', 'path'])
        .where((notice) => notice.or([notice('path', '=', start), notice('path', 'like', `${start}?%`)]))
        .execute()
      for (const { id, path } of notices) {
        const query = String(path).slice(start.length)
        const renamed = fields.reduce(
          (text, { from, to }) => text.replaceAll(new RegExp(`(\\[field\\]=)${from}(?=&|$)`, 'g'), `$1${to}`),
          query,
        )
        if (`/admin/${page}${renamed}` !== path)
          await trx
            .updateTable('notice')
            .set({ path: `/admin/${page}${renamed}` })
            .where('id', '=', id)
            .execute()
      }
    }
  })
}

async function inBatches(database: SystemDatabase, rename: (trx: SystemTransaction) => Promise<number>): Promise<void> {
  for (let count = batchSize; count === batchSize;) count = await database.write(rename)
}
