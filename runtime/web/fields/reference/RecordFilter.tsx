import { useCellT } from '../cell-texts.ts'
import type { FilterProps } from '../renderer.ts'
import { RecordChoice } from './RecordChoice.tsx'

/** The picker of the form without conditions that depend on a record. */
export function RecordFilter({ id, field: { relation }, operator, value, onChange, locale }: FilterProps) {
  const t = useCellT()
  if (!relation) return null
  return (
    <RecordChoice
      relation={relation}
      control={{
        id,
        disabled: false,
        'aria-invalid': undefined,
        'aria-describedby': undefined,
        'aria-required': undefined,
      }}
      value={value ? String(value.val) : null}
      onChange={(val) => onChange(val === null ? null : { operator, val })}
      locale={locale}
      placeholder={t('any')}
    />
  )
}
