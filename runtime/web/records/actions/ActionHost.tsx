import { Classes } from '@blueprintjs/core'
import { useState } from 'react'
import type { TableModel } from '../../../protocol/index.ts'
import { ApiError, isCancelled, errorText } from '../../core/api/api-error.ts'
import { lazyComponent } from '../../core/loading/lazy-component.tsx'
import { beginProgress, endProgress } from '../../core/loading/progress.ts'
import { notifyNotLoaded } from '../../core/popover/notify-not-loaded.ts'
import type { ActionDialogProps } from './ActionDialog.tsx'
import { ActionRun } from './action-run.ts'
import './actions.css'
import { needsNoConfirmation } from './available-actions.ts'
import { useActionHost, type ActionHostPlace, type ActionRequest } from './action-host.ts'
import { notifyDone } from './notify-done.ts'

/** Loads with the first action that asks for something. */
const ActionDialog = lazyComponent<ActionDialogProps>(async () => (await import('./ActionDialog.tsx')).ActionDialog)

interface ActionHostProps {
  readonly model: TableModel
  readonly place: ActionHostPlace
  /**
   * Records have changed: show them again. Resolves when they are shown. `ids`: those of several for which it
   * succeeded.
   */
  readonly onChanged: (ids: readonly number[]) => Promise<void>
  /** Takes the focus when the element that opened the dialog no longer exists. */
  readonly takeFocus: () => void
}

interface ShownAction {
  readonly request: ActionRequest
  readonly run: ActionRun
  readonly problem: ApiError | null
  readonly turn: number
}

/** Runs the actions of a table: immediately where nothing has to be asked, else in a dialog. */
export function ActionHost({ model, place, onChanged, takeFocus }: ActionHostProps) {
  const [dialog, setDialog] = useState<ShownAction | null>(null)
  const reportChange = async (request: ActionRequest, ids: readonly number[]): Promise<void> => {
    await onChanged(ids)
    keepFocus(request.trigger, takeFocus)
  }
  useActionHost(model.id, place, async (request) => {
    const run = new ActionRun(model, request.action)
    const show = async (problem: ApiError | null): Promise<void> => {
      if (await isDialogLoaded()) setDialog((before) => ({ request, run, problem, turn: (before?.turn ?? 0) + 1 }))
    }
    if (!isAtOnce(request) || !('row' in request.target)) return await show(null)
    const { row } = request.target
    try {
      notifyDone(model, request.action, row, await run.runOne(row, {}))
      await reportChange(request, [])
    } catch (error) {
      if (!isCancelled(error))
        await show(error instanceof ApiError ? error : new ApiError(errorText(error), { kind: 'network' }))
    }
  })
  if (!dialog) return null
  const { request, turn } = dialog
  return (
    <ActionDialog
      key={turn}
      {...dialog}
      onChanged={(ids) => reportChange(request, ids)}
      onClosed={() => {
        setDialog(null)
        keepFocus(request.trigger, takeFocus)
      }}
    />
  )
}

async function isDialogLoaded(): Promise<boolean> {
  beginProgress()
  try {
    await ActionDialog.preload()
    return true
  } catch {
    notifyNotLoaded()
    return false
  } finally {
    endProgress()
  }
}

function isAtOnce({ action, isConfirmed, target }: ActionRequest): boolean {
  return 'row' in target && (needsNoConfirmation(action) || (isConfirmed === true && action.input.length === 0))
}

/** Frames within which a change is certainly rendered, however busy the machine is: frames are delayed as well. */
const framesToDraw = 30

/**
 * A change may remove the focused button, now or when it is rendered: then the focus moves to where work continues.
 * Until somebody works on: a menu or dialog that is opened meanwhile keeps the focus.
 */
function keepFocus(trigger: Element | null, takeFocus: () => void): void {
  const end = new AbortController()
  const restore = (): void => {
    if (isFocusLost() && !returnFocus(trigger)) takeFocus()
  }
  const workOn = (): void => {
    restore()
    end.abort()
  }
  for (const event of ['keydown', 'pointerdown'] as const)
    document.addEventListener(event, workOn, { capture: true, signal: end.signal })
  const watch = (frames: number): void => {
    if (frames === 0) return end.abort()
    requestAnimationFrame(() => {
      if (end.signal.aborted) return
      restore()
      watch(frames - 1)
    })
  }
  watch(framesToDraw)
}

/**
 * True when the focus is on nothing useful: on the page itself, or on a focus trap of the record drawer. A menu or
 * dialog that is just being opened has it on its own trap until its content can take it.
 */
function isFocusLost(): boolean {
  const { activeElement: focused } = document
  if (focused === null || focused === document.body) return true
  const isTrap = focused.matches(`.${Classes.OVERLAY_START_FOCUS_TRAP}, .${Classes.OVERLAY_END_FOCUS_TRAP}`)
  return isTrap && focused.parentElement?.querySelector(':scope > .record-drawer') !== null
}

function returnFocus(trigger: Element | null): boolean {
  if (!(trigger instanceof HTMLElement) || !trigger.isConnected) return false
  trigger.focus()
  return document.activeElement === trigger
}
