// Made by tablewright generate from schemas/wms/text · do not edit · c7872ffe07af640b

import type { Text } from 'tablewright/protocol'

export const wmsMessages = {
  'audit.own': { 'zh-cn': '制单人不能审核自己的单据。', en: 'You cannot audit an order you created yourself.' },
  'expiry.recomputed': { 'zh-cn': '已更新 {{count}} 个库存批次。', en: 'Stock batches updated: {{count}}.' },
  'issue.expired': { 'zh-cn': '{{what}}：未过期 {{available}}，需要 {{wanted}}。', en: '{{what}}: {{available}} not expired, {{wanted}} required.' },
  'issue.expired_right': { 'zh-cn': '您没有“过期商品出库”权限。', en: 'You need the permission “Issue expired goods”.' },
  'issue.over': { 'zh-cn': '实际数量不能超过计划数量。', en: 'You cannot issue more than planned.' },
  'location.holds': {
    'zh-cn': '此处仍有库存 {{quantity}}，停用后不能再入库。',
    en: 'It still holds {{quantity}} in stock. Once disabled, it can no longer receive stock.',
  },
  'low.content': {
    'zh-cn': '{{product_no}} {{name}} 现有 {{total}}，低于安全库存 {{safety}}。',
    en: '{{product_no}} {{name}}: {{total}} on hand, below the safety stock of {{safety}}.',
  },
  'low.title': { 'zh-cn': '库存不足：{{name}}', en: 'Low stock: {{name}}' },
  'product.deleted': { 'zh-cn': '商品已删除。', en: 'This product has been deleted.' },
  'product.off_shelf': { 'zh-cn': '“{{name}}”已下架，不能销售出库。', en: '“{{name}}” is off shelf and cannot be sold.' },
  'receipt.covered': {
    'zh-cn': '“{{product}}”：{{source}} 计划 {{planned}}，已收 {{received}}，补单（{{numbers}}）共 {{covered}}，合计超过计划。请减少其中的数量。',
    en: '“{{product}}”: {{source}} has {{planned}} planned and {{received}} received, and {{covered}} on remainder orders ({{numbers}}). Reduce one of them.',
  },
  'receipt.double': {
    'zh-cn': '该供应商已有外部单号为“{{order_sn}}”的入库单：{{numbers}}。',
    en: 'This supplier already has orders with the external no. “{{order_sn}}”: {{numbers}}.',
  },
  'receipt.ordered': { 'zh-cn': '未到数量已补单：{{number}}。', en: 'The remainder is already on {{number}}.' },
  'receipt.over': { 'zh-cn': '实际数量超过计划数量，您没有“超收”权限。', en: 'More than planned. You need the permission “Over-receive”.' },
  'receipt.over_remark': { 'zh-cn': '超收时须在该行填写备注。', en: 'To receive more than planned, enter a note on the line.' },
  'receipt.remains': { 'zh-cn': '下次审核时会计入补单：{{numbers}}。', en: 'Remainder orders count at the next audit: {{numbers}}.' },
  'shelf.closed': { 'zh-cn': '“{{place}}”已停用，不能入库。', en: '“{{place}}” is disabled and cannot receive stock.' },
  'shelf.missing': { 'zh-cn': '请选择货架；该商品没有默认货架。', en: 'Choose a shelf; the product has no default shelf.' },
  'shelf.needed': { 'zh-cn': '请选择货架。', en: 'Choose a shelf.' },
  'stocktake.draft': { 'zh-cn': '请先开始盘点。', en: 'Start the count first.' },
  'stocktake.gone': { 'zh-cn': '第 {{line}} 行来自账面库存，不能删除。', en: 'Line {{line}} comes from the book stock and cannot be removed.' },
  'stocktake.moved': { 'zh-cn': '盘点后有出入库，请重新盘点：{{places}}。', en: 'Stock has changed since the count. Recount: {{places}}.' },
  'stocktake.outside': { 'zh-cn': '“{{place}}”不在盘点范围内。', en: '“{{place}}” is outside the scope of this stocktake.' },
  'stocktake.still': { 'zh-cn': '盘点后库存没有变动。', en: 'No stock has changed since the count.' },
  'stocktake.too_many': {
    'zh-cn': '盘点范围超过 {{limit}} 行，请按库区、货架或商品分开盘点。',
    en: 'The scope has more than {{limit}} lines. Narrow it to an area, a shelf or products.',
  },
  'stocktake.twice': { 'zh-cn': '该货架上已有此商品的明细行。', en: 'There is already a line for this product on that shelf.' },
  'unit.decimals': {
    'zh-cn': '未完成的单据中，“{{product}}”的数量小数位更多：{{numbers}}。请先修改这些单据。',
    en: 'Open documents contain quantities of “{{product}}” with more decimal places: {{numbers}}. Change those documents first.',
  },
  'unit.posting': {
    'zh-cn': '“{{product}}”的单位是“{{unit}}”，数量 {{quantity}} 的小数位超出该单位。请修改数量。',
    en: '“{{product}}” is counted in “{{unit}}”, and {{quantity}} has too many decimal places for it. Correct the quantity.',
  },
  'unit.uncountable': {
    'zh-cn': '未完成的单据中，“{{product}}”的数量小数位超出新单位：{{numbers}}。请先修改这些单据。',
    en: 'The new unit cannot count quantities of “{{product}}” in open documents: {{numbers}}. Change those documents first.',
  },
} as const satisfies Readonly<Record<string, Text>>
export type WmsMessageKey = keyof typeof wmsMessages
