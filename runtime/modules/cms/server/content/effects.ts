/** Effects of the actions of a text. */
import { nowSeconds, OperationError } from 'tablewright/server'
import { openChannel } from '../channels.ts'
import { t } from '../i18n.ts'
import { announceDecision, announceReview } from '../notices.ts'
import { endSales } from '../sales/retract.ts'
import { editedText } from './hooks.ts'
import { addApplied, addRevision, correctedNote, dataOf, endPending, latestRevision } from './revisions.ts'
import { logReview } from './review.ts'
import { derivedOf, isSameText, textDataOf, type TextData, type TextRow } from './text-fields.ts'
import type { EffectCall, ModuleEffects } from '#generated/cms/server.ts'

type Call = Pick<EffectCall<'cms/content'>, 'scope' | 'trx' | 'row' | 'action' | 'set'>

const log = ({ scope, trx, row, action }: Call, to: TextRow['status'], reason: string | null = null): Promise<void> =>
  logReview(scope, trx, { contentId: row.id, action, from: row.status, to, reason })

/** The actions that an author is told of. */
type Decision = Parameters<typeof announceDecision>[1]

const tell = (call: Call, decision: Decision, title: string, reason?: string | null): Promise<void> =>
  announceDecision(call, decision, { userId: call.row.user_id, title, ...(reason !== undefined && { reason }) })

/** The corrections of an approval; null = it stays as it was handed in. */
type Corrections = Readonly<Record<'title' | 'description' | 'content', string | null>>

/** The text that waits, with the corrections of whoever approves it. */
async function correctedText({ scope, trx, row }: Call, input: Corrections) {
  const submitted = await editedText(scope, trx, row)
  const data: TextData = {
    ...submitted,
    title: input.title ?? submitted.title,
    description: input.description ?? submitted.description,
    content: input.content ?? submitted.content,
  }
  return { data, isCorrected: !isSameText(data, submitted) }
}

/** Makes this the text, with what follows from it. */
async function apply({ scope, trx, row, set }: Call, data: TextData, note: string | null = null): Promise<void> {
  set({ ...data, ...derivedOf(data), pending_seq: null })
  if (row.pending_seq !== null) await endPending(trx, row.id, 'applied')
  await addApplied(scope, trx, row.id, data, note)
}

/** The text as it was handed in stays a revision beside the corrected one. @returns the title that is published */
async function publish(call: Call, input: Corrections): Promise<string> {
  const { scope, trx, row, set } = call
  const { data, isCorrected } = await correctedText(call, input)
  await openChannel(scope, trx, data.channel_id)
  // A time that was chosen is kept, also one that is past.
  const published = { ...data, publish_time: data.publish_time ?? row.publish_time ?? nowSeconds() }
  await apply(call, published, isCorrected ? correctedNote : null)
  // The author is told of what is scheduled once more, when it is there.
  const isScheduled = (published.publish_time ?? 0) > nowSeconds()
  set({ memo: null, published: 1, retracted: 0, announced_time: isScheduled ? null : nowSeconds() })
  await log(call, 'normal')
  return data.title
}

export const contentEffects: ModuleEffects['cms/content'] = {
  async submit(call) {
    const { scope, trx, row } = call
    const data = await editedText(scope, trx, row)
    await openChannel(scope, trx, data.channel_id)
    const refused = row.status === 'refused' ? await latestRevision(trx, row.id, 'refused') : undefined
    if (refused && isSameText(dataOf(refused), data))
      throw new OperationError('bad_state', { sentence: t(scope.language, 'submit.unchanged') })
    if (row.pending_seq !== null) await apply(call, data)
    await log(call, 'unaudited')
    await announceReview(trx, { id: row.id, title: data.title, refusal: refused ? row.memo : null })
  },

  async record(call) {
    const { input } = call as { readonly input: { readonly reason?: string | null } }
    await log(call, 'offline', input.reason ?? null)
    if (call.action === 'takeOffline') await tell(call, 'takeOffline', call.row.title, input.reason)
  },

  async approve(call) {
    await tell(call, 'approve', await publish(call, call.input))
  },

  async approveChanges(call) {
    await tell(call, 'approveChanges', await publish(call, call.input))
  },

  async refuse(call) {
    const { scope, trx, row, input, set } = call
    await addRevision(scope, trx, row.id, { data: textDataOf(row), state: 'refused', note: input.reason })
    set({ memo: input.reason })
    await log(call, 'refused', input.reason)
    await tell(call, 'refuse', row.title, input.reason)
  },

  async refuseChanges(call) {
    const { trx, row, input, set } = call
    await endPending(trx, row.id, 'refused', input.reason)
    set({ memo: input.reason, pending_seq: null })
    await log(call, 'normal', input.reason)
    await tell(call, 'refuseChanges', row.title, input.reason)
  },

  async retract(call) {
    const { scope, trx, row, input, set } = call
    await endSales({ scope, trx }, row.id, input.reason)
    set({ memo: input.reason, retracted: 1 })
    await log(call, 'offline', input.reason)
    await tell(call, 'retract', row.title, input.reason)
  },
}
