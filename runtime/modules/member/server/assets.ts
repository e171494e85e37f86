/** Balance and score of members: the one function that changes them, through the ledger kernel. */
import { trimText } from 'tablewright/protocol'
import { OperationError, post, type LedgerCall } from 'tablewright/server'

/** The assets of a member: the balance in cents, the score in points. */
export type Asset = 'money' | 'score'

export interface AssetChange {
  readonly asset: Asset
  readonly userId: number
  /** Cents or points, negative when it is taken. */
  readonly amount: number
  /** 1 to 255 characters, for the member and for administrators. */
  readonly memo: string
  /** What changes it: an option of both logs. Together with the number it changes an asset once. */
  readonly source: 'adjust' | 'check_in'
  readonly sn: number
}

/**
 * Writes a row of the log with the value before and after it, and the new value of the member. Locks the member FOR NO
 * KEY UPDATE. An amount of 0 writes nothing.
 * @returns the value before and after
 * @throws an OperationError: `stock_short` when the value would fall below zero, `bad_state` when the same source and
 * number have changed it already, `not_found` when there is no such member
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
  const [row] = posted.rows
  return row ? { before: Number(row['before']), after: Number(row['after']) } : null
}
