/** Members write texts: their own fields, in channels that take contributions, with the steps of an author. */
import { createRouteDefinition, OperationError, records, RouteReply, type ModuleRoute } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { CmsServerParts } from '#generated/cms/parts.ts'
import {
  contribute,
  contributeChannels,
  deleteText,
  readContribution,
  submitText,
  takeTextOffline,
  withdrawText,
} from '../../shared/site/user-routes.ts'
import { editedText } from '../content/hooks.ts'
import { idsIn } from '../content/text-fields.ts'
import { t } from '../i18n.ts'
import { agreementOf } from '../settings.ts'
import { listIn } from '../site/texts.ts'
import { namedTags } from '../tags.ts'
import { asAuthor, requireMember } from './caller.ts'
import { readForm } from './contribute-form.ts'
import { formOf, valuesOf } from './contribute-values.ts'
import { namesOfFiles, openChannels } from './own-files.ts'
import { ownText, shownState } from './own-texts.ts'
import { channelOf } from './wire.ts'
import type { Scope } from '#generated/cms/server.ts'

const defineRoute = createRouteDefinition<Database>()

const channelsRoute = defineRoute(contributeChannels, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '可投稿栏目', en: 'Channels that take contributions' },
  maxPerMinute: 120,
  async handler({ scope, member }) {
    const channels = await openChannels(scope, requireMember(member).id)
    const list = channels.map((channel) => ({
      ...channelOf(channel),
      model: channel.model,
      description: channel.description,
    }))
    return { list, total: list.length, agreement: agreementOf(scope, 'terms') }
  },
})

const contributeRoute = defineRoute(contribute, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '投稿', en: 'Contribute a text' },
  maxPerMinute: 60,
  transaction: 'own',
  maxBodyBytes: 262_144,
  get: ({ scope, member, input }) => readForm(scope, requireMember(member).id, input),
  async handler({ scope, member, input: { id, version, submit, ...input } }) {
    const { id: userId } = requireMember(member)
    const { query } = scope.database
    const current = id === undefined ? null : await ownText(query, userId, id)
    if (!current && (input.channel_id === undefined || !input.title))
      throw new OperationError('invalid', {
        errors: {
          ...(input.channel_id === undefined && { channel_id: t(scope.language, 'contribute.channel') }),
          ...(!input.title && { title: t(scope.language, 'contribute.title') }),
        },
      })
    const values = await valuesOf(scope, userId, input, current)
    // Tags that nobody had yet are off until an editor turns them on.
    const tags = input.tags && (await scope.database.write((trx) => namedTags(trx, input.tags ?? [], false)))
    const body = { ...values, ...(tags && { tags: [...tags] }) }
    const saved = await scope.database.write(async (trx) => {
      const own = records<CmsServerParts>(asAuthor(scope, userId), trx)
      const text =
        id === undefined
          ? await own.create('cms/content', body, { user_id: userId, admin_id: null })
          : await own.update('cms/content', id, { ...body, ...(version !== undefined && { version }) })
      return text.id
    })
    // The text stays saved, also where it cannot be handed in.
    if (submit && current?.status !== 'normal' && current?.status !== 'unaudited')
      await runStep(scope, userId, saved, 'submit')
    const row = await ownText(query, userId, saved)
    return new RouteReply(
      { id: saved, version: row.version, status: row.status ?? 'offline' },
      { msg: t(scope.language, submit ? 'contribute.submitted' : 'contribute.saved') },
    )
  },
})

type Step = 'submit' | 'withdraw' | 'takeOffline'

/** A step of the author, with the guards, log and notices that it has for everybody. */
async function runStep(scope: Scope, userId: number, id: number, step: Step, reason?: string): Promise<void> {
  await scope.database.write(async (trx) => {
    await ownText(trx, userId, id)
    const own = records<CmsServerParts>(scope, trx).as({ area: 'member', id: userId })
    if (step === 'takeOffline') await own.runAction('cms/content', step, id, reason === undefined ? {} : { reason })
    else await own.runAction('cms/content', step, id)
  })
}

