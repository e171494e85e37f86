import { Classes } from '@blueprintjs/core'
import { hasStates } from '../../../protocol/index.ts'
import { useLabel } from '../../i18n/language.ts'
import { lazyComponent } from '../../loading/lazy-component.tsx'
import { actionsWidth, elasticColumn, hasActions, orderWidth, tableWidth } from '../columns/columns.ts'
import type { SortableBodyProps } from '../order/SortableBody.tsx'
import { useScreen } from '../context/use-list.ts'
import { isNarrowed } from '../query/list-state.ts'
import { useT } from '../texts/index.ts'
import { BodyRow } from './BodyRow.tsx'
import { Empty } from './Empty.tsx'
import { HeaderRow } from './HeaderRow.tsx'
import { pressOnRow, useActiveRow } from './keys.ts'
import { SkeletonRows } from './SkeletonRows.tsx'
import { shownFields, useGridTable, type GridTable } from './table.ts'

const SortableBody = lazyComponent(async () => (await import('../order/SortableBody.tsx')).SortableBody, PlainBody)

interface GridProps {
  readonly isReordering: boolean
  /** Asks to delete these records. */
  readonly onDelete: (ids: readonly number[]) => void
}

/** The rows as a real table; trees as a tree grid, because only there a row may say its level and whether it is open. */
export function Grid({ isReordering, onDelete }: GridProps) {
  const screen = useScreen()
  const { model, loaded } = screen
  const t = useT()
  const label = useLabel()
  const table = useGridTable(screen)
  return (
    <div className="list-scroller" data-reordering={isReordering || undefined}>
      <table
        className={`list-table ${Classes.HTML_TABLE}`}
        role={model.tree ? 'treegrid' : undefined}
        aria-busy={loaded.isBusy}
        data-states={hasStates(model) ? '' : undefined}
        style={{
          minWidth:
            tableWidth(
              model,
              shownFields(table).map(({ field }) => field),
              screen.site.language,
              screen.width,
            ) + (isReordering ? orderWidth : 0),
        }}
      >
        <caption className="list-unseen">{t('caption', { table: label(model.label) })}</caption>
        <Columns table={table} isReordering={isReordering} />
        <thead>
          <HeaderRow table={table} isReordering={isReordering} />
        </thead>
        <Body table={table} isReordering={isReordering} onDelete={onDelete} />
      </table>
      {loaded.isLoaded && loaded.rows.length === 0 && loaded.problem === null && (
        <Empty isNarrowed={isNarrowed(screen.state)} />
      )}
    </div>
  )
}

function Body({ table, isReordering, onDelete }: GridProps & { readonly table: GridTable }) {
  const screen = useScreen()
  const active = useActiveRow(table)
  const rows = table.getRowModel().rows
  const rowProps = (id: string) => ({
    tabIndex: id === active.id ? 0 : -1,
    onFocus: () => active.set(id),
    onKeyDown: (event: React.KeyboardEvent<HTMLTableRowElement>) => pressOnRow(event, screen, table.getRow(id)),
  })
  if (!screen.loaded.isLoaded)
    return <tbody>{screen.loaded.problem === null && <SkeletonRows table={table} isReordering={isReordering} />}</tbody>
  const Shown = isReordering ? SortableBody : PlainBody
  return <Shown rows={rows} rowProps={rowProps} onDelete={onDelete} />
}

function PlainBody({ rows, rowProps, onDelete }: SortableBodyProps) {
  return (
    <tbody>
      {rows.map((row) => (
        <BodyRow key={row.id} row={row} rowProps={rowProps(row.id)} onDelete={onDelete} />
      ))}
    </tbody>
  )
}

/** Widths of the columns; one of them takes what is left. */
function Columns({ table, isReordering }: { readonly table: GridTable; readonly isReordering: boolean }) {
  const { model, site, width: room } = useScreen()
  const fields = shownFields(table)
  const elastic = elasticColumn(
    model,
    fields.map(({ field }) => field),
  )?.name
  return (
    <colgroup>
      <col className="list-col-choose" />
      {isReordering && <col className="list-col-order" />}
      {fields.map(({ field, width }) => (
        <col key={field.name} style={field.name === elastic ? undefined : { width }} />
      ))}
      {hasActions(model) && (
        <col
          className="list-col-actions"
          style={hasStates(model) ? { width: actionsWidth(model, site.language, room) } : undefined}
        />
      )}
    </colgroup>
  )
}
