import { InputGroup } from '@blueprintjs/core'
import { useCellTexts } from '../cell-texts.ts'
import type { FilterProps } from '../look.ts'
import { rangeOf, rangeText } from '../range.ts'

interface MomentFilterProps extends FilterProps {
  readonly picker: 'date' | 'time' | 'text'
}

/** Days from … to. */
export function DateFilter(props: FilterProps) {
  return <MomentFilter {...props} picker="date" />
}

/** Times of day from … to. */
export function TimeFilter(props: FilterProps) {
  return <MomentFilter {...props} picker="time" />
}

/** Years from … to. */
export function YearFilter(props: FilterProps) {
  return <MomentFilter {...props} picker="text" />
}

function MomentFilter({ picker, id, field, operator, value, onChange, site }: MomentFilterProps) {
  const say = useCellTexts()
  const isRange = operator === 'RANGE' || operator === 'NOT RANGE'
  const [from, to] = isRange ? rangeOf(value) : [String(value?.val ?? ''), '']
  const input = (end: 'from' | 'to', text: string, put: (text: string) => void) => (
    <InputGroup
      id={end === 'from' ? id : `${id}-to`} fill type={picker} step={picker === 'time' ? 1 : undefined} value={text}
      aria-label={isRange ? `${field.label[site.language]} ${say(end)}` : undefined} onChange={(event) => put(event.target.value)}
    />
  )
  if (!isRange) return input('from', from, (text) => onChange(text === '' ? null : { operator, val: text }))
  return (
    <div className="filter-range">
      {input('from', from, (text) => onChange(rangeText(operator, text, to)))}
      <span aria-hidden>–</span>
      {input('to', to, (text) => onChange(rangeText(operator, from, text)))}
    </div>
  )
}
