/** Opens payments for texts and tips. What cannot be bought is refused before there is a payment. */
import { OperationError, type ContractCall, type NewPayment } from 'tablewright/server'
import { hasBought, visibleTexts } from '../access.ts'
import { t } from '../i18n.ts'
import { takesTips } from '../settings.ts'
import type { TextRow } from '../content/text-fields.ts'
import type { Scope, Transaction } from '#generated/cms/server.ts'

export interface Payment {
  readonly id: number
  readonly sn: string
}

const refuse = (sentence: string): never => {
  throw new OperationError('bad_state', { sentence })
}

const maxTip = 10_000_000

/** @throws an OperationError: `bad_state` for what cannot be bought, `not_found` for what the member does not see */
export async function openPurchase(
  scope: Scope,
  trx: Transaction,
  contentId: number,
  userId: number,
): Promise<Payment> {
  const { language } = scope
  const row = await findOffered(scope, trx, contentId, userId)
  if (row.price === 0) refuse(t(language, 'paid.free'))
  // Guard T85: the same text is not paid for twice.
  if (await hasBought(trx, contentId, { id: userId })) refuse(t(language, 'paid.already'))
  const points = row.currency === 'integral'
  return open(scope, trx, {
    project: 'content',
    objectId: contentId,
    userId,
    title: t(language, 'paid.title', { title: row.title }),
    amount: points ? Math.round((row.price ?? 0) / 100) : (row.price ?? 0),
    currency: points ? 'integral' : 'RMB',
  })
}

/** A tip for the author, in cents of money. */
export async function openTip(
  scope: Scope,
  trx: Transaction,
  { contentId, userId, amount }: { readonly contentId: number; readonly userId: number; readonly amount: number },
): Promise<Payment> {
  const { language } = scope
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > maxTip) throw new OperationError('invalid')
  const row = await findOffered(scope, trx, contentId, userId)
  if (!takesTips(scope) || row.user_id === null) refuse(t(language, 'admire.off'))
  return open(scope, trx, {
    project: 'admire',
    objectId: contentId,
    userId,
    title: t(language, 'admire.title', { title: row.title }),
    amount,
    currency: 'RMB',
  })
}

/** A text that the member sees and did not write. */
async function findOffered(scope: Scope, trx: Transaction, contentId: number, userId: number): Promise<TextRow> {
  const { language, payments } = scope
  if (!payments) refuse(t(language, 'paid.off'))
  const row = await trx.selectFrom('cms_content').selectAll().where('id', '=', contentId).executeTakeFirst()
  if (!row || row.delete_time !== null) throw new OperationError('not_found')
  if ((await visibleTexts(scope, { id: userId }).get(contentId)) === null) {
    // Buyers know that it is there; to all others it is not.
    if (await hasBought(trx, contentId, { id: userId })) refuse(t(language, 'paid.already'))
    throw new OperationError('not_found')
  }
  if (row.user_id === userId) refuse(t(language, 'paid.own'))
  return row
}

async function open(scope: Scope, trx: Transaction, payment: NewPayment): Promise<Payment> {
  const { payments } = scope
  if (!payments) return refuse(t(scope.language, 'paid.off'))
  // The contract takes the scope of any module.
  return payments.open({ scope, trx } as unknown as ContractCall, payment)
}
