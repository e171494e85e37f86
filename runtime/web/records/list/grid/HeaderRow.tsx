import { Checkbox } from '@blueprintjs/core'
import { CaretDown, CaretUp } from '@blueprintjs/icons'
import { useId } from 'react'
import type { FieldModel } from '../../../../protocol/index.ts'
import { fieldRenderers } from '../../../fields/field-renderers.ts'
import { useLabel } from '../../../core/i18n/language.ts'
import { useListData } from '../context/contexts.ts'
import { useListTable } from '../context/table.ts'
import { useT } from '../texts/index.ts'
import { ColumnResizer } from './ColumnResizer.tsx'
import { sortingOf } from './sorting.ts'
import { pinnedStyle } from './pinned.ts'
import { actionsColumn, orderColumn, selectColumn, type GridHeader } from './table.ts'

export function HeaderRow() {
  const table = useListTable()
  return (
    <tr>
      {table.getHeaderGroups()[0]?.headers.map((header) => (
        <HeaderCell key={header.id} header={header} />
      ))}
    </tr>
  )
}

function HeaderCell({ header }: { readonly header: GridHeader }) {
  const t = useT()
  const { column } = header
  const pinned = pinnedStyle(column)
  if (column.id === selectColumn)
    return (
      <th scope="col" className="list-choose" {...pinned}>
        <SelectAll />
      </th>
    )
  if (column.id === orderColumn) return <th scope="col">{t('reorderColumn')}</th>
  if (column.id === actionsColumn)
    return (
      <th scope="col" className="list-actions" {...pinned}>
        {t('actions')}
      </th>
    )
  const field = column.columnDef.meta?.field
  return field ? <FieldHeader header={header} field={field} below={column.columnDef.meta?.below ?? []} /> : null
}

/** Selects or deselects the rows of this page; those of other pages stay as they are. */
export function SelectAll() {
  const table = useListTable()
  const t = useT()
  const { rows } = table.getRowModel()
  const selected = rows.filter((row) => row.getIsSelected()).length
  return (
    <Checkbox
      aria-label={t('selectAll')}
      checked={rows.length > 0 && selected === rows.length}
      indeterminate={selected > 0 && selected < rows.length}
      disabled={rows.length === 0}
      onChange={(event) => table.toggleAllPageRowsSelected(event.currentTarget.checked)}
    />
  )
}

interface FieldHeaderProps {
  readonly header: GridHeader
  readonly field: FieldModel
  readonly below: readonly FieldModel[]
}

function FieldHeader({ header: { column }, field, below }: FieldHeaderProps) {
  const { model, state } = useListData()
  const table = useListTable()
  const t = useT()
  const label = useLabel()
  const textId = useId()
  // The table's own order is shown as well, although nobody chose it.
  const own = state.order === null && sortingOf(model.list.sort, [field]).length > 0 && model.list.sort.direction
  const direction = column.getIsSorted() || own || null
  const text = (
    <>
      {[field, ...below].map((part) => label(part.label)).join(' / ')}
      {field.unit && <span className="list-unit">{label(field.unit)}</span>}
    </>
  )
  return (
    <th
      scope="col"
      data-align={fieldRenderers[field.kind].align}
      // Otherwise the name of the edge would be a part of the name of the column.
      aria-labelledby={textId}
      title={field.help && label(field.help)}
      aria-sort={direction === null ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
      {...pinnedStyle(column)}
    >
      {column.getCanSort() ? (
        <button
          type="button"
          className="list-sort"
          title={t('sortBy', { field: label(field.label) })}
          onClick={() => column.toggleSorting()}
        >
          <span id={textId} className="list-sort-text">
            {text}
          </span>
          <span className="list-sort-sign" data-on={direction !== null || undefined} aria-hidden>
            {direction === 'asc' ? <CaretUp /> : <CaretDown />}
          </span>
        </button>
      ) : (
        <span id={textId} className="list-sort-text">
          {text}
        </span>
      )}
      <ColumnResizer
        column={column}
        field={field}
        setWidth={(width) => table.setColumnSizing((widths) => ({ ...widths, [column.id]: width }))}
      />
    </th>
  )
}
