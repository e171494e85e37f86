/** The title of a text with what tells editors more about it: channel, author, price, sales, and when it is shown. */
import { formatSeconds } from 'tablewright/protocol'
import type { CellProps } from 'tablewright/web'
import { contentOptions } from '#generated/cms/options.ts'
import { useT } from './texts.ts'
import './cells.css'

const { shown: states } = contentOptions

const nameIn = (row: unknown, ...keys: readonly string[]): string => {
  const values = typeof row === 'object' && row !== null ? (row as Readonly<Record<string, unknown>>) : {}
  return String(keys.map((key) => values[key]).find((name) => typeof name === 'string' && name !== '') ?? '')
}

export function TextTitle({ value, row, locale }: CellProps) {
  const t = useT()
  const { shown, price, currency, sales, publish_time: start, offline_time: end } = row
  const isPaid = Number(price ?? 0) > 0
  const time = (seconds: unknown): string => formatSeconds(Number(seconds), locale.timeZone).slice(0, 16)
  const facts = [
    nameIn(row['channel'], 'name'),
    nameIn(row['user'], 'nickname', 'username'),
    row['waiting'] === 1 && t('waiting'),
    shown === states.scheduled && t('from', { time: time(start) }),
    shown === states.expired && t('until', { time: time(end) }),
    shown === states.hidden && t('hidden'),
    isPaid && t(currency === 'integral' ? 'points' : 'money', { price: String(price).replace(/\.00$/, '') }),
    isPaid && Number(sales ?? 0) > 0 && t('sold', { count: Number(sales) }),
  ].filter((fact) => fact !== false && fact !== '')
  return (
    <span className="cms-title" title={String(value ?? '')}>
      <span className="cell-text cms-title-name">{String(value ?? '')}</span>
      <span className="cms-title-facts">{facts.join(' · ')}</span>
    </span>
  )
}
