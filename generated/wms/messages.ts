// Made by tablewright generate from schemas/wms/text · do not edit · 36be0262d3026e40

import type { Text } from 'tablewright/protocol'

export const wmsMessages = {
  'audit.own': { 'zh-cn': '制单人不能审核自己的单据。', en: 'Whoever made an order cannot audit it.' },
  'expiry.recomputed': { 'zh-cn': '更改了 {{count}} 个库存批次。', en: '{{count}} layers in stock have changed.' },
  'issue.expired': { 'zh-cn': '{{what}}：未过期的有 {{available}}，需要 {{wanted}}。', en: '{{what}}: {{available}} not expired, {{wanted}} wanted.' },
  'issue.expired_right': { 'zh-cn': '过期商品出库须有权限。', en: 'Letting expired goods go takes a right.' },
  'issue.over': { 'zh-cn': '实际数量不能超过计划数量。', en: 'No more than planned can leave.' },
  'location.holds': { 'zh-cn': '停用后不能再入库；此处仍有库存 {{quantity}}。', en: 'Nothing may come in any more; there is still stock of {{quantity}} here.' },
  'low.content': {
    'zh-cn': '{{product_no}} {{name}} 现有 {{total}}，低于安全库存 {{safety}}。',
    en: '{{product_no}} {{name}}: {{total}} on hand, below the safety stock of {{safety}}.',
  },
  'low.title': { 'zh-cn': '库存不足：{{name}}', en: 'Low stock: {{name}}' },
  'product.deleted': { 'zh-cn': '商品已删除。', en: 'The product was deleted.' },
  'product.off_shelf': { 'zh-cn': '“{{name}}”已下架，不能销售出库。', en: '“{{name}}” is off shelf and cannot be sold.' },
  'receipt.double': {
    'zh-cn': '该供应商已有外部单号为“{{order_sn}}”的入库单：{{numbers}}。',
    en: 'This supplier has orders with the outside number “{{order_sn}}” already: {{numbers}}.',
  },
  'receipt.ordered': { 'zh-cn': '已经补单：{{number}}。', en: 'The remainder was ordered already: {{number}}.' },
  'receipt.over': { 'zh-cn': '实际数量超过计划数量，超收须有权限。', en: 'More than planned; that takes the right to receive more.' },
  'receipt.over_remark': { 'zh-cn': '超收须在该行填写备注。', en: 'Receiving more than planned takes a remark on the line.' },
  'shelf.closed': { 'zh-cn': '“{{place}}”已停用，不能再放入商品。', en: '“{{place}}” is disabled; no goods may come in.' },
  'shelf.missing': { 'zh-cn': '没有货架，商品也没有默认货架。', en: 'No shelf, and the product has no default one.' },
  'shelf.needed': { 'zh-cn': '请选择货架。', en: 'Choose a shelf.' },
  'stocktake.draft': { 'zh-cn': '请先开始盘点。', en: 'Start the count first.' },
  'stocktake.gone': { 'zh-cn': '第 {{line}} 行是账面上的货位，不能删除。', en: 'Line {{line}} is a place of the books and stays.' },
  'stocktake.moved': { 'zh-cn': '盘点后有出入库，请重新盘点：{{places}}。', en: 'Stock has moved since it was counted; count again: {{places}}.' },
  'stocktake.outside': { 'zh-cn': '“{{place}}”不在盘点范围内。', en: '“{{place}}” is not among the places counted.' },
  'stocktake.still': { 'zh-cn': '盘点后没有货位变动。', en: 'No stock has moved since the count.' },
  'stocktake.too_many': {
    'zh-cn': '范围内的货位多于 {{limit}} 个，请按库区、货架或商品分开盘点。',
    en: 'There are more than {{limit}} places; count by area, shelf or product.',
  },
  'stocktake.twice': { 'zh-cn': '该商品在这个货架上已有一行。', en: 'This product already has a line on that shelf.' },
} as const satisfies Readonly<Record<string, Text>>
export type WmsMessageKey = keyof typeof wmsMessages
