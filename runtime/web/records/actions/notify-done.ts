/** The toast after an action, with a button to undo it. */
import { actionOf, type MachineActionModel, type RecordReference, type TableModel } from '../../../protocol/index.ts'
import type { WireRow } from '../../fields/input-props.ts'
import { label } from '../../core/i18n/language.ts'
import { pageOf, recordName } from '../../fields/record-names.ts'
import { can } from '../../core/auth/permissions.ts'
import { notify, undoDurationMs } from '../../core/notify.ts'
import type { ActionResponse } from './action-run.ts'
import { runAction } from './action-host.ts'
import { t } from './texts.ts'

/** "RK202611210001 audited", with "Undo" when the action has an inverse and the admin has its permission. */
export function notifyDone(
  model: TableModel,
  action: MachineActionModel,
  row: WireRow,
  done: ActionResponse | null,
): void {
  const text = [t('done', { action: label(action.label), name: recordName(model, row) }), done?.note]
    .filter((part) => part !== undefined)
    .join(' ')
  if (done?.made) return notifyCreated(text, done.made)
  const undo = action.undo === null ? undefined : actionOf(model.machine, action.undo)
  if (!undo || !can(model.page, undo.name)) return notify({ tone: 'success', text })
  const now = { ...row, ...stateAfter(action), ...(done && { version: done.version }) }
  const run = (): void =>
    void runAction({ model, action: undo, target: { row: now }, trigger: null, isConfirmed: true })
  notify({ tone: 'success', text, durationMs: undoDurationMs, action: { text: t('undo'), run } })
}

/** Offers to open the new record instead of undoing: deleting it would have the same effect. */
function notifyCreated(text: string, { table, page = pageOf(table), id, title }: RecordReference): void {
  const open = (): void => {
    location.hash = `#/admin/${page}?edit=${id}`
  }
  notify({
    tone: 'success',
    text: t('made', { text, title }),
    durationMs: undoDurationMs,
    action: { text: t('open'), run: open },
  })
}

export function notifyManyDone(action: MachineActionModel, count: number): void {
  notify({ tone: 'success', text: t('done-many', { action: label(action.label), count }) })
}

/** The state fields for which the action has exactly one target value. */
function stateAfter({ to }: MachineActionModel): WireRow {
  return Object.fromEntries(
    Object.entries(to)
      .filter(([, values]) => values.length === 1)
      .map(([field, values]) => [field, values[0]]),
  )
}
