import { thousandths } from './quantity.ts'
import { useT } from './texts.ts'
import type { Goods } from './types.ts'

/** From so many thousandths on, nobody needs to know how many there are. */
const plenty = 10_000

/** The stock of goods in words. */
export function StockNote({ goods: { sellable, unit } }: { readonly goods: Pick<Goods, 'sellable' | 'unit'> }) {
  const t = useT()
  const left = thousandths(sellable)
  if (!(left > 0)) return <span className="shop-stock shop-stock-none">{t('sold-out')}</span>
  if (left > plenty) return <span className="shop-stock">{t('in-stock')}</span>
  return <span className="shop-stock shop-stock-few">{t('few-left', { count: sellable, unit: unit ?? '' })}</span>
}
