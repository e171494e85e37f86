/** Routes about the data of a member: the consequences of a deletion, the deletion by old clients, the export. */
import { objectSchema } from 'tablewright/protocol'
import { createRouteDefinition, lockAccountNames, OperationError, records } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { MemberServerParts } from '#generated/member/parts.ts'
import { consequences, exportData } from '../../shared/routes.ts'
import { defineMemberRoute, refuseMember, requireMember } from '../centre/rights.ts'
import { t } from '../i18n.ts'
import type { Scope } from '#generated/member/server.ts'
import { describeErasure, exportMember, lockForErasure } from './erase.ts'

const defineModuleRoute = createRouteDefinition<Database>()

/** Throws an OperationError `not_found` for a member whom the caller does not reach. */
async function requireVisible(scope: Scope, id: number): Promise<void> {
  // Guard T20: one reads and deletes the members that one sees.
  if (!(await records<MemberServerParts>(scope).get('member/user', id))) throw new OperationError('not_found')
}

/** `GET /admin/user.User/consequences?id=7` */
const consequencesRoute = defineModuleRoute(consequences, {
  login: 'admin',
  right: 'user/user/erase',
  label: { 'zh-cn': '删除会员的后果', en: 'What deleting a member does' },
  maxPerMinute: 60,
  handler: async ({ scope, input: { id } }) => {
    await requireVisible(scope, id)
    return describeErasure(scope, id)
  },
})

const exported = { 'zh-cn': '导出会员数据', en: 'Export data' } as const

/**
 * `POST /admin/user.User/exportData {id}`: the log says who took a member's data. A transaction of the route would
 * store the answer for repetitions.
 */
const exportRoute = defineModuleRoute(exportData, {
  login: 'admin',
  right: 'user/user/exportData',
  label: exported,
  maxPerMinute: 20,
  transaction: 'own',
  handler: async ({ scope, input: { id } }) => {
    await requireVisible(scope, id)
    await scope.database.write(async (trx) => void (await scope.audit?.(trx, { title: exported })))
    return exportMember(scope, id)
  },
})

/** `DELETE /admin/user.User/del?ids[]=7`: as clients that know no actions delete members. */
const removeRoute = defineModuleRoute({
  path: 'user.User/del',
  area: 'admin',
  method: 'DELETE',
  login: 'admin',
  right: 'user/user/erase',
  label: { 'zh-cn': '删除会员', en: 'Delete member' },
  input: objectSchema({ ids: { type: 'array', minItems: 1, maxItems: 100, items: { type: 'integer', minimum: 1 } } }),
  maxPerMinute: null,
  handler: async ({ scope, trx, input: { ids } }) => {
    // All of them before the first is deleted: rows are locked in one order.
    await lockAccountNames(trx, 'user')
    await lockForErasure(scope, trx, ids)
    const members = records<MemberServerParts>(scope, trx)
    for (const id of new Set(ids.toSorted((left, right) => left - right)))
      await members.runAction('member/user', 'erase', id, { reason: t(scope.language, 'erasure.list') })
    return { count: new Set(ids).size }
  },
})

/** `POST /api/account/exportData`: the member's own data. */
const ownExportRoute = defineMemberRoute({
  path: 'account/exportData',
  area: 'api',
  method: 'POST',
  login: 'member',
  right: null,
  label: { 'zh-cn': '会员导出本人数据', en: 'A member exported own data' },
  input: null,
  answer: exportData.answer,
  maxPerMinute: 3,
  transaction: 'own',
  handler: async ({ scope, member }) => {
    const { id, sessionId } = requireMember(member)
    return (await refuseMember(scope, { id, sessionId }, null)) ?? (await exportMember(scope, id))
  },
})

export const erasureRoutes = [consequencesRoute, exportRoute, removeRoute, ownExportRoute]