const stepRoutes: readonly ModuleRoute[] = [
  defineRoute(submitText, {
    login: 'member',
    right: null,
    label: { 'zh-cn': '提交审核', en: 'Submit a text' },
    maxPerMinute: 60,
    transaction: 'own',
    async handler({ scope, member, input: { id } }) {
      await runStep(scope, requireMember(member).id, id, 'submit')
      return new RouteReply(null, { msg: t(scope.language, 'contribute.submitted') })
    },
  }),
  defineRoute(withdrawText, {
    login: 'member',
    right: null,
    label: { 'zh-cn': '取消提交', en: 'Withdraw a text' },
    maxPerMinute: 60,
    transaction: 'own',
    async handler({ scope, member, input: { id } }) {
      await runStep(scope, requireMember(member).id, id, 'withdraw')
      return null
    },
  }),
  defineRoute(takeTextOffline, {
    login: 'member',
    right: null,
    label: { 'zh-cn': '下线自己的内容', en: 'Take an own text offline' },
    maxPerMinute: 60,
    transaction: 'own',
    async handler({ scope, member, input: { id, reason } }) {
      await runStep(scope, requireMember(member).id, id, 'takeOffline', reason)
      return null
    },
  }),
  defineRoute(deleteText, {
    login: 'member',
    right: null,
    label: { 'zh-cn': '删除自己的内容', en: 'Delete an own text' },
    maxPerMinute: 60,
    transaction: 'own',
    async handler({ scope, member, input: { id } }) {
      const { id: userId } = requireMember(member)
      await scope.database.write(async (trx) => {
        await ownText(trx, userId, id)
        await records<CmsServerParts>(asAuthor(scope, userId), trx).remove('cms/content', [id])
      })
      return null
    },
  }),
]

const readRoute = defineRoute(readContribution, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '自己的投稿', en: 'An own text' },
  maxPerMinute: 120,
  async handler({ scope, member, input: { id } }) {
    const { id: userId } = requireMember(member)
    const { query } = scope.database
    const row = await ownText(query, userId, id)
    const data = await editedText(scope, query, row)
    const channel = await query
      .selectFrom('cms_channel')
      .select(['id', 'pid', 'name', 'type', 'url', 'reach'])
      .where('id', '=', data.channel_id)
      .executeTakeFirstOrThrow()
    const tags = await query
      .selectFrom('cms_tags')
      .select(['id', 'name', 'document_count'])
      .where('id', 'in', [0, ...idsIn(data.tags)])
      .orderBy('id')
      .execute()
    const reviews = await query
      .selectFrom('cms_review_log')
      .select(['id', 'action', 'to_status', 'reason', 'create_time'])
      .where('content_id', '=', id)
      .orderBy('id')
      .limit(50)
      .execute()
    const files = listIn(data.downloads)
    const names = await namesOfFiles(query, files)
    return {
      id,
      version: row.version,
      status: row.status ?? ('offline' as const),
      shown: shownState(row, channel.reach),
      waiting: row.pending_seq !== null,
      memo: row.memo ?? '',
      model: row.model ?? ('news' as const),
      files: files.map((url, index) => ({ url, name: names[index] ?? '' })),
      channel: { ...channel, pid: channel.pid ?? 0, type: channel.type ?? ('list' as const), url: channel.url ?? '' },
      row: formOf(data),
      tags: tags.map(({ id: tag, name, document_count: count }) => ({ id: tag, name, document_count: count ?? 0 })),
      reviews: reviews.map((review) => ({
        id: review.id,
        action: review.action,
        to: review.to_status ?? 'offline',
        reason: review.reason ?? '',
        create_time: review.create_time ?? 0,
      })),
    }
  },
})

export const contributeRoutes: readonly ModuleRoute[] = [channelsRoute, contributeRoute, readRoute, ...stepRoutes]
