/** The products issued most, each with a bar that compares it with the first. */
import { formatDecimal, listAddress, useLanguage } from 'tablewright/web'
import { inventoryHistoryOptions } from '#generated/wms/options.ts'
import type { TopProduct } from '../../shared/dashboard.ts'
import { useT } from './texts.ts'

const { form_type: types } = inventoryHistoryOptions
const issues = [types.sales_out, types.outsourcing_out, types.transfer_out].map(String)

export function TopProducts({ products }: { readonly products: readonly TopProduct[] }) {
  const t = useT()
  const language = useLanguage()
  const most = Number(products[0]?.quantity ?? 0)
  return (
    <section className="wms-top tw-card" aria-labelledby="wms-top">
      <h2 id="wms-top">
        {t('top')} <small>{t('top-note')}</small>
      </h2>
      {products.length === 0 && <p className="tw-muted">{t('no-top')}</p>}
      <ol>
        {products.map(({ product_id, product_no, name, quantity }) => (
          <li key={product_id}>
            <a href={movementsOf(product_id)}>
              <span className="wms-top-name">
                <b>{name}</b> <span className="tw-muted">{product_no}</span>
              </span>
              <span className="wms-top-quantity">{formatDecimal(quantity, 0, language)}</span>
              <span className="wms-top-bar" aria-hidden>
                <i style={{ width: `${most > 0 ? (Number(quantity) / most) * 100 : 0}%` }} />
              </span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  )
}

const movementsOf = (product: number): string =>
  listAddress('wms/inventory_history', {
    search: [
      { field: 'product_id', operator: 'eq', val: String(product) },
      { field: 'form_type', operator: 'IN', val: issues },
    ],
  })
