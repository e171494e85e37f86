import type { FieldProps } from '@rjsf/utils'
import { useMemo } from 'react'
import { fieldOf } from '../../../protocol/index.ts'
import { inputOf } from '../../fields/input-of.ts'
import { isNeeded } from '../needed.ts'
import { describedBy, shownError } from '../problem-view.ts'
import { useScreen } from '../screen.ts'

/** The one rjsf field of our theme: every property is drawn by the input of its kind. */
export function RecordField({ name, fieldPathId, formData, rawErrors, schema, onChange }: FieldProps) {
  const screen = useScreen()
  const known = fieldOf(screen.view.model, name)
  const required = known !== undefined && isNeeded(known, schema)
  const field = useMemo(() => known && { ...known, required }, [known, required])
  if (!field) return null
  const Input = inputOf(screen.view.model, field)
  const error = shownError(screen, name, rawErrors)
  return (
    <Input
      id={fieldPathId.$id} field={field} value={formData} disabled={screen.isSaving} invalid={error !== null} describedBy={describedBy(screen, name, error)}
      onChange={(value) => onChange(value, fieldPathId.path)} onBlur={() => screen.touch(name)} record={screen.view} site={screen.site}
    />
  )
}
