/** Balance and score of members: the one function that changes them, through the ledger kernel. */
import { decimalText, trimText } from 'tablewright/protocol'
import {
  lockRows,
  OperationError,
  post,
  type LedgerCall,
  type Wallet,
  type WalletChange,
  type WalletSource,
} from 'tablewright/server'
import { moneyLogOptions } from '#generated/member/options.ts'
import { t } from './i18n.ts'

/** The assets of a member: the balance in cents, the score in points. */
export type Asset = 'money' | 'score'

/** Digits after the point. */
export const digitsOf: Readonly<Record<Asset, number>> = { money: 2, score: 0 }

export interface AssetChange {
  readonly asset: Asset
  readonly userId: number
  /** Cents or points, negative when it is taken. */
  readonly amount: number
  /** 1 to 255 characters, for the member and for administrators. */
  readonly memo: string
  /** What changes it: an option of both logs. Together with the number it changes an asset once. */
  readonly source: 'adjust' | 'check_in' | WalletSource
  readonly sn: number
}

/**
 * Writes a row of the log with the value before and after it, and the new value of the member. Locks the member FOR NO
 * KEY UPDATE. An amount of 0 writes nothing.
 * @returns the value before and after
 * @throws an OperationError: `stock_short` when the value would fall below zero, `bad_state` when the same source and
 * number have changed it already or the member was deleted, `not_found` when there is no such member
 */
export async function changeAsset(
  call: Pick<LedgerCall, 'scope' | 'trx'>,
  { asset, userId, amount, memo, source, sn }: AssetChange,
): Promise<{ readonly before: number; readonly after: number } | null> {
  const text = trimText(memo)
  if (text === '' || text.length > 255) throw new OperationError('invalid')
  const posted = await post(call, {
    ledger: call.scope.registry.require(`member/${asset}_log`),
    document: { kind: source, id: sn, no: null },
    entries: [{ line: 0, leg: null, values: { user_id: userId, [asset]: amount, memo: text } }],
    input: {},
    undoes: null,
  })
  const member = await call.trx.selectFrom('user').select('erased_time').where('id', '=', userId).executeTakeFirst()
  // Guard T85: nothing is paid into the account of a deleted member, which nobody could pay out.
  // Without: void member
  if (member && member.erased_time !== null)
    throw new OperationError('bad_state', { sentence: t(call.scope.language, 'erasure.done') })
  const [row] = posted.rows
  return row ? { before: Number(row['before']), after: Number(row['after']) } : null
}

/** Sources that only this module has. */
const ownSources: readonly string[] = [moneyLogOptions.source.adjust, moneyLogOptions.source.check_in]
const sources: readonly string[] = Object.values(moneyLogOptions.source).filter(
  (source) => !ownSources.includes(source),
)

/** Other modules change assets: see the contract. */
export const wallet: Wallet = {
  locks: 'member/user',
  async change(call, change) {
    const { scope, trx } = call
    const { asset, userId, amount, source, sn } = change
    if (!isChange(change)) throw new OperationError('invalid')
    // Guard T85: of two calls for one source and number, the second one waits, and finds the row of the first.
    await lockRows(scope, trx, 'member/user', [userId], 'write')
    const former = await trx
      .selectFrom(`user_${asset}_log`)
      .select(['user_id', `${asset} as amount`])
      .where('source', '=', source)
      .where('sn', '=', sn)
      .executeTakeFirst()
    if (former) {
      if (Number(former['user_id']) === userId && Number(former['amount']) === amount) return null
      throw new OperationError('bad_state', { sentence: t(scope.language, 'wallet.other', { source, sn }) })
    }
    return changeAsset(call, change).catch((error: unknown) => {
      const available = error instanceof OperationError ? error.details.short?.[0]?.available : undefined
      if (available === undefined || !(error instanceof OperationError)) throw error
      throw new OperationError('stock_short', {
        ...error.details,
        sentence: t(scope.language, `wallet.short.${asset}`, {
          available,
          needed: decimalText(-amount, digitsOf[asset]),
        }),
      })
    })
  },
}

const isChange = ({ amount, source, sn }: WalletChange): boolean =>
  Number.isSafeInteger(amount) && amount !== 0 && Number.isSafeInteger(sn) && sn > 0 && sources.includes(source)
