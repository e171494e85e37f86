/** Settings of a site about its shop. */
import type { ModuleSetting } from 'tablewright/server'
import type { Scope } from '#generated/shop/server.ts'

const daySeconds = 86_400

export const shopSettings = {
  shop_pay_minutes: {
    type: 'number',
    initial: 30,
    minimum: 5,
    maximum: 1440,
    title: { 'zh-cn': '付款时限（分钟）', en: 'Time to pay (minutes)' },
    tip: {
      'zh-cn': '超时未付款的订单自动取消，释放库存。',
      en: 'An order that is not paid by then is cancelled, and its stock is free again.',
    },
  },
  shop_confirm_days: {
    type: 'number',
    initial: 10,
    minimum: 1,
    maximum: 60,
    title: { 'zh-cn': '自动确认收货（天）', en: 'Automatic confirmation (days)' },
    tip: {
      'zh-cn': '发货后超过此天数，订单自动完成；退款处理中的除外。',
      en: 'So long after shipping an order is completed, unless a refund is in progress.',
    },
  },
  shop_refund_days: {
    type: 'number',
    initial: 15,
    minimum: 0,
    maximum: 365,
    title: { 'zh-cn': '退款申请期限（天）', en: 'Time to request refunds (days)' },
    tip: { 'zh-cn': '自发货起算。', en: 'Counted from the shipment.' },
  },
  shop_freight_points: {
    type: 'number',
    initial: 100,
    minimum: 1,
    maximum: 100_000,
    title: { 'zh-cn': '运费折合积分（每元）', en: 'Points for freight (per yuan)' },
    tip: {
      'zh-cn': '用积分购买时，运费按此折合为积分，不足 1 积分按 1 积分计。',
      en: 'Freight of orders in points costs so many points for each yuan, rounded up.',
    },
  },
  shop_customer: {
    type: 'string',
    initial: '线上商城',
    maxLength: 64,
    title: { 'zh-cn': '出库单客户', en: 'Customer on outbound orders' },
    tip: {
      'zh-cn': '仓库中以此名称的客户接收商城的出库单；没有时自动添加。',
      en: 'Outbound orders of the shop are for the customer of this name, which is added where it is missing.',
    },
  },
} as const satisfies Readonly<Record<string, ModuleSetting>>

type Site = Pick<Scope, 'settings'>

const numberOf = ({ settings: { own } }: Site, name: keyof typeof shopSettings): number =>
  Number(own[name] ?? shopSettings[name].initial)

export const paySeconds = (site: Site): number => numberOf(site, 'shop_pay_minutes') * 60
export const confirmSeconds = (site: Site): number => numberOf(site, 'shop_confirm_days') * daySeconds
export const refundSeconds = (site: Site): number => numberOf(site, 'shop_refund_days') * daySeconds

/** Points for one yuan of freight. */
export const freightPoints = (site: Site): number => numberOf(site, 'shop_freight_points')

export const customerName = ({ settings: { own } }: Site): string =>
  String(own['shop_customer'] ?? '').trim() || shopSettings.shop_customer.initial
