/** Reasons to refuse texts and comments, for those who review: lines of a setting, and those that were used last. */
import { trimText } from 'tablewright/protocol'
import { createRouteDefinition, type ModuleRoute } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { commentReasons, textReasons } from '../shared/review.ts'
import { t } from './i18n.ts'
import { cannedReasons } from './settings.ts'
import type { Reading, Scope } from '#generated/cms/server.ts'

const defineModuleRoute = createRouteDefinition<Database>()

/** How many of the last reasons follow those of the site. */
const maxRecent = 5
/** Decisions that are looked through for them. */
const lastDecisions = 100

const lastOfTexts = async (query: Reading): Promise<readonly (string | null)[]> =>
  (
    await query
      .selectFrom('cms_review_log')
      .select('reason')
      .where('action', 'in', ['refuse', 'refuseChanges'])
      .orderBy('id', 'desc')
      .limit(lastDecisions)
      .execute()
  ).map(({ reason }) => reason)

const lastOfComments = async (query: Reading): Promise<readonly (string | null)[]> =>
  (
    await query
      .selectFrom('cms_comment')
      .select('remark')
      .where('status', '=', 'refused')
      .orderBy('id', 'desc')
      .limit(lastDecisions)
      .execute()
  ).map(({ remark }) => remark)

async function reasonsFor(
  scope: Scope,
  setting: 'cms_text_reasons' | 'cms_comment_reasons',
  last: (query: Reading) => Promise<readonly (string | null)[]>,
): Promise<{ readonly reasons: readonly string[] }> {
  const lines = cannedReasons(scope, setting) || t(scope.language, `${setting}.initial`)
  const canned = lines
    .split('\n')
    .map(trimText)
    .filter((line) => line !== '')
  const recent = (await last(scope.database.query)).flatMap((reason) => reason ?? [])
  const others = [...new Set(recent)].filter((reason) => !canned.includes(reason)).slice(0, maxRecent)
  return { reasons: [...canned.slice(0, 20), ...others] }
}

export const reasonRoutes: readonly ModuleRoute[] = [
  defineModuleRoute(textReasons, {
    login: 'admin',
    right: 'cms/content/refuse',
    label: { 'zh-cn': '退回原因', en: 'Reasons to refuse texts' },
    maxPerMinute: 120,
    handler: ({ scope }) => reasonsFor(scope, 'cms_text_reasons', lastOfTexts),
  }),
  defineModuleRoute(commentReasons, {
    login: 'admin',
    right: 'cms/comment/refuse',
    label: { 'zh-cn': '隐藏原因', en: 'Reasons to hide comments' },
    maxPerMinute: 120,
    handler: ({ scope }) => reasonsFor(scope, 'cms_comment_reasons', lastOfComments),
  }),
]
