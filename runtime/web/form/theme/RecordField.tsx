import type { FieldProps } from '@rjsf/utils'
import { createElement, memo, useCallback, useMemo, type ComponentType } from 'react'
import { fieldOf, holdsLines, type FieldModel } from '../../../protocol/index.ts'
import type { InputProps, LinesContext } from '../../fields/input-props.ts'
import { inputOf } from '../../fields/input-of.ts'
import { isRequired } from '../required.ts'
import { errorsAt, placesWithin, type ErrorNode } from '../nested-errors.ts'
import { describedBy, visibleError } from '../field-errors.ts'
import { useLatest } from '../../core/react/use-latest.ts'
import { useFormContext, type FormContextValue } from '../form-context.ts'

/** The one rjsf field of our theme: every property is rendered by the input of its kind. */
export function RecordField({ name, fieldPathId, rawErrors, errorSchema, schema }: FieldProps) {
  const screen = useFormContext()
  const known = fieldOf(screen.view.model, name)
  const required =
    known !== undefined && (isRequired(known, schema, screen.view.id === null) || screen.rules.needed.has(name))
  const field = useMemo(() => known && { ...known, required }, [known, required])
  const linesContext = useLinesContext(screen, known, errorSchema as ErrorNode | undefined)
  const latest = useLatest({ put: screen.put, touch: screen.touch })
  const change = useCallback((value: unknown) => latest.current.put(name, value), [latest, name])
  const blur = useCallback(() => latest.current.touch(name), [latest, name])
  if (!field) return null
  const error = visibleError(screen, name, rawErrors)
  return (
    <FieldInput
      input={inputOf(screen.view.model, field)}
      id={fieldPathId.$id}
      field={field}
      value={screen.view.valueOf(name)}
      disabled={screen.isSaving || screen.isLocked || screen.rules.fixed.has(name)}
      invalid={error !== null}
      describedBy={describedBy(screen, name, error)}
      onChange={change}
      onBlur={blur}
      record={screen.view}
      locale={screen.locale}
      linesContext={linesContext}
    />
  )
}

type LinesScreen = Pick<FormContextValue, 'touched' | 'isTried' | 'isLocked' | 'rules' | 'locale' | 'touch'>

interface FieldInputProps extends InputProps {
  readonly input: ComponentType<InputProps>
}

/** Rendered again only when something changes that the input can show, so not with every key in another field. */
const FieldInput = memo(function FieldInput({ input, ...props }: FieldInputProps) {
  return createElement(input, props)
}, areEqual)

function areEqual({ record, ...props }: FieldInputProps, next: FieldInputProps): boolean {
  return (
    Object.entries(props).every(([name, value]) => Object.is(value, next[name as keyof FieldInputProps])) &&
    (record === next.record ||
      (!readsOtherFields(next.field) && record.row === next.record.row && record.model === next.record.model))
  )
}

/** Widgets of modules may read any value of the record; of ours only references whose choice depends on others do. */
const readsOtherFields = ({ widget, relation }: InputProps['field']): boolean =>
  widget !== undefined || relation?.filter.some((filter) => filter.field !== undefined) === true

/** The context of a field with lines, the same object while nothing in it changes; undefined for all others. */
function useLinesContext(
  { touched, isTried, isLocked, rules, locale, touch }: FormContextValue,
  field: FieldModel | undefined,
  errors: ErrorNode | undefined,
): LinesContext | undefined {
  const latestTouch = useLatest(touch)
  return useMemo(
    () =>
      field && holdsLines(field)
        ? linesContextOf(
            { touched, isTried, isLocked, rules, locale, touch: (name) => latestTouch.current(name) },
            field.name,
            errors,
          )
        : undefined,
    [touched, isTried, isLocked, rules, locale, latestTouch, field, errors],
  )
}

const none: Readonly<Record<string, string>> = {}

function linesContextOf(screen: LinesScreen, name: string, errors: ErrorNode | undefined): LinesContext {
  const errorOf = (place: string) => visibleError(screen, `${name}.${place}`, errorsAt(errors, place))
  const errorsOf = (index: number) =>
    Object.fromEntries(
      Object.keys(errors?.[index] ?? {}).flatMap((part) => {
        const error = errorOf(`${index}.${part}`)
        return error === null ? [] : [[part, error]]
      }),
    )
  const places = placesWithin(errors, name)
    .map((place) => place.slice(name.length + 1))
    .filter((place) => place !== '')
  const first = places.find((place) => errorOf(place) !== null)
  return {
    errorsOf: (index) => (errors?.[index] ? errorsOf(index) : none),
    inputOf,
    touch: (place) => screen.touch(`${name}.${place}`),
    firstInvalid: first === undefined ? null : Number(first.split('.')[0]),
    isLocked: screen.isLocked || screen.rules.fixed.has(name),
    rulesOf: (index) => screen.rules.lines.get(name)?.[index] ?? null,
  }
}
