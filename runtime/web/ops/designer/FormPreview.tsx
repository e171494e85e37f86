/** The form of a table as it will look, with the components of the record form; a click selects a field. */
import { useMemo, useRef, type DragEvent } from 'react'
import type { FormModel, TableModel } from '../../../protocol/index.ts'
import { useLanguage } from '../../core/i18n/language.ts'
import { FormContext } from '../../form/form-context.ts'
import { FormFields } from '../../form/FormFields.tsx'
import { screenOf } from '../../form/screen-of.ts'
import { useFieldLocale } from '../../form/use-field-locale.ts'
import { useRecordForm } from '../../form/use-record-form.ts'
import { recordValidator, type FormDefinition } from '../../form/validator.ts'
import type { JsonObject } from './calls.ts'
import { useDropTargets, type Drop } from './drag.ts'
import { placeOf } from './schema-values.ts'
import { useT } from './texts.ts'
import { fieldElement, useFieldBoxes } from './use-field-boxes.ts'

interface FormPreviewProps {
  readonly model: TableModel
  readonly form: FormModel
  readonly document: JsonObject | null
  readonly selected: string | null
  /** null = nothing is dragged. */
  readonly drop: Drop | null
  readonly onSelect: (field: string) => void
  /** null = it is no longer dragged. */
  readonly onDrag: (field: string | null) => void
}

const prefix = 'design'

const bringIntoView = (box: HTMLElement | null): void => box?.scrollIntoView({ block: 'nearest' })

/** Nothing is validated: the validators of a draft are not built, and nothing is saved. */
const acceptingValidators = new Proxy({}, { get: () => () => true }) as FormDefinition['validators']

const never = async (): Promise<never> => {
  throw new Error('a preview saves nothing')
}

export function FormPreview({ model, form: formModel, document, selected, drop, onSelect, onDrag }: FormPreviewProps) {
  const locale = useFieldLocale()
  const form = useRecordForm(model, null, { locale, send: never })
  const parts: FormDefinition = useMemo(() => ({ form: formModel, validators: acceptingValidators }), [formModel])
  const validator = useMemo(
    () => recordValidator(parts, true, locale.timeZone, form.evaluateRules),
    [parts, locale.timeZone, form.evaluateRules],
  )
  const screen = screenOf(form, prefix, false)
  const t = useT()
  const language = useLanguage()
  const frame = useRef<HTMLDivElement>(null)
  const boxes = useFieldBoxes(frame, model, prefix)
  const targetPropsOf = useDropTargets(drop)
  /** The pointer takes a picture of the field itself along. */
  const drag = (field: string, { dataTransfer }: DragEvent): void => {
    dataTransfer.effectAllowed = 'move'
    const element = frame.current && fieldElement(frame.current, prefix, field)
    if (element) dataTransfer.setDragImage(element, 16, 16)
    onDrag(field)
  }
  const labels = new Map(model.fields.map(({ name, label }) => [name, label[language]]))
  return (
    <FormContext value={screen}>
      <div className="designer-canvas">
        {/* Nothing is entered here, and keys lead from the palette to the properties. */}
        <div ref={frame} className="designer-form input-form" inert>
          <FormFields
            form={form}
            parts={parts}
            screen={screen}
            validator={validator}
            onSubmit={() => undefined}
            onRefused={() => undefined}
          />
        </div>
        {boxes.map(({ field, ...box }) => (
          <button
            key={field}
            ref={field === selected ? bringIntoView : undefined}
            type="button"
            tabIndex={-1}
            className="designer-box"
            style={box}
            aria-label={t('select', { name: labels.get(field) ?? field })}
            aria-pressed={selected === field}
            onClick={() => onSelect(field)}
            draggable={placeOf(document, field) !== null}
            onDragStart={(event) => drag(field, event)}
            onDragEnd={() => onDrag(null)}
            {...targetPropsOf(field)}
          />
        ))}
      </div>
    </FormContext>
  )
}
