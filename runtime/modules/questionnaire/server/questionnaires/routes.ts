/** Routes of the designer and of the list of questionnaires. */
import { lockRows, OperationError } from 'tablewright/server'
import type { Scope, Transaction } from '#generated/questionnaire/server.ts'
import { questionnaireOptions } from '#generated/questionnaire/options.ts'
import { design, duplicate, saveDesign } from '../../shared/routes.ts'
import { readItems } from '../../shared/read-items.ts'
import type { Item } from '../../shared/item.ts'
import { defineQuestionnaireRoute } from '../fill/routes.ts'
import { t } from '../i18n.ts'
import { bankRoute } from './bank.ts'
import { duplicateQuestionnaire } from './duplicate.ts'
import { questionnaireById, readVersion, type Questionnaire } from './questionnaire.ts'
import { saveItems } from './save-items.ts'

type Query = Parameters<typeof questionnaireById>[0]

/** @throws an OperationError `not_found` */
export async function requireById({ language }: Scope, query: Query, id: number): Promise<Questionnaire> {
  const questionnaire = await questionnaireById(query, id)
  if (!questionnaire) throw new OperationError('not_found', { sentence: t(language, 'missing') })
  return questionnaire
}

const designRoute = defineQuestionnaireRoute(design, {
  login: 'admin',
  right: 'questionnaire/questionnaire/design',
  label: { 'zh-cn': '设计问卷', en: 'Design' },
  maxPerMinute: null,
  handler: async ({ scope, input }) => {
    const { query } = scope.database
    const questionnaire = await requireById(scope, query, input.id)
    const version = await readVersion(query, questionnaire.id, questionnaire.version_no ?? 0)
    return {
      id: questionnaire.id,
      title: questionnaire.title,
      link: questionnaire.link ?? '',
      status: questionnaire.status ?? 0,
      num: questionnaire.num ?? 0,
      version: questionnaire.version_no ?? 0,
      items: (version?.items ?? []).map(({ id: _id, ...item }) => ({ ...item })),
    }
  },
})

/** The items that were sent. @throws an OperationError with the problems of each */
function parseItems({ language }: Scope, text: string): readonly Item[] {
  const read = readItems(parseJson(text))
  if (!read) throw new OperationError('invalid', { errors: { items: t(language, 'items.shape') } })
  const errors = read.problems.map(({ index, field, text: problem }) => [
    `items.${index}.${field}`,
    t(language, 'items.wrong', { number: index + 1, text: problem[language] }),
  ])
  if (errors.length > 0) throw new OperationError('invalid', { errors: Object.fromEntries(errors) })
  return read.items
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The questionnaire, locked until the transaction ends. */
async function lockQuestionnaire(scope: Scope, trx: Transaction, id: number): Promise<Questionnaire> {
  await lockRows(scope, trx, 'questionnaire/questionnaire', [id], 'write')
  return requireById(scope, trx, id)
}

const saveDesignRoute = defineQuestionnaireRoute(saveDesign, {
  login: 'admin',
  right: 'questionnaire/questionnaire/design',
  label: { 'zh-cn': '设计问卷', en: 'Design' },
  maxPerMinute: null,
  handler: async ({ scope, trx, input }) => {
    const items = parseItems(scope, input.items)
    const questionnaire = await lockQuestionnaire(scope, trx, input.id)
    if (questionnaire.version_no !== input.version)
      throw new OperationError('conflict', { sentence: t(scope.language, 'items.former') })
    if (items.length === 0 && questionnaire.status === questionnaireOptions.status.open)
      throw new OperationError('invalid', { errors: { items: t(scope.language, 'items.empty') } })
    return { ...(await saveItems(trx, questionnaire, items)) }
  },
})

const duplicateRoute = defineQuestionnaireRoute(duplicate, {
  login: 'admin',
  right: 'questionnaire/questionnaire/add',
  label: { 'zh-cn': '复制问卷', en: 'Duplicate a questionnaire' },
  maxPerMinute: null,
  handler: async ({ scope, trx, input }) => {
    const original = await lockQuestionnaire(scope, trx, input.id)
    return { id: await duplicateQuestionnaire(scope, trx, original) }
  },
})

export const questionnaireRoutes = [designRoute, saveDesignRoute, bankRoute, duplicateRoute]
