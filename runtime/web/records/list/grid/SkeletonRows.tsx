import { Classes } from '@blueprintjs/core'
import { useListData } from '../context/contexts.ts'
import { useListTable } from '../context/table.ts'
import { useDelayed } from './use-delayed.ts'

/** Milliseconds before a wait is shown: shorter ones would only flicker. */
const delayMs = 150

/** Empty rows of the height the real ones will have, so that nothing jumps when those come. */
export function SkeletonRows() {
  const { limit } = useListData()
  const columns = useListTable().getVisibleLeafColumns()
  const isVisible = useDelayed(delayMs)
  const rows = Array.from({ length: Math.min(limit, 20) }, (_row, index) => index)
  return rows.map((row) => (
    <tr key={row} className="list-row" aria-hidden>
      {columns.map((column, index) => (
        <td key={column.id}>
          {isVisible && column.columnDef.meta && (
            <span className={`${Classes.SKELETON} list-skeleton`} data-width={(row * 3 + index) % 4} />
          )}
        </td>
      ))}
    </tr>
  ))
}
