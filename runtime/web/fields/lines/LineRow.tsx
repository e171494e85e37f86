import { Button } from '@blueprintjs/core'
import { Duplicate, Trash } from '@blueprintjs/icons'
import { memo } from 'react'
import { fieldsOfLine, type FieldModel } from '../../../protocol/index.ts'
import { cellOf } from '../cell-of.ts'
import { looks } from '../looks.ts'
import { LineCell, type GridSite } from './LineCell.tsx'
import { openFields, type DraftLine } from './edit.ts'

interface LineRowProps {
  readonly grid: GridSite
  readonly field: FieldModel
  readonly line: DraftLine
  readonly at: number
  /** Sentences by field of the line, as JSON text so that an unchanged line is not drawn again. */
  readonly errors: string
  readonly canAdd: boolean
  readonly onCopy: (at: number) => void
  readonly onRemove: (at: number) => void
}

/** One line: its number, its values, what can be done with it. */
export const LineRow = memo(function LineRow({ grid, field, line, at, errors, canAdd, onCopy, onRemove }: LineRowProps) {
  const said = JSON.parse(errors) as Readonly<Record<string, string>>
  const { say } = grid.site
  const open = grid.isLocked ? [] : openFields(field)
  return (
    <tr>
      <th scope="row" className="lines-number">{at + 1}{said['id'] !== undefined && <div className="record-error lines-error">{said['id']}</div>}</th>
      {fieldsOfLine(field).map((one) => {
        const column = open.indexOf(one)
        if (column < 0) return <td key={one.name} className="lines-shown" data-align={looks[one.kind].align}><Shown grid={grid} field={one} line={line} at={at} /></td>
        return <td key={one.name} data-line={at} data-column={column}><LineCell grid={grid} field={one} line={line} at={at} error={said[one.name] ?? null} /></td>
      })}
      {!grid.isLocked && <td className="lines-tools">
        <Button variant="minimal" size="small" icon={<Duplicate />} disabled={grid.disabled || !canAdd} aria-label={say('duplicate-line', { number: at + 1 })} onClick={() => onCopy(at)} />
        <Button variant="minimal" size="small" icon={<Trash />} disabled={grid.disabled} aria-label={say('remove-line', { number: at + 1 })} onClick={() => onRemove(at)} />
      </td>}
    </tr>
  )
})

/** A value that cannot be changed here: the server alone writes it, or nobody may now. */
function Shown({ grid, field, line, at }: { grid: GridSite; field: FieldModel; line: DraftLine; at: number }) {
  const Cell = cellOf(grid.model, field)
  if (!Cell) return null
  return (
    <>
      <span className="lines-cell-label">{field.label[grid.site.language]}</span>
      <Cell value={line[field.name] ?? null} field={field} row={line} site={grid.site} recordName={String(at + 1)} change={null} />
    </>
  )
}
