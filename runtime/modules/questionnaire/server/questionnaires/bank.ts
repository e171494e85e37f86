/** The question bank, for the designer: each question as an item, of which the questionnaire has a copy. */
import { sql, type SqlBool } from 'kysely'
import { questionOptions } from '#generated/questionnaire/options.ts'
import type { Row, Scope } from '#generated/questionnaire/server.ts'
import { bank } from '../../shared/routes.ts'
import { isChoice, isUpload, kindNames, maxFileSize, type Item, type ItemOption } from '../../shared/item.ts'
import { defineQuestionnaireRoute } from '../fill/routes.ts'

/** Questions that a search answers with. */
const maxQuestions = 50

const optionsOf = (list: string | null, prefix: string): readonly ItemOption[] =>
  (list === null ? [] : (JSON.parse(list) as readonly string[])).map((label, index) => ({
    key: `${prefix}${index + 1}`,
    label,
  }))

function itemOf(row: Row<'questionnaire/question'> & { readonly id: number }): Item {
  const kind = kindNames[row.kind] ?? 'short'
  const types = (row.file_suffix ?? '').toLowerCase().match(/[a-z0-9]+/g) ?? []
  return {
    key: '',
    kind,
    title: row.title,
    must: row.must === questionOptions.must.yes,
    questionId: row.id,
    ...((isChoice({ kind }) || kind === 'matrix') && { options: optionsOf(row.options, 'k') }),
    ...(kind === 'matrix' && { rows: optionsOf(row.rows, 'r') }),
    ...(isUpload({ kind }) && {
      ...(row.file_num !== null && { fileNum: row.file_num }),
      ...(row.file_size !== null && { fileSize: Math.min(row.file_size, maxFileSize) }),
      ...(types.length > 0 && { fileTypes: types }),
    }),
  }
}

async function searchBank({ database }: Scope, text: string): Promise<readonly Item[]> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  const rows = await database.query
    .selectFrom('questionnaire_question')
    .selectAll()
    .where('delete_time', 'is', null)
    .where('status', '=', questionOptions.status.enabled)
    .$if(text !== '', (query) => query.where(sql<SqlBool>`lower(title) like ${pattern} escape '\\'`))
    .orderBy('weigh', 'desc')
    .orderBy('id', 'desc')
    .limit(maxQuestions)
    .execute()
  return rows.map(itemOf)
}

export const bankRoute = defineQuestionnaireRoute(bank, {
  login: 'admin',
  right: 'questionnaire/questionnaire/design',
  label: { 'zh-cn': '设计问卷', en: 'Design' },
  maxPerMinute: null,
  handler: async ({ scope, input: { search = '' } }) => ({
    items: (await searchBank(scope, search.trim())).map((item) => ({ ...item })),
  }),
})
