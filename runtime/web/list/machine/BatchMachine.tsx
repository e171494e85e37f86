import { useEffect, useRef } from 'react'
import type { MachineActionModel } from '../../../protocol/index.ts'
import type { Row } from '../../api/table.ts'
import { isWideWidth } from '../columns/available-width.ts'
import { useScreen } from '../context/use-list.ts'
import { flatRows } from '../tree/tree.ts'
import { ActionButton } from '../../machine/ActionButton.tsx'
import { ActionMenu } from '../../machine/ActionMenu.tsx'
import { canRunOnMany } from '../../machine/input-model.ts'
import { actionMenuItems } from '../../machine/action-menu-items.tsx'
import { useActionContext } from '../../machine/action-context.ts'
import {
  permittedActions,
  availableActions,
  splitActions,
  type AvailableAction,
  type ActionContext,
} from '../../machine/available-actions.ts'
import { runAction } from '../../machine/action-host.ts'
import { recordName } from '../../fields/naming.ts'

/** What can be done with the chosen records together. */
export function BatchMachine() {
  const { model, choice, width } = useScreen()
  const context = useActionContext(model)
  const seen = useSeen()
  const { t, language } = context
  const rows = choice.ids.map((id) => seen.get(id))
  const actions = actionsForAll(context, rows)
  const { shown, rest } = splitActions(actions, isWideWidth(width) ? 2 : 0)
  const start = (action: MachineActionModel, trigger: Element | null): Promise<void> =>
    runAction({
      model,
      action,
      trigger,
      target: { ids: choice.ids, nameOf: (id) => (seen.has(id) ? recordName(model, seen.get(id)!) : `#${id}`) },
    })
  return (
    <span role="group" aria-label={t('batch')} className="action-batch">
      {shown.map(({ action }) => (
        <ActionButton
          key={action.name}
          action={action}
          reason={null}
          variant="outlined"
          onPress={(trigger) => start(action, trigger)}
        />
      ))}
      <ActionMenu
        variant="outlined"
        name={t('batch')}
        text={shown.length === 0 ? t('acts') : undefined}
        items={actionMenuItems(rest, language, (action, trigger) => void start(action, trigger))}
      />
    </span>
  )
}

/** An action is offered when one of the records can take it, or was chosen on a page that is no longer known. */
function actionsForAll(context: ActionContext, rows: readonly (Row | undefined)[]): readonly AvailableAction[] {
  const known = rows.filter((row) => row !== undefined).map((row) => availableActions(context, row))
  const areAllKnown = known.length === rows.length
  return permittedActions(context)
    .filter(canRunOnMany)
    .map((action) => {
      const each = known.map((actions) => actions.find((one) => one.action.name === action.name)!)
      return !areAllKnown || each.some(({ reason }) => reason === null)
        ? { action, reason: null, isWrongState: false }
        : { ...each[0]!, action }
    })
}

/** Rows as they were last seen; the choice outlives the page they stood on. */
function useSeen(): ReadonlyMap<number, Row> {
  const { loaded } = useScreen()
  const seen = useRef(new Map<number, Row>())
  const keep = (): void => {
    for (const row of flatRows(loaded.rows)) seen.current.set(row.id, row)
  }
  if (seen.current.size === 0) keep()
  useEffect(keep, [loaded.rows])
  return seen.current
}
