/** Stores the items of a questionnaire: as they are while nobody has answered, else as a new version where needed. */
import { nowSeconds } from 'tablewright/server'
import type { Transaction } from '#generated/questionnaire/server.ts'
import { isChoice, type Item } from '../../shared/item.ts'
import { columnsOf, readVersion, type Questionnaire, type StoredItem, type Version } from './questionnaire.ts'

export interface SavedItems {
  readonly version: number
  readonly isNew: boolean
}

/** The caller has locked the questionnaire. */
export async function saveItems(
  trx: Transaction,
  questionnaire: Pick<Questionnaire, 'id' | 'num' | 'version_no'>,
  items: readonly Item[],
): Promise<SavedItems> {
  const { id, version_no } = questionnaire
  const current = version_no === 0 ? null : await readVersion(trx, id, version_no ?? 0)
  await saveQuotas(trx, id, items)
  if (current && isSameStructure(current.items, items)) {
    for (const [index, item] of items.entries()) await rewrite(trx, current.items[index], item)
    return { version: current.no, isNew: false }
  }
  if (current && !(await isAnswered(trx, current))) {
    await trx.deleteFrom('questionnaire_item').where('questionnaire_version_id', '=', current.id).execute()
    await insertItems(trx, { questionnaire: id, version: current.id }, items)
    return { version: current.no, isNew: false }
  }
  const no = (version_no ?? 0) + 1
  await addVersion(trx, id, no, items)
  await trx.updateTable('questionnaire_questionnaire').set({ version_no: no }).where('id', '=', id).execute()
  return { version: no, isNew: true }
}

/** Adds a version with its items. @returns its id */
async function addVersion(
  trx: Transaction,
  questionnaire: number,
  no: number,
  items: readonly Item[],
): Promise<number> {
  const row = { questionnaire_id: questionnaire, no, name: `v${no}`, create_time: nowSeconds(), version: 1 }
  const { id } = await trx.insertInto('questionnaire_version').values(row).returning('id').executeTakeFirstOrThrow()
  await insertItems(trx, { questionnaire, version: id }, items)
  return id
}

async function insertItems(
  trx: Transaction,
  { questionnaire, version }: { readonly questionnaire: number; readonly version: number },
  items: readonly Item[],
): Promise<void> {
  if (items.length === 0) return
  const bankIds = await bankQuestions(trx, items)
  const rows = items.map((item, index) => {
    const columns = columnsOf(item)
    return {
      ...columns,
      question_id: columns.question_id !== null && bankIds.has(columns.question_id) ? columns.question_id : null,
      questionnaire_id: questionnaire,
      questionnaire_version_id: version,
      seq: index + 1,
      version: 1,
    }
  })
  await trx.insertInto('questionnaire_item').values(rows).execute()
}

/** Questions of the bank that exist; an item is a copy and does not need its question. */
async function bankQuestions(trx: Transaction, items: readonly Item[]): Promise<ReadonlySet<number>> {
  const ids = items.flatMap(({ questionId }) => questionId ?? [])
  if (ids.length === 0) return new Set()
  const rows = await trx.selectFrom('questionnaire_question').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Titles, explanations and labels are wording; all else is structure. */
function structureOf({ title: _title, explain: _explain, questionId: _question, ...item }: Item): string {
  const keysOf = (options: Item['options']) => options?.map(({ label: _label, quota: _quota, ...option }) => option)
  return JSON.stringify(sorted({ ...item, options: keysOf(item.options), rows: keysOf(item.rows) }))
}

const sorted = (value: object): object =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([name, entry]) => entry !== undefined && name !== 'id')
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  )

function isSameStructure(former: readonly StoredItem[], items: readonly Item[]): boolean {
  const texts = items.map(structureOf)
  return former.length === items.length && former.every((item, index) => structureOf(item) === texts[index])
}

async function rewrite(trx: Transaction, former: StoredItem | undefined, item: Item): Promise<void> {
  if (!former) return
  const { title, details } = columnsOf(item)
  await trx.updateTable('questionnaire_item').set({ title, details }).where('id', '=', former.id).execute()
}

async function isAnswered(trx: Transaction, { id }: Version): Promise<boolean> {
  const sheet = await trx
    .selectFrom('questionnaire_sheet')
    .select('id')
    .where('questionnaire_version_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return sheet !== undefined
}

/** Quotas of options, of which the numbers used stay; those that are gone do not limit any more. */
async function saveQuotas(trx: Transaction, questionnaire: number, items: readonly Item[]): Promise<void> {
  const limited = items
    .filter(isChoice)
    .flatMap((item) =>
      (item.options ?? []).flatMap(({ key, quota }) => (quota === undefined ? [] : [{ item: item.key, key, quota }])),
    )
  const quotaRows = await trx
    .selectFrom('questionnaire_answer_quota')
    .selectAll()
    .where('questionnaire_id', '=', questionnaire)
    .orderBy('id')
    .execute()
  for (const row of quotaRows) {
    const limit = limited.find(({ item, key }) => item === row.item_key && key === row.option_key)
    if (!limit) await trx.deleteFrom('questionnaire_answer_quota').where('id', '=', row.id).execute()
    else if (limit.quota !== row.quota)
      await trx.updateTable('questionnaire_answer_quota').set({ quota: limit.quota }).where('id', '=', row.id).execute()
  }
  for (const { item, key, quota } of limited) {
    if (quotaRows.some((row) => row.item_key === item && row.option_key === key)) continue
    const num = await countOption(trx, questionnaire, item, key)
    await trx
      .insertInto('questionnaire_answer_quota')
      .values({ questionnaire_id: questionnaire, item_key: item, option_key: key, quota, num, version: 1 })
      .execute()
  }
}

async function countOption(trx: Transaction, questionnaire: number, item: string, option: string): Promise<number> {
  const row = await trx
    .selectFrom('questionnaire_counter')
    .select(({ fn }) => fn.sum<number>('num').as('num'))
    .where('questionnaire_id', '=', questionnaire)
    .where('item_key', '=', item)
    .where('option_key', '=', option)
    .executeTakeFirst()
  return Number(row?.num ?? 0)
}
