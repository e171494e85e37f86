import { Classes } from '@blueprintjs/core'
import { useState } from 'react'
import type { TableModel } from '../../protocol/index.ts'
import { ApiProblem, isCancelled, problemText } from '../api/problem.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { Attempt } from './action-run.ts'
import './machine.css'
import { isPlain } from './available-actions.ts'
import { useStage, type StagePlace, type Wish } from './action-host.ts'
import { tellDone } from './notify-done.ts'

interface ActionStageProps {
  readonly model: TableModel
  readonly place: StagePlace
  /** Records have changed, or were found changed: show them anew. Resolves when they are shown. `ids`: those of several it was carried out on. */
  readonly onChanged: (ids: readonly number[]) => Promise<void>
  /** Takes the focus when what opened the dialog is gone. */
  readonly takeFocus: () => void
}

interface Shown {
  readonly wish: Wish
  readonly attempt: Attempt
  readonly problem: ApiProblem | null
  readonly turn: number
}

/** Carries out the actions of a table: at once where nothing has to be asked, else in a dialog. */
export function ActionStage({ model, place, onChanged, takeFocus }: ActionStageProps) {
  const [shown, setShown] = useState<Shown | null>(null)
  const changed = async (wish: Wish, ids: readonly number[]): Promise<void> => {
    await onChanged(ids)
    keepFocus(wish.opener, takeFocus)
  }
  useStage(model.id, place, async (wish) => {
    const attempt = new Attempt(model, wish.action)
    const show = (problem: ApiProblem | null): void =>
      setShown((before) => ({ wish, attempt, problem, turn: (before?.turn ?? 0) + 1 }))
    if (!isAtOnce(wish) || !('row' in wish.target)) return show(null)
    const { row } = wish.target
    try {
      tellDone(model, wish.action, row, await attempt.one(row, {}))
      await changed(wish, [])
    } catch (error) {
      if (!isCancelled(error))
        show(error instanceof ApiProblem ? error : new ApiProblem(problemText(error), { kind: 'network' }))
    }
  })
  if (!shown) return null
  const { wish, turn } = shown
  return (
    <ActionDialog
      key={turn}
      {...shown}
      onChanged={(ids) => changed(wish, ids)}
      onClosed={() => {
        setShown(null)
        keepFocus(wish.opener, takeFocus)
      }}
    />
  )
}

function isAtOnce({ action, isAgreed, target }: Wish): boolean {
  return 'row' in target && (isPlain(action) || (isAgreed === true && action.input.length === 0))
}

/** Frames in which what has changed is surely drawn, however busy the machine: they wait for it as well. */
const framesToDraw = 30

/** What has changed may take the button away that has the focus, now or when it is drawn: then the focus goes where work goes on. */
function keepFocus(opener: Element | null, takeFocus: () => void, frames = framesToDraw): void {
  requestAnimationFrame(() => {
    if (isFocusLost() && !returnFocus(opener)) takeFocus()
    if (frames > 1) keepFocus(opener, takeFocus, frames - 1)
  })
}

/** On nothing a person can work with: on the page itself, or on the edge of a drawer, where it waits for a Tab. */
function isFocusLost(): boolean {
  const { activeElement: at } = document
  return (
    at === null ||
    at === document.body ||
    at.matches(`.${Classes.OVERLAY_START_FOCUS_TRAP}, .${Classes.OVERLAY_END_FOCUS_TRAP}`)
  )
}

function returnFocus(opener: Element | null): boolean {
  if (!(opener instanceof HTMLElement) || !opener.isConnected) return false
  opener.focus()
  return document.activeElement === opener
}
