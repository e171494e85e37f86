import { memo, useMemo } from 'react'
import type { FieldModel, TableModel } from '../../../protocol/index.ts'
import { labelId, type LinesContext, type RecordView, type FieldLocale } from '../input-props.ts'
import type { DraftLine } from './edit.ts'

/** Props shared by all cells of a grid; the same object while none of them changes. */
export interface GridContext {
  readonly id: string
  /** A table model whose fields are those of the lines. */
  readonly model: TableModel
  readonly locale: FieldLocale
  readonly disabled: boolean
  readonly isLocked: boolean
  readonly inputOf: LinesContext['inputOf']
  readonly put: (index: number, name: string, value: unknown) => void
  readonly touch: (place: string) => void
  readonly remember: (index: number, field: string, id: number, label: string) => void
  readonly setPending: (place: string, isPending: boolean) => void
}

interface LineCellProps {
  readonly grid: GridContext
  readonly field: FieldModel
  /** What the input reads of the line's values as JSON text, so that it is rendered only when that changes. */
  readonly text: string
  readonly at: number
  /** Error message, null when the value is valid. */
  readonly error: string | null
  /** A rule locks it in this line. */
  readonly isFixed: boolean
  /** A rule asks for it in this line. */
  readonly isNeeded: boolean
}

/** One value of one line: the input of its kind, named by column and line. */
export const LineCell = memo(function LineCell({
  grid,
  field: declared,
  text,
  at: index,
  error,
  isFixed,
  isNeeded,
}: LineCellProps) {
  const field = useMemo(
    () => (isNeeded && !declared.required ? { ...declared, required: true } : declared),
    [declared, isNeeded],
  )
  const line = useMemo(() => JSON.parse(text) as DraftLine, [text])
  const place = `${index}.${field.name}`
  const id = `${grid.id}.${place}`
  const Input = grid.inputOf(grid.model, field)
  const record: RecordView = useMemo(
    () => ({
      model: grid.model,
      id: typeof line['id'] === 'number' ? line['id'] : null,
      row: line,
      valueOf: (name) => line[name],
      remember: (name, target, label) => grid.remember(index, name, target, label),
      setPending: (name, isPending) => grid.setPending(`${index}.${name}`, isPending),
    }),
    [grid, line, index],
  )
  return (
    <>
      <label id={labelId(id)} htmlFor={id} className="lines-cell-label">
        {field.label[grid.locale.language]}{' '}
        <span className="tw-visually-hidden">{grid.locale.t('line-place', { number: index + 1 })}</span>
      </label>
      {isNeeded && !declared.required && (
        <span className="record-required lines-needed" aria-hidden>
          *
        </span>
      )}
      {/* oxlint-disable-next-line react/static-components -- one component per field, not a new one */}
      <Input
        id={id}
        field={field}
        value={line[field.name]}
        disabled={grid.disabled || isFixed}
        invalid={error !== null}
        describedBy={error === null ? undefined : `${id}-error`}
        onChange={(value) => grid.put(index, field.name, value)}
        onBlur={() => grid.touch(place)}
        record={record}
        locale={grid.locale}
      />
      {error !== null && (
        <div id={`${id}-error`} className="record-error lines-error">
          {error}
        </div>
      )}
    </>
  )
})
