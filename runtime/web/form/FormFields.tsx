import Form from '@rjsf/core'
import type { ErrorSchema, RJSFSchema } from '@rjsf/utils'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { Draft } from './draft.ts'
import { nestedErrors } from './nested-errors.ts'
import { fieldsInOrder, focusField } from './field-errors.ts'
import type { FormContextValue } from './form-context.ts'
import type { FormProps } from './form-props.ts'
import { fields, templates, themedUiSchema } from './theme/theme.ts'
import './form.css'

/**
 * rjsf lays the fields out and has no values: the inputs read and write the draft themselves. It would copy, complete
 * and compare all of them with every key, and render the form twice.
 */
const noValues: Draft = {}

/**
 * The fields as a form, rendered by rjsf with our theme. A server error is shown at its field, which receives the
 * focus.
 */
export function FormFields({ form, parts, screen, validator, onSubmit, onRefused }: FormProps) {
  const uiSchema = useMemo(() => themedUiSchema(parts.form), [parts.form])
  const schema = parts.form.schema as RJSFSchema
  const { errors } = useMemo(() => validator.validateFormData(form.draft, schema), [validator, form.draft, schema])
  const errorsJson = JSON.stringify([
    ...errors.map(({ stack, message }) => [stack, message]),
    ...Object.entries(form.serverErrors),
  ])
  // The same object while it has the same errors, so that most keys leave rjsf out.
  const shownErrors = useMemo(
    () => nestedErrors(JSON.parse(errorsJson) as [string, string][]) as ErrorSchema<Draft>,
    [errorsJson],
  )
  const focusErrors = useEffectEvent((wrong: FormProps['form']['serverErrors']) => focusFirst(screen, wrong))
  useEffect(() => focusErrors(form.serverErrors), [form.serverErrors])
  const submit = () => {
    if (errors.length === 0) return onSubmit(form.draft)
    onRefused()
    focusFirst(screen, Object.fromEntries(errors.map(({ stack }) => [String(stack), ''])))
  }
  return (
    <Form<Draft, RJSFSchema>
      id={`${screen.idPrefix}-form`}
      idPrefix={screen.idPrefix}
      className="record-form"
      schema={schema}
      uiSchema={uiSchema}
      validator={validator}
      formData={noValues}
      fields={fields}
      templates={templates}
      extraErrors={shownErrors}
      noValidate
      showErrorList="top"
      noHtml5Validate
      experimental_defaultFormStateBehavior={{ emptyObjectFields: 'skipDefaults', allOf: 'skipDefaults' }}
      onSubmit={submit}
    />
  )
}

function focusFirst(screen: FormContextValue, errors: Readonly<Record<string, string>>): void {
  const first = fieldsInOrder(screen).flatMap((name) =>
    Object.keys(errors).filter((path) => path === name || path.startsWith(`${name}.`)),
  )[0]
  if (first !== undefined) focusField(screen.idPrefix, first)
}
