import type { FieldProps } from '@rjsf/utils'
import { createElement, useMemo } from 'react'
import { fieldOf, holdsLines } from '../../../protocol/index.ts'
import type { LinesContext } from '../../fields/input.ts'
import { inputOf } from '../../fields/input-of.ts'
import { isRequired } from '../required.ts'
import { errorsAt, placesWithin, type ErrorNode } from '../nested-errors.ts'
import { describedBy, visibleError } from '../field-errors.ts'
import { useFormContext, type FormContextValue } from '../form-context.ts'

/** The one rjsf field of our theme: every property is rendered by the input of its kind. */
export function RecordField({ name, fieldPathId, formData, rawErrors, errorSchema, schema, onChange }: FieldProps) {
  const screen = useFormContext()
  const known = fieldOf(screen.view.model, name)
  const required =
    known !== undefined && (isRequired(known, schema, screen.view.id === null) || screen.rules.needed.has(name))
  const field = useMemo(() => known && { ...known, required }, [known, required])
  if (!field) return null
  const error = visibleError(screen, name, rawErrors)
  const linesContext = holdsLines(field)
    ? linesContextOf(screen, name, errorSchema as ErrorNode | undefined)
    : undefined
  return createElement(inputOf(screen.view.model, field), {
    id: fieldPathId.$id,
    field,
    value: formData,
    disabled: screen.isSaving || screen.isLocked || screen.rules.fixed.has(name),
    invalid: error !== null,
    describedBy: describedBy(screen, name, error),
    onChange: (value) => onChange(value, fieldPathId.path),
    onBlur: () => screen.touch(name),
    record: screen.view,
    locale: screen.locale,
    linesContext,
  })
}

function linesContextOf(screen: FormContextValue, name: string, errors: ErrorNode | undefined): LinesContext {
  const errorOf = (place: string) => visibleError(screen, `${name}.${place}`, errorsAt(errors, place))
  const places = placesWithin(errors, name)
    .map((place) => place.slice(name.length + 1))
    .filter((place) => place !== '')
  const first = places.find((place) => errorOf(place) !== null)
  return {
    errorOf,
    inputOf,
    touch: (place) => screen.touch(`${name}.${place}`),
    firstInvalid: first === undefined ? null : Number(first.split('.')[0]),
    isLocked: screen.isLocked || screen.rules.fixed.has(name),
    rulesOf: (at) => screen.rules.lines.get(name)?.[at] ?? null,
  }
}
