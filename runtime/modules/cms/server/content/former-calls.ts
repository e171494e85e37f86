/** Requests of editors as clients of other products send them, by the operations that the screens use. */
import { codes } from 'tablewright/protocol'
import {
  changeSettings,
  createRouteDefinition,
  OperationError,
  records,
  RouteReply,
  type ModuleRoute,
} from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { CmsServerParts } from '#generated/cms/parts.ts'
import { changeStatus, listPayments, modelFields, readSettings, saveSettings } from '../../shared/former-routes.ts'
import type { statuses } from '../../shared/former-routes.ts'
import { fieldsOf, inputTypes, type Model } from '../api/contribute-form.ts'
import { t } from '../i18n.ts'
import { clientSettings, ownSettings } from '../settings.ts'
import type { Scope } from '#generated/cms/server.ts'

const defineModuleRoute = createRouteDefinition<Database>()

const models: readonly Model[] = ['news', 'products', 'downloads']

/** Inputs of editors alone follow those that members have, too. */
const editorTypes: Readonly<Record<string, string>> = {
  channel_id: 'remoteSelect',
  ...inputTypes,
  flag: 'checkbox',
  title_style: 'array',
  url: 'string',
  target: 'radio',
  allow_visit_groups: 'radio',
  allow_comment_groups: 'radio',
  publish_time: 'datetime',
  offline_time: 'datetime',
}

const fieldsRoute = defineModuleRoute(modelFields, {
  login: 'admin',
  right: 'cms/content/index',
  label: { 'zh-cn': '内容模型字段', en: 'Fields of a model' },
  maxPerMinute: 240,
  async handler({ scope: { language }, input: { id } }) {
    const index = models.findIndex((name, place) => [name, `cms_${name}`, String(place + 1)].includes(id))
    const name = models[index]
    if (name === undefined) throw new OperationError('not_found')
    const table = `cms_${name}`
    return {
      fields: fieldsOf(language, name, editorTypes),
      modelInfo: { id: index + 1, name, table, full_table: table },
    }
  },
})

type Status = (typeof statuses)[number]

/** The action that leads from one status to another; there is none for all others. */
const actions = {
  normal: { unaudited: 'approve', refused: 'approve', offline: 'approve', normal: 'approveChanges' },
  refused: { unaudited: 'refuse', normal: 'refuseChanges' },
  offline: { normal: 'takeOffline', unaudited: 'withdraw' },
  unaudited: { offline: 'submit', refused: 'submit' },
} as const satisfies Readonly<Record<Status, object>>

type Action = { [To in Status]: (typeof actions)[To][keyof (typeof actions)[To]] }[Status]

/** Runs it on one text, as its button does: with the right, guards, notices and log of that action. */
async function changeOne(scope: Scope, id: number, to: Status, memo: string | undefined): Promise<void> {
  await scope.database.write(async (trx) => {
    const own = records<CmsServerParts>(scope, trx)
    const row = await own.get('cms/content', id)
    if (!row) throw new OperationError('not_found')
    const steps: Readonly<Partial<Record<Status, Action>>> = actions[to]
    const action = row.status === null ? undefined : steps[row.status]
    if (action === undefined) throw new OperationError('bad_state')
    if (action === 'refuse' || action === 'refuseChanges' || action === 'takeOffline')
      await own.runAction('cms/content', action, id, memo === undefined ? {} : { reason: memo })
    else await own.runAction('cms/content', action, id)
  })
}

const statusRoute = defineModuleRoute(changeStatus, {
  login: 'admin',
  right: 'cms/content/index',
  label: { 'zh-cn': '修改内容状态', en: 'Change the status of texts' },
  maxPerMinute: 60,
  transaction: 'own',
  async handler({ scope, input: { ids, status, memo } }) {
    const results: { readonly id: number; readonly code: 0 | 1; readonly msg: string }[] = []
    for (const id of new Set(ids))
      try {
        await changeOne(scope, id, status, memo)
        results.push({ id, code: codes.ok, msg: '' })
      } catch (error) {
        if (!(error instanceof OperationError)) throw error
        results.push({ id, code: codes.refused, msg: error.allIn(scope.language) })
      }
    const done = results.filter(({ code }) => code === codes.ok).length
    const [first] = results
    return done === 0
      ? new RouteReply({ results }, { code: codes.refused, msg: first?.msg ?? '' })
      : new RouteReply({ results }, { msg: t(scope.language, 'status.done', { done, count: results.length }) })
  },
})

const paymentsRoute = defineModuleRoute(listPayments, {
  login: 'admin',
  right: 'cms/sale/index',
  label: { 'zh-cn': '内容支付记录', en: 'Payments for texts' },
  maxPerMinute: 240,
  async handler({ scope, input: { page = 1, limit = 20 } }) {
    const own = records<CmsServerParts>(scope)
    const rows = await own.find('cms/sale', {
      limit,
      offset: (page - 1) * limit,
      order: { field: 'id', direction: 'desc' },
    })
    return {
      list: rows.map((row) => ({
        id: row.pay_log,
        user_id: row.user_id,
        user: row.user && { username: row.user.username },
        object_id: row.content_id,
        cmsContent: row.content && { title: row.content.title },
        title: row.content?.title ?? '',
        project: row.kind || ('content' as const),
        amount: row.amount,
        currency: row.currency,
        sn: row.sn,
        remark: '',
        // A sale is there once it is paid.
        pay_time: row.create_time,
        create_time: row.create_time,
      })),
      total: await own.count('cms/sale'),
      remark: '',
    }
  },
})

const settingsRoutes: readonly ModuleRoute[] = [
  defineModuleRoute(readSettings, {
    login: 'admin',
    right: 'cms/content/index',
    label: { 'zh-cn': '内容设置', en: 'Settings of texts' },
    maxPerMinute: 240,
    // Visitors get the same values.
    handler: async ({ scope }) => ({ data: clientSettings(scope) }),
  }),
  defineModuleRoute(saveSettings, {
    login: 'admin',
    right: 'cms/content/index',
    label: { 'zh-cn': '修改内容设置', en: 'Change settings of texts' },
    maxPerMinute: 60,
    transaction: 'own',
    async handler({ scope, input }) {
      // The settings are those of any module; only the types of the tables differ.
      await changeSettings(scope as unknown as Parameters<typeof changeSettings>[0], ownSettings(input))
      return new RouteReply(null, { msg: t(scope.language, 'settings.saved') })
    },
  }),
]

export const formerRoutes: readonly ModuleRoute[] = [fieldsRoute, statusRoute, paymentsRoute, ...settingsRoutes]
