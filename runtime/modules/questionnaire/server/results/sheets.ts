/** Single sheets: as their person saw them, and deleting them with a reason. */
import { lockRows, discardFiles, fileTicket, OperationError, ticketOwnerOf } from 'tablewright/server'
import type { Scope, Transaction } from '#generated/questionnaire/server.ts'
import { isUpload, type Answer, type Answers } from '../../shared/item.ts'
import { applyLogic, type VisibleItems } from '../../shared/visibility.ts'
import { t } from '../i18n.ts'
import { questionnaireById, readVersion } from '../questionnaires/questionnaire.ts'
import { countAnswers } from './counters.ts'
import { isAnonymous, leastAnonymous } from './statistics.ts'

type Query = Parameters<typeof questionnaireById>[0]

interface StoredSheet {
  readonly id: number
  readonly questionnaire_id: number
  readonly questionnaire_version_id: number
  readonly version_no: number | null
}

async function readAnswers(query: Query, sheet: number) {
  return query.selectFrom('questionnaire_answer').selectAll().where('sheet_id', '=', sheet).execute()
}

/** The answers as people sent them, of whose texts the labels are left out. */
function answersOf(rows: Awaited<ReturnType<typeof readAnswers>>, uploads: ReadonlySet<string>): Answers {
  return Object.fromEntries(
    rows.map(({ item_key, sid, checked }): readonly [string, Answer] => {
      const keys = sid === null ? [] : (JSON.parse(sid) as readonly string[])
      if (uploads.has(item_key)) return [item_key, { files: keys }]
      return [item_key, keys.length > 0 ? { keys } : { text: checked ?? '' }]
    }),
  )
}

/** One sheet with all items of its version. */
export async function readSheet(scope: Scope, id: number) {
  const { query } = scope.database
  const sheet = await query.selectFrom('questionnaire_sheet').selectAll().where('id', '=', id).executeTakeFirst()
  const questionnaire = sheet && (await questionnaireById(query, sheet.questionnaire_id))
  if (!sheet || !questionnaire) throw new OperationError('not_found', { sentence: t(scope.language, 'missing') })
  if (isAnonymous(questionnaire) && (questionnaire.num ?? 0) < leastAnonymous)
    throw new OperationError('bad_state', { sentence: t(scope.language, 'results.few', { count: leastAnonymous }) })
  const version = await readVersion(query, sheet.questionnaire_id, sheet.version_no ?? 0)
  const items = version?.items ?? []
  const rows = await readAnswers(query, id)
  const uploads = new Set(items.filter(isUpload).map(({ key }) => key))
  const visible = new Set(applyLogic(items, answersOf(rows, uploads)).items.map(({ key }) => key))
  const files = await query.selectFrom('questionnaire_file').selectAll().where('sheet_id', '=', id).execute()
  const owner = ticketOwnerOf(scope)
  const addressOf = async (url: string): Promise<string> => (owner ? ((await fileTicket(scope, url, owner)) ?? '') : '')
  return {
    version: sheet.version_no ?? 0,
    items: await Promise.all(
      items.map(async ({ key, title }) => ({
        key,
        title,
        isShown: visible.has(key),
        text: uploads.has(key) ? '' : (rows.find(({ item_key }) => item_key === key)?.checked ?? ''),
        files: await Promise.all(
          files
            .filter(({ item_key }) => item_key === key)
            .map(async ({ name, url }) => ({ name, address: await addressOf(url) })),
        ),
      })),
    ),
  }
}

/** Deletes sheets with their files, and counts them no more. @returns how many there were */
export async function discardSheets(scope: Scope, trx: Transaction, ids: readonly number[]): Promise<number> {
  const owned = await trx
    .selectFrom('questionnaire_sheet')
    .select('questionnaire_id')
    .where('id', 'in', [...ids])
    .execute()
  const owners = [...new Set(owned.map(({ questionnaire_id }) => questionnaire_id))].sort((left, right) => left - right)
  await lockRows(scope, trx, 'questionnaire/questionnaire', owners, 'write')
  const sheets = await trx
    .selectFrom('questionnaire_sheet')
    .select(['id', 'questionnaire_id', 'questionnaire_version_id', 'version_no'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
  const whole = await readStored(trx, sheets)
  // Each table after those it refers to, as everybody locks them.
  const own = sheets.map(({ id }) => id)
  await lockRows(scope, trx, 'questionnaire/sheet', own, 'exclusive')
  for (const { id } of sheets) await trx.deleteFrom('questionnaire_answer').where('sheet_id', '=', id).execute()
  await freeQuotas(trx, whole)
  for (const { sheet, visible } of whole) {
    const place = { questionnaire: sheet.questionnaire_id, version: sheet.questionnaire_version_id }
    await countAnswers(trx, place, visible.items, visible.answers, -1)
  }
  const files = await trx.selectFrom('questionnaire_file').select('id').where('sheet_id', 'in', own).execute()
  const fileIds = files.map(({ id }) => id)
  if (fileIds.length > 0) await lockRows(scope, trx, 'questionnaire/file', fileIds, 'exclusive')
  const urls: string[] = []
  for (const { id } of sheets) {
    const removed = await trx.deleteFrom('questionnaire_file').where('sheet_id', '=', id).returning('url').execute()
    urls.push(...removed.map(({ url }) => url))
    await trx.deleteFrom('questionnaire_sheet').where('id', '=', id).execute()
  }
  await discardFiles(scope, trx, urls)
  return sheets.length
}

interface WholeSheet {
  readonly sheet: StoredSheet
  readonly visible: VisibleItems
}

async function readStored(trx: Transaction, sheets: readonly StoredSheet[]): Promise<readonly WholeSheet[]> {
  const whole: WholeSheet[] = []
  for (const sheet of sheets) {
    const version = await readVersion(trx, sheet.questionnaire_id, sheet.version_no ?? 0)
    const items = version?.items ?? []
    const uploads = new Set(items.filter(isUpload).map(({ key }) => key))
    whole.push({ sheet, visible: applyLogic(items, answersOf(await readAnswers(trx, sheet.id), uploads)) })
  }
  return whole
}

/** One sheet less for each questionnaire, and for each option that has a quota. */
async function freeQuotas(trx: Transaction, whole: readonly WholeSheet[]): Promise<void> {
  const owners = [...new Set(whole.map(({ sheet }) => sheet.questionnaire_id))].sort((left, right) => left - right)
  for (const id of owners) {
    const count = whole.filter(({ sheet }) => sheet.questionnaire_id === id).length
    await trx
      .updateTable('questionnaire_questionnaire')
      .set(({ eb, ref }) => ({ num: eb(ref('num'), '-', count) }))
      .where('id', '=', id)
      .execute()
  }
  const quotas = await trx
    .selectFrom('questionnaire_answer_quota')
    .selectAll()
    .where('questionnaire_id', 'in', owners.length > 0 ? owners : [0])
    .orderBy('id')
    .execute()
  for (const { id, questionnaire_id, item_key, option_key } of quotas) {
    const own = whole.filter(({ sheet }) => sheet.questionnaire_id === questionnaire_id)
    const count = own.filter(({ visible }) => visible.answers[item_key]?.keys?.includes(option_key)).length
    if (count === 0) continue
    await trx
      .updateTable('questionnaire_answer_quota')
      .set(({ eb, ref }) => ({ num: eb(ref('num'), '-', count) }))
      .where('id', '=', id)
      .where('num', '>=', count)
      .execute()
  }
}
