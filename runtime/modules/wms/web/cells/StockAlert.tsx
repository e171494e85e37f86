import { optionOf, type OptionModel } from 'tablewright/protocol'
import { OptionLabel, type CellProps } from 'tablewright/web'

const outOfStock: OptionModel = {
  name: 'out',
  value: 2,
  label: { 'zh-cn': '缺货', en: 'Out of stock' },
  tone: 'danger',
}

/** The alert of a product's stock. Without a safety stock no alert opens, yet nothing on hand is not "sufficient". */
export function StockAlert({ value, field, row, locale }: CellProps) {
  const option = Number(row['total_stock_num']) === 0 ? outOfStock : optionOf(field, value)
  return option ? <OptionLabel option={option} language={locale.language} /> : null
}
