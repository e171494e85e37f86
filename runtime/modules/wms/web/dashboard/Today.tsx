/** What came and went today, beside yesterday, and what the stock is worth. */
import { formatDecimal, listAddress, useLanguage } from 'tablewright/web'
import type { Filter } from 'tablewright/protocol'
import { inventoryHistoryOptions } from '#generated/wms/options.ts'
import type { Period } from '../../shared/dashboard.ts'
import { useT } from './texts.ts'
import { useAmount } from './use-amount.ts'

const { form_type: types } = inventoryHistoryOptions
const receipts = [types.purchase_in, types.outsourced_in, types.return_in]
const issues = [types.sales_out, types.outsourcing_out, types.transfer_out]

export interface TodayProps {
  /** The last 30 days, today last; null = not for this account, or not loaded. */
  readonly days: readonly Period[] | null
  /** Yuan; null = not for this account. */
  readonly value: string | null
}

export function Today({ days, value }: TodayProps) {
  const t = useT()
  const language = useLanguage()
  const amount = useAmount()
  const [today, yesterday] = [days?.at(-1), days?.at(-2)]
  const figure = (text: string): string => formatDecimal(text, 0, language)
  return (
    <ul className="wms-today">
      {today && yesterday && (
        <>
          <Card
            href={movementsOf(today.name, receipts)}
            label={t('received-today')}
            figure={figure(today.in_quantity)}
            note={t('yesterday', { value: figure(yesterday.in_quantity) })}
          />
          <Card
            href={movementsOf(today.name, issues)}
            label={t('issued-today')}
            figure={figure(today.out_quantity)}
            note={t('yesterday', { value: figure(yesterday.out_quantity) })}
          />
        </>
      )}
      {value !== null && (
        <Card href={listAddress('wms/stock', {})} label={t('value')} figure={amount(value)} note={t('value-note')} />
      )}
    </ul>
  )
}

interface CardProps {
  readonly href: string
  readonly label: string
  readonly figure: string
  readonly note: string
}

function Card({ href, label, figure, note }: CardProps) {
  return (
    <li>
      <a className="wms-card tw-card" href={href}>
        <span className="wms-card-label">{label}</span>
        <span className="wms-figure">{figure}</span>
        <span className="wms-card-note">{note}</span>
      </a>
    </li>
  )
}

function movementsOf(day: string, formTypes: readonly number[]): string {
  const search: readonly Filter[] = [
    { field: 'form_type', operator: 'IN', val: formTypes.map(String) },
    { field: 'createtime', operator: 'RANGE', val: [`${day} 00:00:00`, `${day} 23:59:59`] },
  ]
  return listAddress('wms/inventory_history', { search, exact: true })
}
