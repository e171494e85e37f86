/** Settings of a site for payments, as far as no provider has them. */
import type { ModuleSetting } from 'tablewright/server'
import type { Scope } from '#generated/pay/server.ts'

export const paymentSettings = {
  pay_expiry: {
    type: 'number',
    initial: 30,
    minimum: 5,
    maximum: 1440,
    title: { 'zh-cn': '支付有效期（分钟）', en: 'Time to pay (minutes)' },
    tip: {
      'zh-cn': '超过此时间未支付的单据将关闭；关闭后到账的款项由相应业务决定接受或退回。',
      en: 'Unpaid payments are closed afterwards. Money that arrives later is accepted or paid back.',
    },
  },
  pay_recharge: {
    type: 'switch',
    initial: true,
    title: { 'zh-cn': '余额充值', en: 'Top-up of balances' },
    tip: {
      'zh-cn': '会员可以为自己的余额充值。',
      en: 'Members can add money to their balance.',
    },
  },
  pay_recharge_minimum: {
    type: 'number',
    initial: 1,
    minimum: 1,
    maximum: 100_000,
    title: { 'zh-cn': '单次充值最低（元）', en: 'Smallest top-up (CNY)' },
  },
  pay_recharge_maximum: {
    type: 'number',
    initial: 5000,
    minimum: 1,
    maximum: 1_000_000,
    title: { 'zh-cn': '单次充值最高（元）', en: 'Largest top-up (CNY)' },
  },
  pay_notify_days: {
    type: 'number',
    isRetention: true,
    initial: 180,
    minimum: 30,
    maximum: 3650,
    title: { 'zh-cn': '渠道通知保留（天）', en: 'Retention of provider notifications (days)' },
  },
} as const satisfies Readonly<Record<string, ModuleSetting>>

const numberOf = ({ settings: { own } }: Pick<Scope, 'settings'>, name: keyof typeof paymentSettings): number =>
  Number(own[name] ?? paymentSettings[name].initial)

export const expirySeconds = (scope: Pick<Scope, 'settings'>): number => numberOf(scope, 'pay_expiry') * 60

export const notifyDays = (scope: Pick<Scope, 'settings'>): number => numberOf(scope, 'pay_notify_days')

export const isRechargeOn = ({ settings: { own } }: Pick<Scope, 'settings'>): boolean =>
  (own['pay_recharge'] ?? paymentSettings.pay_recharge.initial) === true

/** In cents. */
export const rechargeLimits = (
  scope: Pick<Scope, 'settings'>,
): { readonly minimum: number; readonly maximum: number } => ({
  minimum: numberOf(scope, 'pay_recharge_minimum') * 100,
  maximum: numberOf(scope, 'pay_recharge_maximum') * 100,
})
