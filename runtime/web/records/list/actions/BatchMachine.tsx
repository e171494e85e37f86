import { useState } from 'react'
import type { MachineActionModel } from '../../../../protocol/index.ts'
import type { Row } from '../../../core/api/table.ts'
import { isWideWidth } from '../columns/available-width.ts'
import { useListData, useListLayout } from '../context/contexts.ts'
import { useSelectedIds } from '../context/table.ts'
import { flatRows } from '../tree.ts'
import { ActionButton } from '../../actions/ActionButton.tsx'
import { ActionMenu } from '../../../core/popover/ActionMenu.tsx'
import { canRunOnMany } from '../../actions/can-run-on-many.ts'
import { actionMenuItems } from '../../actions/action-menu-items.tsx'
import { useActionContext } from '../../actions/action-context.ts'
import {
  permittedActions,
  availableActions,
  splitActions,
  type AvailableAction,
  type ActionContext,
} from '../../actions/available-actions.ts'
import { runAction } from '../../actions/action-host.ts'
import { recordName } from '../../../fields/record-names.ts'

/** What can be done with the selected records together. */
export function BatchMachine() {
  const { model } = useListData()
  const { availableWidth } = useListLayout()
  const selectedIds = useSelectedIds()
  const context = useActionContext(model)
  const rowsById = useSeenRows()
  const { t, language } = context
  const rows = selectedIds.map((id) => rowsById.get(id))
  const actions = actionsForAll(context, rows)
  const { shown: visibleActions, rest } = splitActions(actions, isWideWidth(availableWidth) ? 2 : 0)
  const nameOf = (id: number): string => {
    const row = rowsById.get(id)
    return row ? recordName(model, row) : `#${id}`
  }
  const start = (action: MachineActionModel, trigger: Element | null): Promise<void> =>
    runAction({
      model,
      action,
      trigger,
      target: { ids: selectedIds, nameOf },
    })
  return (
    <span role="group" aria-label={t('batch')} className="action-batch">
      {visibleActions.map(({ action }) => (
        <ActionButton
          key={action.name}
          action={action}
          reason={null}
          variant="outlined"
          isPlain
          onPress={(trigger) => start(action, trigger)}
        />
      ))}
      <ActionMenu
        variant="outlined"
        name={t('batch')}
        text={visibleActions.length === 0 ? t('acts') : undefined}
        items={actionMenuItems(rest, language, (action, trigger) => void start(action, trigger))}
      />
    </span>
  )
}

/** An action is offered when one of the records can take it, or was selected on a page that is no longer known. */
function actionsForAll(context: ActionContext, rows: readonly (Row | undefined)[]): readonly AvailableAction[] {
  const actionsByRow = rows.filter((row) => row !== undefined).map((row) => availableActions(context, row))
  const areAllKnown = actionsByRow.length === rows.length
  return permittedActions(context)
    .filter(canRunOnMany)
    .map((action) => {
      const each = actionsByRow.flatMap((actions) =>
        actions.filter((candidate) => candidate.action.name === action.name),
      )
      const [first] = each
      return !first || !areAllKnown || each.some(({ reason }) => reason === null)
        ? { action, reason: null, isWrongState: false }
        : { ...first, action }
    })
}

/** Rows as they were last seen; the selection outlives the page they were on. */
function useSeenRows(): ReadonlyMap<number, Row> {
  const { loaded } = useListData()
  const [seenRows, setSeenRows] = useState(() => ({ rows: loaded.rows, byId: withRows(new Map(), loaded.rows) }))
  if (seenRows.rows !== loaded.rows) setSeenRows({ rows: loaded.rows, byId: withRows(seenRows.byId, loaded.rows) })
  return seenRows.byId
}

function withRows(rowsById: ReadonlyMap<number, Row>, rows: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map([...rowsById, ...flatRows(rows).map((row): [number, Row] => [row.id, row])])
}
