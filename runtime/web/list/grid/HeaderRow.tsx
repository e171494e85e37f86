import { Checkbox } from '@blueprintjs/core'
import { CaretDown, CaretUp } from '@blueprintjs/icons'
import type { FieldModel } from '../../../protocol/index.ts'
import { fieldRenderers } from '../../fields/field-renderers.ts'
import { useLabel } from '../../i18n/language.ts'
import { hasActions } from '../columns/columns.ts'
import { useScreen } from '../context/use-list.ts'
import { nextOrder, orderFieldOf } from '../query/list-state.ts'
import { useT } from '../texts/index.ts'
import { shownFields, type GridTable } from './table.ts'

export function HeaderRow({ table, isReordering }: { readonly table: GridTable; readonly isReordering: boolean }) {
  const { choice, model } = useScreen()
  const t = useT()
  const ids = table.getRowModel().rows.map((row) => row.original.id)
  const chosenHere = ids.filter((id) => choice.chosen[id]).length
  return (
    <tr>
      <th scope="col" className="list-choose">
        <Checkbox
          aria-label={t('selectAll')}
          checked={ids.length > 0 && chosenHere === ids.length}
          indeterminate={chosenHere > 0 && chosenHere < ids.length}
          disabled={ids.length === 0}
          onChange={(event) => choice.put(ids, event.currentTarget.checked)}
        />
      </th>
      {isReordering && <th scope="col">{t('reorderColumn')}</th>}
      {shownFields(table).map(({ field }) => (
        <HeaderCell key={field.name} field={field} isMovable={!isReordering} />
      ))}
      {hasActions(model) && (
        <th scope="col" className="list-actions">
          {t('actions')}
        </th>
      )}
    </tr>
  )
}

/** While records are being reordered the list keeps its order. */
function HeaderCell({ field, isMovable }: { readonly field: FieldModel; readonly isMovable: boolean }) {
  const { model, state, narrow } = useScreen()
  const t = useT()
  const label = useLabel()
  const look = fieldRenderers[field.kind]
  const order = state.order ?? model.list.sort
  const orderField = orderFieldOf(field)
  const direction = order.field === orderField || order.field === field.name ? order.direction : null
  const isSortable = isMovable && (field.column?.sort ?? look.sortable)
  const text = (
    <>
      {label(field.label)}
      {field.unit && <span className="list-unit">{label(field.unit)}</span>}
    </>
  )
  return (
    <th
      scope="col"
      data-align={look.align}
      title={field.help && label(field.help)}
      aria-sort={direction === null ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
    >
      {isSortable ? (
        <button
          type="button"
          className="list-sort"
          title={t('sortBy', { field: label(field.label) })}
          onClick={() => narrow({ order: nextOrder(state.order, orderField) })}
        >
          <span className="list-sort-text">{text}</span>
          <span className="list-sort-sign" data-on={direction !== null || undefined} aria-hidden>
            {direction === 'asc' ? <CaretUp /> : <CaretDown />}
          </span>
        </button>
      ) : (
        <span className="list-sort-text">{text}</span>
      )}
    </th>
  )
}
