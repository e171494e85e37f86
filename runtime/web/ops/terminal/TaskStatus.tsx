/** The state of a task as an icon and a word, and how long it ran. */
import { Spinner, SpinnerSize } from '@blueprintjs/core'
import { CrossCircle, Help, Time, TickCircle } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import { terminalTask } from '#generated/system/terminal_task/table.ts'
import { fieldOf } from '../../../protocol/index.ts'
import { useLanguage } from '../../core/i18n/language.ts'
import { isRunning, taskStates, type TerminalTask } from './tasks.ts'

type Shown = Readonly<Pick<TerminalTask, 'status' | 'startTime' | 'endTime'>>

export function StatusIcon({ task }: { readonly task: Shown }) {
  if (isRunning(task)) return <Spinner size={SpinnerSize.SMALL - 6} className="terminal-running" />
  if (task.status === taskStates.success) return <TickCircle className="terminal-success" />
  if (task.status === taskStates.failed) return <CrossCircle className="terminal-failed" />
  if (task.status === taskStates.unknown) return <Help className="terminal-failed" />
  return <Time className="terminal-waiting" />
}

/** The name of the state, from the schema. */
export function useStatusText(): (task: Shown) => string {
  const language = useLanguage()
  const options = fieldOf(terminalTask, 'status')?.options ?? []
  return ({ status }) => options.find(({ value }) => value === status)?.label[language] ?? ''
}

/** `4s`, `2m 05s`; "" before the task has started. */
export function Elapsed({ task }: { readonly task: Shown }) {
  const now = useNow(isRunning(task))
  if (task.startTime === null) return null
  const seconds = Math.max(0, Math.floor(((task.endTime ?? now) - task.startTime) / 1000))
  const minutes = Math.floor(seconds / 60)
  const text = minutes > 0 ? `${minutes}m ${String(seconds % 60).padStart(2, '0')}s` : `${seconds}s`
  return <span className="terminal-elapsed">{text}</span>
}

function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isTicking) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isTicking])
  return now
}
