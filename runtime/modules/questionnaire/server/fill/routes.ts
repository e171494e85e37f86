/** Routes of people who fill in. Titles, options and limits are those of the stored version, whatever they send. */
import { createRouteDefinition, nowSeconds, OperationError } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { Scope } from '#generated/questionnaire/server.ts'
import { draft, info, mine, submit, unlock } from '../../shared/routes.ts'
import type { Item } from '../../shared/item.ts'
import { t } from '../i18n.ts'
import { findQuestionnaire, readVersion, type Questionnaire } from '../questionnaires/questionnaire.ts'
import { readDraft, saveDraft } from './draft.ts'
import { asksCaptcha } from './limits.ts'
import { checkPassword, createPass } from './pass.ts'
import { personOf } from './person.ts'
import { closedReason, reasonFor, reasonText, refuse } from './reason.ts'
import { submitSheet } from './submit.ts'

export const defineQuestionnaireRoute = createRouteDefinition<Database>()

/** @throws an OperationError `not_found` */
export async function requireQuestionnaire({ database, language }: Scope, link: string): Promise<Questionnaire> {
  const questionnaire = await findQuestionnaire(database.query, link)
  if (!questionnaire) throw new OperationError('not_found', { sentence: t(language, 'missing') })
  return questionnaire
}

/** An item as people who fill in may know it: neither quotas nor what it was copied from. */
function shownItem({ questionId: _question, options, ...item }: Item): Item {
  const visible = options?.map(({ quota: _quota, ...option }) => option)
  return { ...item, ...(visible && { options: visible }) }
}

const infoRoute = defineQuestionnaireRoute(info, {
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '打开问卷', en: 'Open a questionnaire' },
  maxPerMinute: 120,
  handler: async ({ scope, member, visitor, input }) => {
    const { language, database, settings } = scope
    const questionnaire = await requireQuestionnaire(scope, input.link)
    const reason = await reasonFor(database.query, settings, questionnaire, { member, ...input })
    const isHidden = reason === 'password'
    const about = { title: isHidden ? '' : questionnaire.title, link: questionnaire.link ?? '', reason }
    if (reason !== null) return { ...about, text: reasonText(language, questionnaire, reason) }
    const version = await readVersion(database.query, questionnaire.id, questionnaire.version_no ?? 0)
    const person = personOf(questionnaire, member, input.device)
    return {
      ...about,
      text: '',
      description: questionnaire.description ?? '',
      anonymous: questionnaire.anonymous === 1,
      version: version?.no ?? 0,
      items: (version?.items ?? []).map(({ id: _id, ...item }) => shownItem(item)),
      draft: (await readDraft(database.query, questionnaire, person)) as Readonly<Record<string, unknown>> | null,
      captcha: !member && (await asksCaptcha(scope, visitor.ip)),
    }
  },
})

const unlockRoute = defineQuestionnaireRoute(unlock, {
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '输入问卷密码', en: 'Enter the password of a questionnaire' },
  maxPerMinute: 10,
  transaction: 'own',
  handler: async ({ scope, visitor, input }) => {
    const questionnaire = await requireQuestionnaire(scope, input.link)
    await checkPassword(scope, questionnaire, { password: input.password, ip: visitor.ip })
    return { pass: createPass(scope.settings, questionnaire) }
  },
})

const draftRoute = defineQuestionnaireRoute(draft, {
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '保存草稿', en: 'Keep a draft' },
  maxPerMinute: 60,
  transaction: 'own',
  maxBodyBytes: 262_144,
  handler: async ({ scope, member, visitor, input }) => {
    const questionnaire = await requireQuestionnaire(scope, input.link)
    const reason = await reasonFor(scope.database.query, scope.settings, questionnaire, { member, ...input })
    if (reason !== null && reason !== 'full') return refuse(scope.language, questionnaire, reason)
    const person = personOf(questionnaire, member, input.device)
    const { version, answers } = input
    const time = await saveDraft(scope, questionnaire, person, { version, answers, ip: visitor.ip })
    return { saved: time !== null, time: time ?? 0 }
  },
})

const submitRoute = defineQuestionnaireRoute(submit, {
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '提交答卷', en: 'Hand in a sheet' },
  maxPerMinute: 600,
  transaction: 'own',
  maxBodyBytes: 262_144,
  handler: async ({ scope, member, visitor, input }) => {
    const questionnaire = await requireQuestionnaire(scope, input.link)
    return submitSheet(scope, questionnaire, input, { member, ip: visitor.ip, agent: visitor.device })
  },
})

/** Questionnaires that a member is shown. */
const maxMine = 100

const mineRoute = defineQuestionnaireRoute(mine, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '我的问卷', en: 'My questionnaires' },
  maxPerMinute: 60,
  handler: async ({ scope, member }) => {
    const { query } = scope.database
    const userId = member?.id ?? 0
    const sheets = await query
      .selectFrom('questionnaire_sheet as s')
      .innerJoin('questionnaire_questionnaire as q', 'q.id', 's.questionnaire_id')
      .select(['q.title', 'q.link', 's.create_time as time'])
      .where('s.user_id', '=', userId)
      .orderBy('s.id', 'desc')
      .limit(maxMine)
      .execute()
    const drafts = await query
      .selectFrom('questionnaire_draft as d')
      .innerJoin('questionnaire_questionnaire as q', 'q.id', 'd.questionnaire_id')
      .selectAll('q')
      .select('d.update_time as time')
      .where('d.user_id', '=', userId)
      .where('q.delete_time', 'is', null)
      .orderBy('d.update_time', 'desc')
      .limit(maxMine)
      .execute()
    const line = (row: { readonly title: string; readonly link: string | null; readonly time: number | null }) => ({
      title: row.title,
      link: row.link ?? '',
      time: row.time ?? nowSeconds(),
    })
    return [
      ...drafts.map((row) => ({ ...line(row), state: closedReason(row) ?? 'draft' })),
      ...sheets.map((row) => ({ ...line(row), state: 'done' })),
    ]
  },
})

export const fillRoutes = [infoRoute, unlockRoute, draftRoute, submitRoute, mineRoute]
