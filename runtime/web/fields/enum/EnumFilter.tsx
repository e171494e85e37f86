import { Checkbox, HTMLSelect } from '@blueprintjs/core'
import { useCellT } from '../cell-texts.ts'
import type { FilterProps } from '../renderer.ts'

/** One option from a list, or checkboxes where the operator takes several. */
export function EnumFilter(props: FilterProps) {
  const { operator } = props
  return operator === 'IN' || operator === 'NOT IN' || operator === 'FIND_IN_SET' ? (
    <ManyFilter {...props} />
  ) : (
    <OneFilter {...props} />
  )
}

function OneFilter({ id, field, operator, value, onChange, locale }: FilterProps) {
  const t = useCellT()
  return (
    <HTMLSelect
      id={id}
      fill
      value={String(value?.val ?? '')}
      onChange={(event) => onChange(event.target.value === '' ? null : { operator, val: event.target.value })}
    >
      <option value="">{t('any')}</option>
      {field.options?.map((option) => (
        <option key={option.name} value={String(option.value)}>
          {option.label[locale.language]}
        </option>
      ))}
    </HTMLSelect>
  )
}

function ManyFilter({ id, field, operator, value, onChange, locale }: FilterProps) {
  const raw = value?.val ?? []
  const selection = typeof raw === 'string' ? raw.split(',').filter((part) => part !== '') : raw
  const toggle = (toggled: string) => {
    const next = selection.includes(toggled) ? selection.filter((other) => other !== toggled) : [...selection, toggled]
    onChange(next.length === 0 ? null : { operator, val: next })
  }
  return (
    <div className="filter-boxes" role="group" aria-label={field.label[locale.language]}>
      {field.options?.map((option, index) => (
        <Checkbox
          key={option.name}
          id={index === 0 ? id : undefined}
          inline
          label={option.label[locale.language]}
          checked={selection.includes(String(option.value))}
          onChange={() => toggle(String(option.value))}
        />
      ))}
    </div>
  )
}
