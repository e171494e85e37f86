/** Cells of the list of goods: the price and the switch are changed in place, stock says what of it can be sold. */
import { useState, type KeyboardEvent } from 'react'
import { formatDecimal, isEmpty } from 'tablewright/protocol'
import { OptionLabel, useLanguage, useStaleWhileRevalidate, type CellProps } from 'tablewright/web'
import { Blank, GroupedNumber, SwitchCell } from 'tablewright/web/parts'
import { readSellable } from './sellable.ts'
import './admin.css'
import { useT } from './texts.ts'

/** Whether goods are on sale. */
export function SaleSwitch(props: CellProps) {
  const { field, value, change, locale } = props
  const options = field.options ?? []
  const [on, off] = ['on_sale', 'off_sale'].map((name) => options.find((option) => option.name === name))
  if (change && on && off) return <SwitchCell {...props} pair={{ on, off }} change={change} />
  const option = options.find((candidate) => String(candidate.value) === String(value))
  return option ? <OptionLabel option={option} language={locale.language} /> : <Blank />
}

/** The price, which a press turns into an input: Enter saves, Escape leaves it as it was. */
export function InlinePrice({ value, field, locale, recordName, change }: CellProps) {
  const t = useT()
  const [draft, setDraft] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const text = isEmpty(value) ? '' : formatDecimal(String(value), field.scale ?? 0, locale.language)
  if (!change) return text === '' ? <Blank /> : <GroupedNumber text={text} />
  const name = t('price-of', { title: recordName })
  const leave = (): void => {
    setDraft(null)
    setWrong(false)
  }
  const save = async (): Promise<void> => {
    const typed = (draft ?? '').trim()
    if (isBusy || draft === null) return
    if (typed === String(value)) return leave()
    if (!/^\d{1,9}(?:\.\d{1,2})?$/.test(typed) || Number(typed) === 0) return setWrong(true)
    setBusy(true)
    // The list has shown why it was refused; what was typed stays.
    await change(typed).then(leave, () => setWrong(true))
    setBusy(false)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // The row has keys of its own.
    event.stopPropagation()
    if (event.key === 'Enter') void save()
    if (event.key === 'Escape') leave()
  }
  if (draft === null)
    return (
      <button
        type="button"
        className="shop-price-button"
        aria-label={`${name} ${text}`}
        onClick={() => setDraft(String(value))}
      >
        <GroupedNumber text={text} />
      </button>
    )
  return (
    <input
      // The press asked for it.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      className="bp6-input shop-price-input"
      inputMode="decimal"
      aria-label={name}
      aria-invalid={isWrong || undefined}
      title={isWrong ? t('price-problem') : undefined}
      aria-busy={isBusy || undefined}
      value={draft}
      onChange={(event) => {
        setDraft(event.target.value)
        setWrong(false)
      }}
      onKeyDown={onKeyDown}
      onBlur={() => void save()}
    />
  )
}

/** Stock on hand, and how much of it can be sold where that is less. */
export function StockOfGoods({ value, field, row, locale }: CellProps) {
  const t = useT()
  const language = useLanguage()
  const id = Number(row['id'])
  const stock = `${String(row['version'])} ${String(value)} ${String(row['reserved_num'])}`
  const { value: sellable } = useStaleWhileRevalidate(`shop sellable ${id} ${stock} ${language}`, () =>
    readSellable(id),
  )
  if (isEmpty(value)) return <Blank />
  return (
    <span className="shop-stock-cell">
      <GroupedNumber text={formatDecimal(String(value), field.scale ?? 0, locale.language)} />
      {sellable !== null && (
        <span className={Number(sellable) === 0 ? 'shop-stock-none' : 'tw-muted'}>
          {t('sellable', { quantity: sellable })}
        </span>
      )}
    </span>
  )
}
