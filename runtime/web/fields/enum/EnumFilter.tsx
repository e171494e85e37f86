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
  const given = value?.val ?? []
  const chosen = typeof given === 'string' ? given.split(',').filter((one) => one !== '') : given
  const toggle = (one: string) => {
    const next = chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]
    onChange(next.length === 0 ? null : { operator, val: next })
  }
  return (
    <div className="filter-boxes" role="group" aria-label={field.label[locale.language]}>
      {field.options?.map((option, at) => (
        <Checkbox
          key={option.name}
          id={at === 0 ? id : undefined}
          inline
          label={option.label[locale.language]}
          checked={chosen.includes(String(option.value))}
          onChange={() => toggle(String(option.value))}
        />
      ))}
    </div>
  )
}
