import { HTMLSelect } from '@blueprintjs/core'
import { useCellTexts } from '../cell-texts.ts'
import type { FilterProps } from '../renderer.ts'

/** Asks only whether there is a value. */
export function FilledFilter({ id, value, onChange }: FilterProps) {
  const say = useCellTexts()
  return (
    <HTMLSelect
      id={id}
      fill
      value={value?.operator ?? ''}
      onChange={(event) =>
        onChange(
          event.target.value === ''
            ? null
            : { operator: event.target.value === 'NULL' ? 'NULL' : 'NOT NULL', val: 'true' },
        )
      }
    >
      <option value="">{say('any')}</option>
      <option value="NULL">{say('empty')}</option>
      <option value="NOT NULL">{say('filled')}</option>
    </HTMLSelect>
  )
}
