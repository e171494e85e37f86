import { Classes } from '@blueprintjs/core'
import type { FieldTemplateProps } from '@rjsf/utils'
import { fieldOf, holdsLines, type FieldModel } from '../../../protocol/index.ts'
import { labelId } from '../../fields/input-props.ts'
import type { Draft } from '../draft.ts'
import { isRequired } from '../required.ts'
import { visibleError } from '../field-errors.ts'
import { useFormContext } from '../form-context.ts'

/** Label, control, error, help. The label is left of the control on wide forms and above it on narrow ones. */
export function FieldTemplate({ id, fieldPathId, rawErrors, children, schema }: FieldTemplateProps<Draft>) {
  const screen = useFormContext()
  const name = String(fieldPathId.path.at(-1) ?? '')
  const field = fieldOf(screen.view.model, name)
  if (schema.type === 'object' && fieldPathId.path.length === 0) return children
  if (!field) return null
  const { language, t } = screen.locale
  const error = visibleError(screen, name, rawErrors)
  const hasHeading = screen.view.model.form.some((section) => section.grid === name && section.label !== null)
  return (
    <div
      className={[
        'record-field',
        ...(error === null ? [] : ['record-field-wrong']),
        ...(holdsLines(field) ? ['record-field-wide'] : []),
      ].join(' ')}
    >
      <label id={labelId(id)} htmlFor={id} className={hasHeading ? 'tw-visually-hidden' : 'record-label'}>
        {field.label[language]}
        {(isRequired(field, schema, screen.view.id === null) || screen.rules.needed.has(name)) && (
          <span className="record-required" aria-hidden>
            {' '}
            *
          </span>
        )}
      </label>
      <div className="record-control">
        {children}
        <div className="record-notes">
          {error !== null && (
            <div id={`${id}-error`} className="record-error">
              {error}
            </div>
          )}
          {field.help && (
            <div id={`${id}-help`} className={`record-help ${Classes.TEXT_MUTED}`}>
              {field.help[language]}
            </div>
          )}
          <Counter field={field} text={screen.view.valueOf(name)} t={t} />
        </div>
      </div>
    </div>
  )
}

/** Up to here a text is seen whole, and often has one length only: a mobile number needs no "11/11" under it. */
const countedFrom = 30

/** Shows the remaining length once four fifths are used. Characters are counted as the server counts them. */
function Counter({
  field,
  text,
  t,
}: {
  field: FieldModel
  text: unknown
  t: ReturnType<typeof useFormContext>['locale']['t']
}) {
  if (field.maxLength === undefined || field.options || typeof text !== 'string') return null
  const length = [...text].length
  if (length <= field.maxLength && (field.maxLength < countedFrom || length < field.maxLength * 0.8)) return null
  return (
    <div className={length > field.maxLength ? 'record-counter record-error' : `record-counter ${Classes.TEXT_MUTED}`}>
      {t('counter', { length, limit: field.maxLength })}
    </div>
  )
}
