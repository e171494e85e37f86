import { isEmpty, optionOf } from '../../../protocol/index.ts'
import { Blank } from '../Blank.tsx'
import type { CellProps } from '../renderer.ts'
import { OptionLabel } from './OptionLabel.tsx'
import { SwitchCell } from './SwitchCell.tsx'
import { switchPair } from './switch-pair.ts'

/** The option as a tag; a 0/1 field with the switch widget can be switched in place. */
export function EnumCell(props: CellProps) {
  const { value, field, locale, change } = props
  const pair = field.widget === 'switch' ? switchPair(field.options ?? []) : null
  if (pair && change) return <SwitchCell {...props} pair={pair} change={change} />
  if (isEmpty(value)) return <Blank />
  const option = optionOf(field, value)
  return option ? (
    <OptionLabel option={option} language={locale.language} />
  ) : (
    <span className="cell-text">{String(value)}</span>
  )
}
