/** Members add money to their balance: what this module itself is paid for. The object is the member. */
import { decimalText } from 'tablewright/protocol'
import {
  lockRows,
  OperationError,
  type ContractCall,
  type PayProject,
  type PayRefund,
  type WalletSource,
} from 'tablewright/server'
import { t } from './i18n.ts'
import type { LogRow, PayCall } from './payment.ts'
import { openPayment } from './payments/open.ts'
import { isRechargeOn, rechargeLimits } from './settings.ts'

export const rechargeName = 'recharge'

export const recharge: PayProject = {
  name: rechargeName,
  label: { 'zh-cn': '余额充值', en: 'Balance top-up' },
  locks: 'member/user',
  isRepeatable: true,
  lock: ({ scope, trx }, ids) => lockRows(scope, trx, 'member/user', ids, 'write'),
  onPaid: (call, { id, objectId, amount }) => change(call, { userId: objectId, amount, source: 'recharge', sn: id }),
  // The balance takes money at any time, unless the member was deleted meanwhile.
  onLate: async (_call, { userId }) => (userId === 0 ? 'refund' : 'accept'),
  onRefunded: async () => {},
  // Money that was spent meanwhile cannot be paid back.
  onRefundStarted: (call, refund) => change(call, changeOf(refund, -1, 'refund')),
  onRefundFailed: (call, refund) => change(call, changeOf(refund, 1, 'refund_failed')),
}

interface BalanceChange {
  readonly userId: number
  readonly amount: number
  readonly source: WalletSource
  readonly sn: number
}

const changeOf = ({ id, log, amount }: PayRefund, sign: 1 | -1, source: WalletSource): BalanceChange => ({
  userId: log.objectId,
  amount: sign * amount,
  source,
  sn: id,
})

async function change(call: ContractCall, balanceChange: BalanceChange): Promise<void> {
  const { wallet, language } = call.scope
  if (!wallet) throw new OperationError('bad_state', { sentence: t(language, 'recharge.off') })
  const memo = t(language, balanceChange.source === 'recharge' ? 'memo.recharge' : 'memo.recharge_refund')
  await wallet.change(call, { asset: 'money', memo, ...balanceChange })
}

/**
 * The open payment of a member for that many cents.
 * @throws an OperationError: `bad_state` while the site has it switched off, `invalid` outside of its limits
 */
export async function openRecharge(call: PayCall, userId: number, amount: number): Promise<LogRow> {
  const { scope } = call
  const { language } = scope
  if (!isRechargeOn(scope) || !scope.wallet)
    throw new OperationError('bad_state', { sentence: t(language, 'recharge.off') })
  const { minimum, maximum } = rechargeLimits(scope)
  if (amount < minimum || amount > maximum)
    throw new OperationError('invalid', {
      errors: {
        amount: t(language, 'recharge.limits', { minimum: decimalText(minimum, 2), maximum: decimalText(maximum, 2) }),
      },
    })
  return openPayment(call, {
    project: rechargeName,
    objectId: userId,
    userId,
    title: t(language, 'recharge.title'),
    amount,
    currency: 'RMB',
  })
}
