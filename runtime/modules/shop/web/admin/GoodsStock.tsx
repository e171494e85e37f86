/** Why less of the goods can be sold than is on hand. */
import { Button, Callout } from '@blueprintjs/core'
import { callRoute, errorText, useLanguage, useStaleWhileRevalidate, type PanelProps } from 'tablewright/web'
import { goodsStock } from '../../shared/admin.ts'
import './admin.css'
import { useT } from './texts.ts'

const rows = ['on_hand', 'reserved', 'blocked', 'sellable'] as const

export function GoodsStock({ row }: PanelProps) {
  const id = Number(row['id'])
  const t = useT()
  const language = useLanguage()
  const key = `shop goods stock ${id} ${String(row['version'])} ${language}`
  const { value, error, retry } = useStaleWhileRevalidate(key, () => callRoute(goodsStock, { id }, { quiet: true }))
  if (error !== null && value === null)
    return (
      <Callout compact intent="danger" role="alert">
        {errorText(error)} <Button size="small" text={t('retry')} onClick={retry} />
      </Callout>
    )
  if (!value) return null
  return (
    <dl className="shop-stock-sums">
      {rows.map((name) => (
        <div key={name} data-total={name === 'sellable' || undefined}>
          <dt>{t(`stock-${name}`)}</dt>
          <dd>
            {(name === 'reserved' || name === 'blocked') && Number(value[name]) > 0 && '−'}
            {value[name]} {value.unit}
          </dd>
        </div>
      ))}
    </dl>
  )
}
