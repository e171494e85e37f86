import { Button } from '@blueprintjs/core'
import { Duplicate, Trash } from '@blueprintjs/icons'
import { memo, useMemo } from 'react'
import type { FieldModel } from '../../../protocol/index.ts'
import { cellOf } from '../cell-of.ts'
import { FieldCell } from '../FieldCell.tsx'
import { fieldRenderers } from '../field-renderers.ts'
import { LineCell, type GridContext } from './LineCell.tsx'
import { columnsOf, isMinor, openColumns, type DraftLine } from './edit.ts'
import type { LineState } from './use-lines.ts'

interface LineRowProps {
  readonly grid: GridContext
  readonly field: FieldModel
  /** The line's values as JSON text, as rjsf copies all lines with every change. */
  readonly text: string
  readonly at: number
  /** A `LineState` as JSON text, so that an unchanged line is not rendered again. */
  readonly stateJson: string
  readonly canAdd: boolean
  readonly onCopy: (at: number) => void
  readonly onRemove: (at: number) => void
}

/** One line: number, values, buttons, and below them the errors of the line as a whole. */
export const LineRow = memo(function LineRow({
  grid,
  field,
  text,
  at,
  stateJson,
  canAdd,
  onCopy,
  onRemove,
}: LineRowProps) {
  const line = useMemo(() => JSON.parse(text) as DraftLine, [text])
  const state = JSON.parse(stateJson) as LineState
  const { t } = grid.locale
  const columns = columnsOf(field)
  const open = grid.isLocked ? [] : openColumns(field)
  const elsewhere = Object.entries(state.errors)
    .filter(([name]) => !columns.some((one) => one.name === name))
    .map(([, text]) => text)
  return (
    <>
      <tr>
        <th scope="row" className="lines-number">
          {at + 1}
        </th>
        {columns.map((one) => (
          <Cell key={one.name} grid={grid} field={one} line={line} at={at} column={open.indexOf(one)} state={state} />
        ))}
        {!grid.isLocked && (
          <td className="lines-tools">
            <Button
              variant="minimal"
              size="small"
              icon={<Duplicate />}
              disabled={grid.disabled || !canAdd}
              aria-label={t('duplicate-line', { number: at + 1 })}
              onClick={() => onCopy(at)}
            />
            <Button
              variant="minimal"
              size="small"
              icon={<Trash />}
              disabled={grid.disabled}
              aria-label={t('remove-line', { number: at + 1 })}
              onClick={() => onRemove(at)}
            />
          </td>
        )}
      </tr>
      {elsewhere.length > 0 && (
        <tr className="lines-wrong">
          <td colSpan={columns.length + 2} className="record-error lines-error">
            {elsewhere.join(' ')}
          </td>
        </tr>
      )}
    </>
  )
})

interface CellProps extends Pick<LineRowProps, 'grid' | 'field' | 'at'> {
  readonly line: DraftLine
  /** Index among the editable columns, -1 for a read-only one. */
  readonly column: number
  readonly state: LineState
}

/** One value: an input, the plain value where it is read-only, or a dash where the line has no such field. */
function Cell({ grid, field, line, at, column, state }: CellProps) {
  const { name } = field
  const place = column < 0 ? {} : { 'data-line': at, 'data-column': column }
  if (state.hidden.includes(name))
    return (
      <td {...place} className="lines-shown lines-absent" data-align={fieldRenderers[field.kind].align}>
        <Label grid={grid} field={field} />–
      </td>
    )
  const error = state.errors[name] ?? null
  if (column < 0) {
    const shown = name in state.computed ? { ...line, [name]: state.computed[name] } : line
    return (
      <td
        className="lines-shown"
        data-align={fieldRenderers[field.kind].align}
        data-minor={isMinor(field) || undefined}
      >
        <Shown grid={grid} field={field} line={shown} at={at} />
        {error !== null && <div className="record-error lines-error">{error}</div>}
      </td>
    )
  }
  const isNeeded = state.needed.includes(name)
  return (
    <td {...place}>
      <LineCell
        grid={grid}
        field={field}
        line={line}
        at={at}
        error={error}
        isFixed={state.fixed.includes(name)}
        isNeeded={isNeeded}
      />
    </td>
  )
}

/** A read-only value: only the server writes it, or the form is locked. */
function Shown({ grid, field, line, at }: Pick<CellProps, 'grid' | 'field' | 'line' | 'at'>) {
  if (cellOf(grid.model, field) === null) return null
  return (
    <>
      <Label grid={grid} field={field} />
      <FieldCell
        model={grid.model}
        value={line[field.name] ?? null}
        field={field}
        row={line}
        locale={grid.locale}
        recordName={String(at + 1)}
        change={null}
      />
    </>
  )
}

const Label = ({ grid, field }: Pick<LineRowProps, 'grid' | 'field'>) => (
  <span className="lines-cell-label">{field.label[grid.locale.language]}</span>
)
