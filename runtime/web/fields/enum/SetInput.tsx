import { Checkbox } from '@blueprintjs/core'
import type { WireValue } from '../../../protocol/index.ts'
import { groupProps, type InputProps } from '../input-props.ts'

/** Several of the listed options, in the order the schema lists them. */
export function SetInput(props: InputProps) {
  const { field, locale, disabled } = props
  const selection = Array.isArray(props.value) ? props.value.map(String) : []
  const toggle = (value: WireValue) => {
    const next = selection.includes(String(value))
      ? selection.filter((item) => item !== String(value))
      : [...selection, String(value)]
    props.onChange(
      (field.options ?? []).filter((option) => next.includes(String(option.value))).map((option) => option.value),
    )
  }
  return (
    <div {...groupProps(props)} className="record-set" onBlur={props.onBlur}>
      {field.options?.map((option) => (
        <Checkbox
          key={option.name}
          inline
          disabled={disabled}
          checked={selection.includes(String(option.value))}
          label={option.label[locale.language]}
          onChange={() => toggle(option.value)}
        />
      ))}
    </div>
  )
}
