import { Button, HTMLSelect } from '@blueprintjs/core'
import { SortAsc, SortDesc } from '@blueprintjs/icons'
import { useLabel } from '../../../core/i18n/language.ts'
import { useListData } from '../context/contexts.ts'
import { useListTable } from '../context/table.ts'
import { useT } from '../texts/index.ts'
import { SelectAll } from './HeaderRow.tsx'
import { sortingOf } from './sorting.ts'
import { selectColumn } from './table.ts'

/**
 * The head of cards: the box that selects all, and what they are sorted by. Headings side by side would be cut where
 * there is no room for columns.
 */
export function CardsHead() {
  const table = useListTable()
  const t = useT()
  const isSelectable = table.getColumn(selectColumn)?.getIsVisible() ?? false
  return (
    <tr>
      {isSelectable && (
        <th scope="col" className="list-choose">
          <SelectAll />
        </th>
      )}
      <th scope="col" className="list-cards-order" aria-label={t('orderBy')}>
        <Order />
      </th>
    </tr>
  )
}

function Order() {
  const { model, state } = useListData()
  const table = useListTable()
  const t = useT()
  const label = useLabel()
  const chosen = table.state.sorting[0]
  const columns = table
    .getAllLeafColumns()
    .filter((column) => column.getCanSort() && (column.getIsVisible() || column.id === chosen?.id))
  const fields = columns.map((column) => column.columnDef.meta?.field).filter((field) => field !== undefined)
  // The table's own order is shown as well, although nobody chose it.
  const sort = chosen ?? (state.order === null ? sortingOf(model.list.sort, fields)[0] : undefined)
  // A heading without a text is none.
  if (fields.length === 0) return <span className="tw-visually-hidden">{t('orderBy')}</span>
  return (
    <>
      <label>
        <span>{t('orderBy')}</span>
        <HTMLSelect
          fill
          value={sort?.id ?? ''}
          onChange={({ target: { value } }) => table.setSorting(value === '' ? [] : [{ id: value, desc: false }])}
        >
          <option value="">{t('ownOrder')}</option>
          {fields.map((field) => (
            <option key={field.name} value={field.name}>
              {label(field.label)}
            </option>
          ))}
        </HTMLSelect>
      </label>
      {sort && (
        <Button
          variant="minimal"
          icon={sort.desc ? <SortDesc /> : <SortAsc />}
          aria-label={t(sort.desc ? 'ascend' : 'descend')}
          data-tip={t(sort.desc ? 'ascend' : 'descend')}
          onClick={() => table.setSorting([{ id: sort.id, desc: !sort.desc }])}
        />
      )}
    </>
  )
}
