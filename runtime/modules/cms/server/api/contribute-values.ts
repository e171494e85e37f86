/** The values of a contribution: what a member may write, and how a form has it. */
import { OperationError } from 'tablewright/server'
import { contribution } from '../../shared/site/user-routes.ts'
import { editedText } from '../content/hooks.ts'
import { idsIn, type TextData, type TextRow } from '../content/text-fields.ts'
import { t } from '../i18n.ts'
import { listIn } from '../site/texts.ts'
import { openChannels, refuseForeignFiles } from './own-files.ts'
import { amountText } from './wire.ts'
import type { Scope } from '#generated/cms/server.ts'

type Contribution = { readonly [Name in keyof typeof contribution]?: unknown } & {
  readonly channel_id?: number
  readonly channel_ids?: readonly number[]
  readonly tags?: readonly string[]
  readonly downloads?: readonly string[]
  readonly price?: string | number
}

/**
 * The values that the member may write.
 * @throws an OperationError `invalid` for a channel that takes none of this member
 */
export async function valuesOf(scope: Scope, userId: number, input: Contribution, current: TextRow | null) {
  const currentChannel = current?.channel_id ?? null
  const { language } = scope
  const open = await openChannels(scope, userId)
  const refuse = (id: number): never => {
    const name = String(id)
    throw new OperationError('invalid', { errors: { channel_id: t(language, 'channel.contribute', { name }) } })
  }
  // A text stays in its channel, also when that takes no more of them.
  for (const id of [input.channel_id ?? [], input.channel_ids ?? []].flat())
    if (id !== currentChannel && !open.some((channel) => channel.id === id)) refuse(id)
  if (Number(input.price ?? 0) > 0 && !scope.payments)
    throw new OperationError('bad_state', { sentence: t(language, 'paid.off') })
  const model = current?.model ?? open.find((channel) => channel.id === input.channel_id)?.model
  if (model !== 'downloads' && (input.downloads ?? []).length > 0)
    throw new OperationError('invalid', { errors: { downloads: t(language, 'files.model') } })
  const text = current && (await editedText(scope, scope.database.query, current))
  await refuseForeignFiles(scope, userId, input.downloads ?? [], listIn(text?.downloads ?? null))
  // Guard T22: what is no part of a contribution is not written, whatever else a text has.
  // Without: const own = Object.entries(input)
  const own = Object.entries(input).filter(([name]) => Object.hasOwn(contribution, name) && name !== 'tags')
  return Object.fromEntries(own)
}

/** The fields of a contribution as a form has them. */
export const formOf = (data: TextData) => ({
  channel_id: data.channel_id,
  channel_ids: idsIn(data.channel_ids),
  title: data.title,
  content: data.content ?? '',
  images: listIn(data.images),
  description: data.description ?? '',
  keywords: data.keywords ?? '',
  seotitle: data.seotitle ?? '',
  source_title: data.source_title ?? '',
  source_url: data.source_url ?? '',
  downloads: listIn(data.downloads),
  download_after_comment: data.download_after_comment ?? 0,
  price: amountText(data.price ?? 0, data.currency),
  currency: data.currency ?? 'RMB',
})
