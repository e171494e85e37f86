import { Classes } from '@blueprintjs/core'
import { hasActions } from '../columns/columns.ts'
import { useScreen } from '../context/use-list.ts'
import { useDelayed } from './delayed.ts'
import { shownFields, type GridTable } from './table.ts'

/** Milliseconds before a wait is shown: shorter ones would only flicker. */
const patience = 150

/** Empty rows of the height the real ones will have, so that nothing jumps when those come. */
export function SkeletonRows({ table, isReordering }: { readonly table: GridTable; readonly isReordering: boolean }) {
  const { limit, model } = useScreen()
  const isVisible = useDelayed(patience)
  const acts = hasActions(model) ? 1 : 0
  const columns = 1 + shownFields(table).length + (isReordering ? 1 : 0) + acts
  return Array.from({ length: Math.min(limit, 20) }, (_, row) => (
    <tr key={row} className="list-row" aria-hidden>
      {Array.from({ length: columns }, (_, column) => (
        <td key={column}>
          {isVisible && column > 0 && column < columns - acts && (
            <span className={`${Classes.SKELETON} list-skeleton`} data-width={(row * 3 + column) % 4} />
          )}
        </td>
      ))}
    </tr>
  ))
}
