import { HTMLSelect } from '@blueprintjs/core'
import { useCellT } from './cell-texts.ts'
import type { FilterProps } from './renderer.ts'

/** Asks only whether there is a value. */
export function FilledFilter({ id, value, onChange }: FilterProps) {
  const t = useCellT()
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
      <option value="">{t('any')}</option>
      <option value="NULL">{t('empty')}</option>
      <option value="NOT NULL">{t('filled')}</option>
    </HTMLSelect>
  )
}
