/** Settings of a site for its warehouse. */
import type { ModuleSetting } from 'tablewright/server'
import type { Scope } from '#generated/wms/server.ts'

export const warehouseSettings = {
  wms_stocktake: {
    type: 'switch',
    initial: false,
    pages: ['wms/stocktake'],
    title: { 'zh-cn': '盘点', en: 'Stocktakes' },
    tip: {
      'zh-cn': '开启后菜单中显示盘点单，差异以“盘点”记入库存流水。',
      en: 'Adds stocktakes to the menu; differences appear in the inventory history as “Stocktake”.',
    },
  },
  wms_four_eyes: {
    type: 'switch',
    initial: false,
    title: { 'zh-cn': '审核须由他人完成', en: 'Audit by a second person' },
    tip: {
      'zh-cn': '制单人不能审核自己的入库单和出库单；超级管理员除外。',
      en: 'You cannot audit inbound and outbound orders you created; super administrators can.',
    },
  },
  wms_over_receipt: {
    type: 'number',
    initial: 0,
    minimum: 0,
    maximum: 100,
    title: { 'zh-cn': '允许超收（%）', en: 'Over-receipt allowed (%)' },
    tip: {
      'zh-cn': '实际数量最多可超出计划数量的百分比；超出此值须有“超收”权限并填写备注。',
      en:
        'How far receipts may exceed the plan, in percent. ' +
        'Beyond that, the permission “Over-receive” and a note are required.',
    },
  },
  wms_expiry_warn_days: {
    type: 'number',
    initial: 30,
    minimum: 0,
    maximum: 365,
    title: { 'zh-cn': '临期预警（天）', en: 'Expiry warning (days)' },
    tip: {
      'zh-cn': '到期前多少天开始预警，但不超过保质期的三分之一。只影响之后的入库。',
      en: 'Days before expiry when alerts start, at most a third of the shelf life. Applies to later receipts only.',
    },
  },
  wms_sale_days: {
    type: 'number',
    initial: 0,
    minimum: 0,
    maximum: 365,
    title: { 'zh-cn': '销售剩余保质期（天）', en: 'Shelf life left when sold (days)' },
    tip: {
      'zh-cn': '为销售单据预留库存时，批次至少还要有这么多天才到期。',
      en: 'Batches that expire sooner are not held for sales orders.',
    },
  },
  wms_hold_days: {
    type: 'number',
    initial: 730,
    minimum: 90,
    maximum: 3650,
    title: { 'zh-cn': '库存预留记录保留（天）', en: 'Stock hold retention (days)' },
    tip: {
      'zh-cn': '已出库且已发货的库存预留，超过此天数后每晚清理；预留中的不受影响。',
      en: 'Holds of shipped orders that are older are removed every night. Holds that are in force stay.',
    },
  },
} as const satisfies Readonly<Record<string, ModuleSetting>>

export interface WarehouseSettings {
  readonly fourEyes: boolean
  /** Hundredths of a percent. */
  readonly overReceipt: number
  readonly expiryWarnDays: number
  /** Days that goods keep at least when they are sold. */
  readonly saleDays: number
  /** Days for which holds of shipped orders are stored. */
  readonly holdDays: number
}

export function settings({ settings: { own } }: Pick<Scope, 'settings'>): WarehouseSettings {
  return {
    fourEyes: own['wms_four_eyes'] === true,
    overReceipt: Math.round(Number(own['wms_over_receipt'] ?? 0) * 100),
    expiryWarnDays: Number(own['wms_expiry_warn_days'] ?? warehouseSettings.wms_expiry_warn_days.initial),
    saleDays: Number(own['wms_sale_days'] ?? 0),
    holdDays: Number(own['wms_hold_days'] ?? warehouseSettings.wms_hold_days.initial),
  }
}
