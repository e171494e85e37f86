/** Copies a questionnaire: closed, with a link of its own, and with every setting. */
import { nowSeconds } from 'tablewright/server'
import { questionnaireOptions } from '#generated/questionnaire/options.ts'
import type { Scope, Transaction } from '#generated/questionnaire/server.ts'
import { t } from '../i18n.ts'
import { newLink } from './link.ts'
import { readVersion, type Questionnaire } from './questionnaire.ts'
import { saveItems } from './save-items.ts'

/** Columns that the copy has for itself; a test decides about every new one. */
export const ownColumns = [
  'id',
  'title',
  'link',
  'status',
  'begin_time',
  'end_time',
  'num',
  'announced_num',
  'version_no',
  'admin_id',
  'create_time',
  'update_time',
  'delete_time',
  'version',
] as const satisfies readonly (keyof Questionnaire)[]

const maxTitle = 128

/** @returns the id of the copy */
export async function duplicateQuestionnaire(scope: Scope, trx: Transaction, original: Questionnaire): Promise<number> {
  const settings = Object.fromEntries(
    Object.entries(original).filter(([name]) => !ownColumns.some((own) => own === name)),
  ) as Omit<Questionnaire, (typeof ownColumns)[number]>
  const title = [...t(scope.language, 'copy', { title: original.title })].slice(0, maxTitle).join('')
  const now = nowSeconds()
  const row = {
    ...settings,
    title,
    link: newLink(),
    status: questionnaireOptions.status.off,
    num: 0,
    announced_num: 0,
    version_no: 0,
    admin_id: scope.actor?.id ?? null,
    create_time: now,
    update_time: now,
    version: 1,
  }
  const { id } = await trx
    .insertInto('questionnaire_questionnaire')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  const version = await readVersion(trx, original.id, original.version_no ?? 0)
  const items = (version?.items ?? []).map(({ id: _id, ...item }) => item)
  if (items.length > 0) await saveItems(trx, { id, num: 0, version_no: 0 }, items)
  return id
}
