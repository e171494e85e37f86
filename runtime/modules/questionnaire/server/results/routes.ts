/** Routes of the pages of results and sheets. */
import { sql, type SqlBool } from 'kysely'
import { discard, exportSheets as exportContract, results, sheetAnswers, texts } from '../../shared/routes.ts'
import { defineQuestionnaireRoute } from '../fill/routes.ts'
import { requireById } from '../questionnaires/routes.ts'
import { exportSheets } from './export.ts'
import { discardSheets, readSheet } from './sheets.ts'
import { isAnonymous, leastAnonymous, readResults } from './statistics.ts'

const right = 'questionnaire/questionnaire/results'
const label = { 'zh-cn': '查看结果', en: 'Results' } as const

const resultsRoute = defineQuestionnaireRoute(results, {
  login: 'admin',
  right,
  label,
  maxPerMinute: null,
  handler: async ({ scope, input: { id, item, option } }) => {
    const questionnaire = await requireById(scope, scope.database.query, id)
    const filter = item !== undefined && option !== undefined ? { item, option } : null
    return readResults(scope, questionnaire, filter)
  },
})

const pageSize = 20

const textsRoute = defineQuestionnaireRoute(texts, {
  login: 'admin',
  right,
  label,
  maxPerMinute: null,
  handler: async ({ scope, input: { id, item, page = 1, search = '' } }) => {
    const { query } = scope.database
    const questionnaire = await requireById(scope, query, id)
    if (isAnonymous(questionnaire) && (questionnaire.num ?? 0) < leastAnonymous) return { total: 0, texts: [] }
    const pattern = `%${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
    const own = query
      .selectFrom('questionnaire_answer as a')
      .innerJoin('questionnaire_sheet as s', 's.id', 'a.sheet_id')
      .where('a.questionnaire_id', '=', id)
      .where('a.item_key', '=', item)
      .$if(search !== '', (rows) => rows.where(sql<SqlBool>`lower(a.checked) like ${pattern} escape '\\'`))
    const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const rows = await own
      .select('a.checked')
      // The order of anonymous answers says nothing about who was first.
      .orderBy(isAnonymous(questionnaire) ? 's.random_key' : 's.id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute()
    return { total: Number(total), texts: rows.map(({ checked }) => checked ?? '') }
  },
})

const sheetRoute = defineQuestionnaireRoute(sheetAnswers, {
  login: 'admin',
  right: 'questionnaire/sheet/index',
  label: { 'zh-cn': '查看答卷', en: 'View a sheet' },
  maxPerMinute: null,
  handler: ({ scope, input }) => readSheet(scope, input.id),
})

const discardRoute = defineQuestionnaireRoute(discard, {
  login: 'admin',
  right: 'questionnaire/sheet/discard',
  label: { 'zh-cn': '删除答卷', en: 'Delete sheets' },
  maxPerMinute: null,
  handler: async ({ scope, trx, input }) => ({ removed: await discardSheets(scope, trx, input.ids) }),
})

const exportRoute = defineQuestionnaireRoute(exportContract, {
  login: 'admin',
  right: 'questionnaire/questionnaire/exportSheets',
  label: { 'zh-cn': '导出答卷', en: 'Export sheets' },
  maxPerMinute: 20,
  handler: async ({ scope, input: { id, format } }) =>
    exportSheets(scope, await requireById(scope, scope.database.query, id), format),
})

export const resultRoutes = [resultsRoute, textsRoute, sheetRoute, discardRoute, exportRoute]
