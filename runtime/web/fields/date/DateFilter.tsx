import { InputGroup } from '@blueprintjs/core'
import { kinds } from '../../../protocol/index.ts'
import { useCellT } from '../cell-texts.ts'
import type { FilterProps } from '../renderer.ts'
import { rangeOf, rangeText } from '../range.ts'
import { DayInput } from './DayInput.tsx'

/** Days from … to. */
export function DateFilter({ id, field, operator, value, onChange, locale }: FilterProps) {
  const t = useCellT()
  const isRange = operator === 'RANGE' || operator === 'NOT RANGE'
  const [from, to] = isRange ? rangeOf(value) : [String(value?.val ?? ''), '']
  const label = field.label[locale.language]
  if (!isRange)
    return (
      <DayInput
        {...{ id, field, locale, label }}
        placeholder="yyyy-mm-dd"
        day={from}
        onDay={(day) => onChange(day === '' ? null : { operator, val: day })}
      />
    )
  return (
    <div className="filter-range">
      <DayInput
        {...{ id, field, locale }}
        label={`${label} ${t('from')}`}
        placeholder={t('from')}
        day={from}
        onDay={(day) => onChange(rangeText(operator, day, to))}
      />
      <span aria-hidden>–</span>
      <DayInput
        {...{ field, locale }}
        id={`${id}-to`}
        label={`${label} ${t('to')}`}
        placeholder={t('to')}
        day={to}
        onDay={(day) => onChange(rangeText(operator, from, day))}
      />
    </div>
  )
}

/** Times of day or years from … to, typed as text. */
export function MomentFilter({ id, field, operator, value, onChange, locale }: FilterProps) {
  const t = useCellT()
  const isRange = operator === 'RANGE' || operator === 'NOT RANGE'
  const [from, to] = isRange ? rangeOf(value) : [String(value?.val ?? ''), '']
  const input = (bound: 'from' | 'to', text: string, put: (text: string) => void) => {
    const isWrong = text.trim() !== '' && kinds[field.kind].operand(text, field, locale) === null
    return (
      <InputGroup
        id={bound === 'from' ? id : `${id}-to`}
        fill
        autoComplete="off"
        value={text}
        placeholder={isRange ? t(bound) : undefined}
        aria-invalid={isWrong || undefined}
        intent={isWrong ? 'danger' : 'none'}
        aria-label={isRange ? `${field.label[locale.language]} ${t(bound)}` : undefined}
        onChange={(event) => put(event.target.value)}
      />
    )
  }
  if (!isRange) return input('from', from, (text) => onChange(text === '' ? null : { operator, val: text }))
  return (
    <div className="filter-range">
      {input('from', from, (text) => onChange(rangeText(operator, text, to)))}
      <span aria-hidden>–</span>
      {input('to', to, (text) => onChange(rangeText(operator, from, text)))}
    </div>
  )
}
