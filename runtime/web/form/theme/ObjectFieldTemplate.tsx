import type { ObjectFieldTemplateProps } from '@rjsf/utils'
import { memo, useMemo, type ReactNode } from 'react'
import {
  columnType,
  fieldOf,
  holdsLines,
  isEmpty,
  kinds,
  type FieldModel,
  type SectionModel,
  type TableModel,
  type WireValue,
} from '../../../protocol/index.ts'
import { cellOf } from '../../fields/cell-of.ts'
import { FieldCell } from '../../fields/FieldCell.tsx'
import type { FieldLocale, WireRow } from '../../fields/input-props.ts'
import { referenceText } from '../../fields/record-names.ts'
import type { Draft } from '../draft.ts'
import { useFormContext, type FormContextValue } from '../form-context.ts'

/** Lays the fields out as the model declares: sections of rows, with several fields in a row on wide forms. */
export function ObjectFieldTemplate({ properties }: ObjectFieldTemplateProps<Draft>) {
  const screen = useFormContext()
  const inputs = new Map<string, ReactNode>(properties.map((property) => [property.name, property.content]))
  const { row } = screen.view
  // The rules are evaluated with every change, most of which leave the computed values as they are.
  const computed = JSON.stringify(Object.fromEntries(screen.rules.computed))
  const whole = useMemo<WireRow>(() => ({ ...row, ...(JSON.parse(computed) as WireRow) }), [row, computed])
  return screen.view.model.form.map((section) => (
    <Section key={section.name} section={section} inputs={inputs} screen={screen} whole={whole} />
  ))
}

function Section({
  section,
  inputs,
  screen,
  whole,
}: {
  section: SectionModel
  inputs: ReadonlyMap<string, ReactNode>
  screen: FormContextValue
  /** The row with the values that are computed from the draft. */
  whole: WireRow
}) {
  const heading = `${screen.idPrefix}-section-${section.name}`
  const rows = section.rows
    .map((row) =>
      row.filter((name) => !screen.rules.hidden.has(name) && (inputs.has(name) || isShownOnly(name, screen))),
    )
    .filter((row) => row.length > 0)
  if (rows.length === 0) return null
  return (
    <section className="record-section tw-card" aria-labelledby={section.label ? heading : undefined}>
      {section.label && <h3 id={heading}>{section.label[screen.locale.language]}</h3>}
      {rows.map((row) => (
        <div key={row.join()} className="record-row" data-width={isWideRow(row, screen) ? 'whole' : 'columns'}>
          {row.map(
            (name) =>
              (isOnlyShown(name, screen) ? null : inputs.get(name)) ?? (
                <ShownOnly
                  key={name}
                  name={name}
                  model={screen.view.model}
                  isThere={screen.view.row !== null || isComputed(name, screen)}
                  whole={whole}
                  locale={screen.locale}
                />
              ),
          )}
        </div>
      ))}
    </section>
  )
}

/** Text from this length on is written over the whole width. */
const longText = 200

/** True for a row of one field that needs the room. Others are as wide as a column, so that inputs are aligned. */
function isWideRow(row: readonly string[], { view: { model } }: FormContextValue): boolean {
  const field = row.length === 1 ? fieldOf(model, row[0] ?? '') : undefined
  if (!field) return false
  const { maxLength = 0 } = field
  return holdsLines(field) || columnType(field) === 'json' || (columnType(field) === 'text' && maxLength >= longText)
}

/**
 * A field that only the server writes shows its value like a list does; on a new record only what could be computed is
 * shown.
 */
function isShownOnly(name: string, screen: FormContextValue): boolean {
  const { view } = screen
  return (view.row !== null || isComputed(name, screen)) && fieldOf(view.model, name)?.private === false
}

/** False while what it is computed from is missing. */
const isComputed = (name: string, { rules }: FormContextValue): boolean => !isEmpty(rules.computed.get(name))

/** A locked record shows its values; what no cell can show (lines) keeps its input, which is read-only. */
function isOnlyShown(name: string, { view, isLocked }: FormContextValue): boolean {
  const field = fieldOf(view.model, name)
  return isLocked && field !== undefined && cellOf(view.model, field) !== null
}

interface ShownOnlyProps {
  readonly name: string
  readonly model: TableModel
  readonly isThere: boolean
  readonly whole: WireRow
  readonly locale: FieldLocale
}

const ShownOnly = memo(function ShownOnly({ name, model, isThere, whole, locale }: ShownOnlyProps) {
  const field = fieldOf(model, name)
  if (!field || cellOf(model, field) === null || !isThere) return null
  return (
    <div className="record-field record-field-shown">
      <span className="record-label">{field.label[locale.language]}</span>
      <div className="record-shown">
        <FieldCell
          model={model}
          value={whole[name]}
          field={field}
          row={whole}
          locale={locale}
          recordName={String(whole[model.title] ?? '')}
          change={null}
        />
      </div>
    </div>
  )
})

/** A value as text: options and references by name, times in the time zone of the site. */
export function shownText(
  field: FieldModel,
  value: unknown,
  row: WireRow,
  { locale }: Pick<FormContextValue, 'locale'>,
): string {
  const nested = field.relation && (row[field.relation.as] as WireRow | null | undefined)
  if (field.relation && nested && nested['id'] === value) return referenceText(field.relation, nested)
  return kinds[field.kind].toText((value ?? null) as WireValue, field, { timeZone: locale.timeZone }, locale.language)
}
