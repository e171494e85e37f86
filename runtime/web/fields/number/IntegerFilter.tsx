import { InputGroup } from '@blueprintjs/core'
import { kinds } from '../../../protocol/index.ts'
import { useCellT } from '../cell-texts.ts'
import type { FilterProps } from '../renderer.ts'
import { rangeOf, rangeText } from '../range.ts'

/** A number, or the two ends of a range of which one may be open. Full-width digits are accepted. */
export function NumberFilter(props: FilterProps) {
  const { id, operator, value, onChange } = props
  const t = useCellT()
  if (operator !== 'RANGE' && operator !== 'NOT RANGE') {
    const text = String(value?.val ?? '')
    return (
      <NumberInput
        {...props}
        id={id}
        text={text}
        onText={(next) => onChange(next === '' ? null : { operator, val: next })}
      />
    )
  }
  const [from, to] = rangeOf(value)
  const put = (low: string, high: string) => onChange(rangeText(operator, low, high))
  return (
    <div className="filter-range">
      <NumberInput {...props} id={id} text={from} placeholder={t('from')} onText={(text) => put(text, to)} />
      <span aria-hidden>–</span>
      <NumberInput {...props} id={`${id}-to`} text={to} placeholder={t('to')} onText={(text) => put(from, text)} />
    </div>
  )
}

interface NumberInputProps extends FilterProps {
  readonly text: string
  readonly placeholder?: string
  readonly onText: (text: string) => void
}

function NumberInput({ id, field, locale, text, placeholder, onText }: NumberInputProps) {
  const t = useCellT()
  const isWrong = text.trim() !== '' && kinds[field.kind].operand(text, field, locale) === null
  return (
    <InputGroup
      id={id}
      fill
      inputMode="decimal"
      autoComplete="off"
      value={text}
      placeholder={placeholder}
      intent={isWrong ? 'danger' : 'none'}
      aria-label={placeholder ? `${field.label[locale.language]} ${placeholder}` : undefined}
      aria-invalid={isWrong || undefined}
      title={isWrong ? t('notANumber') : undefined}
      onChange={(event) => onText(event.target.value.replaceAll(/[，,]/g, ''))}
    />
  )
}
