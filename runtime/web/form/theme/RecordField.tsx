import type { FieldProps } from '@rjsf/utils'
import { useMemo } from 'react'
import { fieldOf, holdsLines } from '../../../protocol/index.ts'
import type { Inside } from '../../fields/input.ts'
import { inputOf } from '../../fields/input-of.ts'
import { isNeeded } from '../required.ts'
import { errorsAt, placesWithin, type ErrorNode } from '../nested-errors.ts'
import { describedBy, shownError } from '../field-errors.ts'
import { useScreen, type RecordScreen } from '../form-context.ts'

/** The one rjsf field of our theme: every property is drawn by the input of its kind. */
export function RecordField({ name, fieldPathId, formData, rawErrors, errorSchema, schema, onChange }: FieldProps) {
  const screen = useScreen()
  const known = fieldOf(screen.view.model, name)
  const required = known !== undefined && (isNeeded(known, schema) || screen.ruled.needed.has(name))
  const field = useMemo(() => known && { ...known, required }, [known, required])
  if (!field) return null
  const Input = inputOf(screen.view.model, field)
  const error = shownError(screen, name, rawErrors)
  const inside = holdsLines(field) ? insideOf(screen, name, errorSchema as ErrorNode | undefined) : undefined
  return (
    <Input
      id={fieldPathId.$id}
      field={field}
      value={formData}
      disabled={screen.isSaving || screen.isLocked || screen.ruled.fixed.has(name)}
      invalid={error !== null}
      describedBy={describedBy(screen, name, error)}
      onChange={(value) => onChange(value, fieldPathId.path)}
      onBlur={() => screen.touch(name)}
      record={screen.view}
      site={screen.site}
      inside={inside}
    />
  )
}

function insideOf(screen: RecordScreen, name: string, errors: ErrorNode | undefined): Inside {
  const problemOf = (place: string) => shownError(screen, `${name}.${place}`, errorsAt(errors, place))
  const places = placesWithin(errors, name)
    .map((place) => place.slice(name.length + 1))
    .filter((place) => place !== '')
  const first = places.find((place) => problemOf(place) !== null)
  return {
    problemOf,
    inputOf,
    touch: (place) => screen.touch(`${name}.${place}`),
    firstWrong: first === undefined ? null : Number(first.split('.')[0]),
    isLocked: screen.isLocked || screen.ruled.fixed.has(name),
    ruledLine: (at) => screen.ruled.lines.get(name)?.[at] ?? null,
  }
}
