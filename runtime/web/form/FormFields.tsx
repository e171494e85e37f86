import Form, { type IChangeEvent } from '@rjsf/core'
import type { ErrorSchema, RJSFSchema, RJSFValidationError } from '@rjsf/utils'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { Draft } from './draft.ts'
import { nestedErrors } from './nested-errors.ts'
import { fieldsInOrder, focusField } from './field-errors.ts'
import type { FormContextValue } from './form-context.ts'
import type { FormProps } from './form-props.ts'
import { fields, outerSchema, templates, themedUiSchema } from './theme/theme.ts'
import './form.css'

/**
 * The fields as a form, rendered by rjsf with our theme. A server error is shown at its field, which receives the
 * focus.
 */
export function FormFields({ form, parts, screen, validator, onSubmit, onRefused }: FormProps) {
  const uiSchema = useMemo(() => themedUiSchema(parts.form), [parts.form])
  const schema = useMemo(() => outerSchema(parts.form), [parts.form])
  const extraErrors = useMemo(
    () => nestedErrors(Object.entries(form.serverErrors)) as ErrorSchema<Draft>,
    [form.serverErrors],
  )
  const focusErrors = useEffectEvent((errors: FormProps['form']['serverErrors']) => focusFirst(screen, errors))
  useEffect(() => focusErrors(form.serverErrors), [form.serverErrors])
  const refuse = (errors: RJSFValidationError[]) => {
    onRefused()
    focusFirst(screen, Object.fromEntries(errors.map((error) => [String(error.stack), ''])))
  }
  return (
    <Form<Draft, RJSFSchema>
      id={`${screen.idPrefix}-form`}
      idPrefix={screen.idPrefix}
      className="record-form"
      schema={schema}
      uiSchema={uiSchema}
      validator={validator}
      formData={form.draft}
      fields={fields}
      templates={templates}
      extraErrors={extraErrors}
      liveValidate="onChange"
      showErrorList="top"
      noHtml5Validate
      experimental_defaultFormStateBehavior={{ emptyObjectFields: 'skipDefaults', allOf: 'skipDefaults' }}
      onChange={(event: IChangeEvent<Draft>) => form.dispatch({ type: 'change', draft: event.formData ?? {} })}
      onSubmit={(event) => onSubmit(event.formData ?? {})}
      onError={refuse}
    />
  )
}

function focusFirst(screen: FormContextValue, errors: Readonly<Record<string, string>>): void {
  const first = fieldsInOrder(screen).flatMap((name) =>
    Object.keys(errors).filter((one) => one === name || one.startsWith(`${name}.`)),
  )[0]
  if (first !== undefined) focusField(screen.idPrefix, first)
}
