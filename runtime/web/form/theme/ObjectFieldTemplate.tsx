import type { ObjectFieldTemplateProps } from '@rjsf/utils'
import type { ReactNode } from 'react'
import { fieldOf, kinds, type FieldModel, type SectionModel, type WireValue } from '../../../protocol/index.ts'
import { cellOf } from '../../fields/cell-of.ts'
import { FieldCell } from '../../fields/FieldCell.tsx'
import type { WireRow } from '../../fields/input.ts'
import type { Draft } from '../draft.ts'
import { useFormContext, type FormContextValue } from '../form-context.ts'

/** Lays the fields out as the model declares: sections of rows, with several fields in a row on wide forms. */
export function ObjectFieldTemplate({ properties }: ObjectFieldTemplateProps<Draft>) {
  const screen = useFormContext()
  const inputs = new Map<string, ReactNode>(properties.map((property) => [property.name, property.content]))
  return screen.view.model.form.map((section) => (
    <Section key={section.name} section={section} inputs={inputs} screen={screen} />
  ))
}

function Section({
  section,
  inputs,
  screen,
}: {
  section: SectionModel
  inputs: ReadonlyMap<string, ReactNode>
  screen: FormContextValue
}) {
  const heading = `${screen.idPrefix}-section-${section.name}`
  const rows = section.rows
    .map((row) =>
      row.filter((name) => !screen.rules.hidden.has(name) && (inputs.has(name) || isShownOnly(name, screen))),
    )
    .filter((row) => row.length > 0)
  if (rows.length === 0) return null
  return (
    <section className="record-section" aria-labelledby={section.label ? heading : undefined}>
      {section.label && (
        <h3 id={heading} className="record-heading">
          {section.label[screen.locale.language]}
        </h3>
      )}
      {rows.map((row) => (
        <div key={row.join()} className="record-row" data-fields={row.length}>
          {row.map(
            (name) =>
              (isOnlyShown(name, screen) ? null : inputs.get(name)) ?? (
                <ShownOnly key={name} name={name} screen={screen} />
              ),
          )}
        </div>
      ))}
    </section>
  )
}

/**
 * A field that only the server writes shows its value like a list does; on a new record only computed fields are
 * shown.
 */
function isShownOnly(name: string, { view, rules }: FormContextValue): boolean {
  return (view.row !== null || rules.computed.has(name)) && fieldOf(view.model, name)?.private === false
}

/** A locked record shows its values; what no cell can show (lines) keeps its input, which is read-only. */
function isOnlyShown(name: string, { view, isLocked }: FormContextValue): boolean {
  const field = fieldOf(view.model, name)
  return isLocked && field !== undefined && cellOf(view.model, field) !== null
}

function ShownOnly({ name, screen }: { name: string; screen: FormContextValue }) {
  const { model, row } = screen.view
  const field = fieldOf(model, name)
  const computed = screen.rules.computed
  if (!field || cellOf(model, field) === null || (row === null && !computed.has(name))) return null
  const whole = { ...row, ...Object.fromEntries(computed) }
  return (
    <div className="record-field">
      <span className="record-label">{field.label[screen.locale.language]}</span>
      <div className="record-shown">
        <FieldCell
          model={model}
          value={whole[name]}
          field={field}
          row={whole}
          locale={screen.locale}
          recordName={String(whole[model.title] ?? '')}
          change={null}
        />
      </div>
    </div>
  )
}

/** A value as text: options and references by name, times in the time zone of the site. */
export function shownText(
  field: FieldModel,
  value: unknown,
  row: WireRow,
  { locale }: Pick<FormContextValue, 'locale'>,
): string {
  const nested = field.relation && (row[field.relation.as] as WireRow | null | undefined)
  if (field.relation && nested && nested['id'] === value) return String(nested[field.relation.show] ?? '')
  return kinds[field.kind].toText((value ?? null) as WireValue, field, { timeZone: locale.timeZone }, locale.language)
}
