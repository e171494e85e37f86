import { Button } from '@blueprintjs/core'
import { Duplicate, Trash } from '@blueprintjs/icons'
import { memo, useMemo } from 'react'
import { columnType, type FieldModel } from '../../../protocol/index.ts'
import { cellOf } from '../cell-of.ts'
import { FieldCell } from '../FieldCell.tsx'
import { fieldRenderers } from '../field-renderers.ts'
import { LineCell, type GridContext } from './LineCell.tsx'
import { columnsOf, isMinor, openColumns, type DraftLine } from './edit.ts'
import type { RowRules } from './use-lines.ts'

interface LineRowProps {
  readonly grid: GridContext
  readonly field: FieldModel
  /** The same object as long as none of its values changes. */
  readonly line: DraftLine
  readonly at: number
  /** Errors by field as JSON text, so that an unchanged line is not rendered again. */
  readonly errorsJson: string
  /** `RowRules` as JSON text, for the same reason. */
  readonly rulesJson: string
  readonly canAdd: boolean
  readonly onCopy: (index: number) => void
  readonly onRemove: (index: number) => void
}

/** One line: number, values, buttons, and below them the errors of the line as a whole. */
export const LineRow = memo(function LineRow({
  grid,
  field,
  line,
  at: index,
  errorsJson,
  rulesJson,
  canAdd,
  onCopy,
  onRemove,
}: LineRowProps) {
  const errors = useMemo(() => JSON.parse(errorsJson) as CellProps['errors'], [errorsJson])
  const rules = useMemo(() => JSON.parse(rulesJson) as RowRules, [rulesJson])
  const { t } = grid.locale
  const columns = columnsOf(field)
  const open = grid.isLocked ? [] : openColumns(field)
  const elsewhere = ['id', ...(field.fields ?? []).map(({ name }) => name)]
    .filter((name) => !columns.some((column) => column.name === name))
    .flatMap((name) => errors[name] ?? [])
  return (
    <>
      <tr>
        <th scope="row" className="lines-number">
          {index + 1}
        </th>
        {columns.map((column) => (
          <Cell
            key={column.name}
            grid={grid}
            field={column}
            line={line}
            at={index}
            column={open.indexOf(column)}
            errors={errors}
            rules={rules}
          />
        ))}
        {!grid.isLocked && (
          <td className="lines-tools">
            <Button
              variant="minimal"
              size="small"
              icon={<Duplicate />}
              disabled={grid.disabled || !canAdd}
              aria-label={t('duplicate-line', { number: index + 1 })}
              onClick={() => onCopy(index)}
            />
            <Button
              variant="minimal"
              size="small"
              icon={<Trash />}
              disabled={grid.disabled}
              aria-label={t('remove-line', { number: index + 1 })}
              onClick={() => onRemove(index)}
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
  readonly errors: Readonly<Record<string, string>>
  readonly rules: RowRules
}

/** One value: an input, the plain value where it is read-only, or a dash where the line has no such field. */
function Cell({ grid, field, line, at: index, column, errors, rules }: CellProps) {
  const { name } = field
  const place = column < 0 ? {} : { 'data-line': index, 'data-column': column }
  if (rules.hidden.includes(name))
    return (
      <td {...place} className="lines-shown lines-absent" data-align={fieldRenderers[field.kind].align}>
        <Label grid={grid} field={field} />–
      </td>
    )
  const error = errors[name] ?? null
  if (column < 0) {
    const shownLine = name in rules.computed ? { ...line, [name]: rules.computed[name] } : line
    return (
      <td
        className="lines-shown"
        data-align={fieldRenderers[field.kind].align}
        data-minor={isMinor(field) || undefined}
      >
        <ShownCell grid={grid} field={field} line={shownLine} at={index} />
        {error !== null && <div className="record-error lines-error">{error}</div>}
      </td>
    )
  }
  const isNeeded = rules.needed.includes(name)
  return (
    <td {...place}>
      <LineCell
        grid={grid}
        field={field}
        text={JSON.stringify(readBy(field, line))}
        at={index}
        error={error}
        isFixed={rules.fixed.includes(name)}
        isNeeded={isNeeded}
      />
    </td>
  )
}

/** The part of a line that an input reads, so that a key in one cell renders no other that reads nothing of it. */
function readBy(field: FieldModel, line: DraftLine): DraftLine {
  const { name, widget, relation } = field
  const isPlain =
    widget === undefined &&
    columnType(field) === 'integer' &&
    !relation?.filter.some((condition) => condition.field !== undefined)
  if (!isPlain) return line
  const names = ['id', name, ...(relation ? [relation.as] : [])].filter((key) => key in line)
  return Object.fromEntries(names.map((key) => [key, line[key]]))
}

/** A read-only value: only the server writes it, or the form is locked. */
function ShownCell({ grid, field, line, at: index }: Pick<CellProps, 'grid' | 'field' | 'line' | 'at'>) {
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
        recordName={String(index + 1)}
        change={null}
      />
    </>
  )
}

const Label = ({ grid, field }: Pick<LineRowProps, 'grid' | 'field'>) => (
  <span className="lines-cell-label">{field.label[grid.locale.language]}</span>
)
