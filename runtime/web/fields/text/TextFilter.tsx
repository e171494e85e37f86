import { InputGroup } from '@blueprintjs/core'
import type { FilterProps } from '../renderer.ts'

/** Text to search for; several values of an IN are separated by commas. */
export function TextFilter({ id, field, operator, value, onChange }: FilterProps) {
  const text = typeof value?.val === 'string' ? value.val : (value?.val.join(',') ?? '')
  return (
    <InputGroup
      id={id}
      fill
      autoComplete="off"
      spellCheck={false}
      maxLength={Math.min(field.maxLength ?? 255, 255)}
      value={text}
      onChange={(event) => onChange(event.target.value === '' ? null : { operator, val: event.target.value })}
    />
  )
}
