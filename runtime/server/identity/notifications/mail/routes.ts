/** `routine.AdminInfo/noticeMail`: which notices the caller also receives by mail. It needs a login and no right. */
import { t } from '../../../../i18n/i18n.ts'
import { requireActor, type Actor } from '../../../operation/access/actor.ts'
import { OperationError } from '../../../core/errors/operation-error.ts'
import { defineRoute, type RequestScope, type Route, type RouteAnswer } from '../../../http/route.ts'
import type { NoticeKind } from '../notice.ts'
import { isLanguage, readMailChoice, storeMailChoice } from './choices.ts'

/** @param kinds those of the core and of all modules */
export function noticeMailRoutes(kinds: readonly NoticeKind[]): readonly Route[] {
  const common = { area: 'admin', controller: 'routine.AdminInfo', login: 'admin', node: null } as const
  return [
    defineRoute({
      ...common,
      action: 'noticeMail',
      method: 'GET',
      handler: async (scope) => ({ data: await describeChoice(scope, kinds) }),
    }),
    defineRoute({
      ...common,
      action: 'saveNoticeMail',
      method: 'POST',
      handler: (scope) => saveChoice(scope, kinds),
    }),
  ]
}

/** The kinds whose notices the account receives at all. */
const kindsFor = (actor: Actor, kinds: readonly NoticeKind[]): readonly NoticeKind[] =>
  kinds.filter(({ nodes }) => {
    const isOpen = nodes.length === 0 || actor.super
    return isOpen || nodes.some((node) => actor.nodes.has(node.toLowerCase()))
  })

async function describeChoice(
  scope: RequestScope,
  kinds: readonly NoticeKind[],
): Promise<Readonly<Record<string, unknown>>> {
  const { database, language, mailer, settings } = scope
  const actor = requireActor(scope)
  const choice = await readMailChoice(database.query, actor.id)
  const account = await database.query.selectFrom('admin').select('email').where('id', '=', actor.id).executeTakeFirst()
  const email = String(account?.['email'] ?? '')
  return {
    // `off`: no module sends mail; `stored`: it sends none yet, because no server is set up.
    mailer: mailer ? (mailer.canDeliver(settings) ? 'on' : 'stored') : 'off',
    has_address: mailer?.isAddress(email) === true ? 1 : 0,
    has_links: settings.siteUrl === '' ? 0 : 1,
    language: choice?.language ?? language,
    kinds: kindsFor(actor, kinds).map(({ name, label }) => ({
      name,
      label: label[language],
      mail: choice?.kinds.includes(name) ? 1 : 0,
    })),
  }
}

/** Stores the names of kinds and the language. A kind that the account does not see stays as it was chosen. */
async function saveChoice(scope: RequestScope, kinds: readonly NoticeKind[]): Promise<RouteAnswer> {
  const { database, body } = scope
  const actor = requireActor(scope)
  const { kinds: given, language } = body
  const shown = kindsFor(actor, kinds).map(({ name }) => name)
  if (!Array.isArray(given) || !given.every((name) => shown.includes(String(name))) || !isLanguage(language))
    throw new OperationError('bad_query')
  await database.write(async (trx) => {
    const before = (await readMailChoice(trx, actor.id))?.kinds ?? []
    const hidden = before.filter((name) => !shown.includes(name))
    await storeMailChoice(trx, actor.id, {
      kinds: [...hidden, ...shown.filter((name) => given.includes(name))],
      language,
    })
    await scope.audit?.(trx, { title: changed })
  })
  return { msg: t(scope.language, 'saved'), data: null }
}

const changed = { 'zh-cn': '个人资料-邮件通知', en: 'My profile: notifications by mail' } as const
