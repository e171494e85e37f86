import { defineTexts, type TranslationOf } from 'tablewright/web'

const zhCn = {
  title: '检查库存预留',
  loading: '正在加载…',
  lead: '未过期、可出库的库存先供给最早的预留；以下预留缺货。',
  none: '所有预留均有可出库的库存。',
  hold: '预留给',
  product: '商品',
  quantity: '预留',
  missing: '缺少',
  solve: '请补货，或在商品上“解除预留”；解除后相应订单会退款。',
  retry: '重试',
  close: '关闭',
} as const

const en: TranslationOf<typeof zhCn> = {
  title: 'Check stock holds',
  loading: 'Loading…',
  lead: 'Stock that can leave goes to the oldest holds first. These holds lack stock.',
  none: 'There is stock that can leave for every hold.',
  hold: 'Held for',
  product: 'Product',
  quantity: 'Held',
  missing: 'Missing',
  solve: 'Receive more, or use “Break holds” on the product; orders of the shop are paid back then.',
  retry: 'Try again',
  close: 'Close',
}

export const { useT } = defineTexts('wms-holds', { 'zh-cn': zhCn, en })
