/** The form of a table as it will look, with the components of the record form; a click selects a field. */
import { useMemo } from 'react'
import type { FormModel, TableModel } from '../../../protocol/index.ts'
import { FormContext } from '../../form/form-context.ts'
import { FormFields } from '../../form/FormFields.tsx'
import { screenOf } from '../../form/screen-of.ts'
import { useFieldLocale } from '../../form/use-field-locale.ts'
import { useRecordForm } from '../../form/use-record-form.ts'
import { recordValidator, type FormDefinition } from '../../form/validator.ts'

interface FormPreviewProps {
  readonly model: TableModel
  readonly form: FormModel
  readonly selected: string | null
  readonly onSelect: (field: string) => void
}

const prefix = 'design'

/** Nothing is validated: the validators of a draft are not built, and nothing is saved. */
const acceptingValidators = new Proxy({}, { get: () => () => true }) as FormDefinition['validators']

const never = async (): Promise<never> => {
  throw new Error('a preview saves nothing')
}

export function FormPreview({ model, form: formModel, selected, onSelect }: FormPreviewProps) {
  const locale = useFieldLocale()
  const form = useRecordForm(model, null, { locale, send: never })
  const parts: FormDefinition = useMemo(() => ({ form: formModel, validators: acceptingValidators }), [formModel])
  const validator = useMemo(
    () => recordValidator(parts, true, locale.timeZone, form.evaluateRules),
    [parts, locale.timeZone, form.evaluateRules],
  )
  const screen = screenOf(form, prefix, false)
  const select = (target: EventTarget): void => {
    const id = (target as HTMLElement).closest(`[id^="${prefix}_"]`)?.id.slice(prefix.length + 1)
    const field = model.fields.find(
      ({ name }) => id === name || id?.startsWith(`${name}-`) || id?.startsWith(`${name}_`),
    )
    if (field) onSelect(field.name)
  }
  return (
    <FormContext value={screen}>
      <div
        role="presentation"
        className="designer-form input-form"
        data-selected={selected ?? undefined}
        onFocus={(event) => select(event.target)}
        onClick={(event) => select(event.target)}
      >
        <FormFields
          form={form}
          parts={parts}
          screen={screen}
          validator={validator}
          onSubmit={() => undefined}
          onRefused={() => undefined}
        />
      </div>
    </FormContext>
  )
}
