/** Tasks of the terminal as plain data, and what may happen to them. The machine is that of `system/terminal_task`. */
import { next } from '../../../protocol/index.ts'
import {
  terminalTaskMachine,
  type TerminalTaskAction,
  type TerminalTaskState,
} from '#generated/system/terminal_task/machine.ts'

export const taskStates = terminalTaskMachine.states

/** A piece of what a task shows: what the command wrote, or a line of the terminal itself. */
export interface TaskMessage {
  text: string
  isOutput: boolean
}

export interface TerminalTask {
  uuid: string
  /** Milliseconds since 1970, as all times here. */
  createTime: number
  startTime: number | null
  endTime: number | null
  status: TerminalTaskState
  /** The key the server knows. */
  command: string
  message: TaskMessage[]
  /** Its output is the one that is shown. */
  showMessage: boolean
  /** Later tasks wait while this one has failed. */
  blockOnFailure: boolean
  /** Sent with the command and returned with each message. */
  extend: string
}

/** Characters of output that a task remembers; of a longer one the latest. */
const maxTaskText = 1_000_000

/** The control values of the stream, and what each does to its task. */
const controls: Readonly<Record<string, TerminalTaskAction>> = {
  'command-link-success': 'linkSuccess',
  'command-exec-success': 'execSuccess',
  'command-exec-error': 'execError',
  'command-exec-completed': 'execCompleted',
}

export const controlOf = (data: string): TerminalTaskAction | null =>
  Object.hasOwn(controls, data) ? (controls[data] ?? null) : null

export const isRunning = ({ status }: Pick<TerminalTask, 'status'>): boolean =>
  status === taskStates.connecting || status === taskStates.executing

/** Failed, or nobody knows. */
export const hasFailed = ({ status }: Pick<TerminalTask, 'status'>): boolean =>
  status === taskStates.failed || status === taskStates.unknown

export const isDeletable = ({ status }: Pick<TerminalTask, 'status'>): boolean =>
  (terminalTaskMachine.deletable as readonly TerminalTaskState[]).includes(status)

export const canRetry = ({ status }: Pick<TerminalTask, 'status'>): boolean =>
  next(terminalTaskMachine, status, 'retry') !== null

/** Moves a task; false when its state does not allow that, then nothing changes. */
export function move(task: TerminalTask, action: TerminalTaskAction, now: number): boolean {
  const status = next(terminalTaskMachine, task.status, action)
  if (status === null) return false
  if (action === 'start') task.startTime = now
  if (isRunning(task) && !isRunning({ status })) task.endTime = now
  if (action === 'retry') {
    task.message = []
    task.startTime = null
    task.endTime = null
  }
  task.status = status
  return true
}

/** The task that may start now, and the one that keeps the next from starting. */
export function queueHead(tasks: readonly TerminalTask[]): {
  readonly next: TerminalTask | null
  readonly blockedBy: TerminalTask | null
} {
  // A task that is retried comes before the one that runs.
  if (tasks.some(isRunning)) return { next: null, blockedBy: null }
  for (const task of tasks) {
    if (task.status === taskStates.waiting) return { next: task, blockedBy: null }
    if (hasFailed(task) && task.blockOnFailure) return { next: null, blockedBy: task }
  }
  return { next: null, blockedBy: null }
}

/** The failed task that waiting ones cannot pass, null when none waits or none blocks. */
export const blockerOf = (tasks: readonly TerminalTask[]): TerminalTask | null =>
  tasks.some(({ status }) => status === taskStates.waiting) ? queueHead(tasks).blockedBy : null

/** Appends a message; pieces of output become one, whose beginning is dropped when it gets too long. */
export function append(task: TerminalTask, text: string, isOutput: boolean): void {
  const last = task.message.at(-1)
  if (isOutput && last?.isOutput) {
    const joined = last.text + text
    last.text = joined.length > maxTaskText ? joined.slice(-maxTaskText) : joined
  } else task.message.push({ text, isOutput })
}

/** The tasks after the page was loaded again: nobody knows what became of those that ran. */
export function reopen(tasks: readonly TerminalTask[], now: number): TerminalTask[] {
  return tasks.map((task) => {
    const reopened = { ...task }
    move(reopened, 'interrupt', now)
    return reopened
  })
}

/** Tasks as they were stored; what is no task is left out. */
export function readTasks(stored: unknown): TerminalTask[] {
  const states: readonly unknown[] = Object.values(taskStates)
  return (Array.isArray(stored) ? (stored as unknown[]) : []).flatMap((value) => {
    const task = (typeof value === 'object' && value !== null ? value : {}) as Partial<
      Record<keyof TerminalTask, unknown>
    >
    if (typeof task.uuid !== 'string' || typeof task.command !== 'string' || !states.includes(task.status)) return []
    const time = (at: unknown): number | null => (typeof at === 'number' ? at : null)
    return [
      {
        uuid: task.uuid,
        createTime: time(task.createTime) ?? 0,
        startTime: time(task.startTime),
        endTime: time(task.endTime),
        status: task.status as TerminalTaskState,
        command: task.command,
        message: readMessages(task.message),
        showMessage: task.showMessage === true,
        blockOnFailure: task.blockOnFailure !== false,
        extend: typeof task.extend === 'string' ? task.extend : '',
      },
    ]
  })
}

function readMessages(stored: unknown): TaskMessage[] {
  return (Array.isArray(stored) ? (stored as unknown[]) : []).flatMap((value) => {
    const { text, isOutput } = (value ?? {}) as Partial<Record<keyof TaskMessage, unknown>>
    return typeof text === 'string' ? [{ text, isOutput: isOutput === true }] : []
  })
}

/** The latest part of a task's messages that has at most that many characters. */
export function latestMessages(messages: readonly TaskMessage[], maxLength: number): TaskMessage[] {
  const kept: TaskMessage[] = []
  let room = maxLength
  for (const { text, isOutput } of messages.toReversed()) {
    if (room <= 0) break
    kept.push({ text: text.slice(-room), isOutput })
    room -= text.length
  }
  return kept.toReversed()
}
