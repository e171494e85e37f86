/** Every column in its order, with a box that shows it and buttons that move it. */
import { Button, Checkbox } from '@blueprintjs/core'
import { ArrowDown, ArrowUp } from '@blueprintjs/icons'
import { useLabel } from '../../../core/i18n/language.ts'
import { useListActions, useListData } from '../context/contexts.ts'
import { useListTable } from '../context/table.ts'
import type { GridColumn } from '../grid/table.ts'
import { noColumnPreferences } from './preferences.ts'
import { useT } from '../texts/index.ts'

export function ColumnChoice() {
  const { preferences } = useListData()
  const { setPreferences } = useListActions()
  const table = useListTable()
  const t = useT()
  const columns = table.getAllLeafColumns().filter(({ columnDef }) => columnDef.meta)
  const visibleColumns = columns.filter((column) => column.getIsVisible())
  const isUnchanged = [preferences.columns, preferences.order, preferences.widths].every(
    (preference) => Object.keys(preference).length === 0,
  )
  return (
    <div className="list-columns" role="group" aria-label={t('columns')}>
      <ul className="list-columns-list">
        {columns.map((column, index) => (
          <ColumnLine
            key={column.id}
            column={column}
            isOnly={visibleColumns.length === 1 && visibleColumns[0] === column}
            position={index + 1}
            count={columns.length}
          />
        ))}
      </ul>
      <Button
        fill
        size="small"
        variant="minimal"
        text={t('columnsReset')}
        disabled={isUnchanged}
        onClick={() => setPreferences(noColumnPreferences)}
      />
    </div>
  )
}

interface ColumnLineProps {
  readonly column: GridColumn
  /** It is the only one shown, which has to stay. */
  readonly isOnly: boolean
  /** From 1. */
  readonly position: number
  readonly count: number
}

function ColumnLine({ column, isOnly, position, count }: ColumnLineProps) {
  const { announce } = useListActions()
  const table = useListTable()
  const t = useT()
  const label = useLabel()
  const field = column.columnDef.meta?.field
  const name = field ? label(field.label) : column.id
  const move = (by: 1 | -1) => {
    table.setColumnOrder((order) => moved(order, column.id, by))
    announce(t('moved', { name, position: position + by }))
  }
  // Not `disabled` at the ends: that would drop the focus of a person who moves a column with the keyboard.
  return (
    <li className="list-columns-line">
      <Checkbox
        label={name}
        checked={column.getIsVisible()}
        disabled={isOnly}
        onChange={(event) => column.toggleVisibility(event.currentTarget.checked)}
      />
      <Button
        variant="minimal"
        size="small"
        icon={<ArrowUp />}
        aria-label={t('moveUp', { name })}
        aria-disabled={position === 1}
        onClick={() => position > 1 && move(-1)}
      />
      <Button
        variant="minimal"
        size="small"
        icon={<ArrowDown />}
        aria-label={t('moveDown', { name })}
        aria-disabled={position === count}
        onClick={() => position < count && move(1)}
      />
    </li>
  )
}

/** The order with one column a place further. */
function moved(order: readonly string[], id: string, by: 1 | -1): string[] {
  const position = order.indexOf(id)
  return order.toSpliced(position, 1).toSpliced(position + by, 0, id)
}
