/** Runs the tasks of the terminal one after the other, and follows what the server says about them. */
import { errorText } from '../../core/api/api-error.ts'
import { postData } from '../../core/api/client.ts'
import { currentLanguage } from '../../core/i18n/language.ts'
import { notifyError } from '../../core/notify.ts'
import { session } from '../../core/auth/session.ts'
import { dropScreen, writeScreen } from './rendered-output.ts'
import { terminal } from './store.ts'
import {
  append,
  canRetry,
  controlOf,
  hasFailed,
  isDeletable,
  move,
  queueHead,
  taskStates,
  type TerminalTask,
} from './tasks.ts'
import { t } from './texts.ts'

/** The latest start of each task that connects or runs. */
const attempts = new Map<string, object>()
const streams = new Map<string, EventSource>()
const callbacks = new Map<string, (isDone: boolean) => void>()

export interface NewTask {
  readonly command: string
  readonly blockOnFailure?: boolean
  readonly extend?: string
  /** Called when it has ended, unless the page was loaded again in between. */
  readonly callback?: (isDone: boolean) => void
}

/** Adds a task at the end of the queue. Successful ones go if the settings say so. */
export function addTask({ command, blockOnFailure = true, extend = '', callback }: NewTask): string {
  const uuid = newId()
  if (callback) callbacks.set(uuid, callback)
  if (terminal.automaticCleanupTask === '1') removeFinished()
  terminal.taskList.push({
    uuid,
    createTime: Date.now(),
    startTime: null,
    endTime: null,
    status: taskStates.waiting,
    command,
    message: [],
    showMessage: false,
    blockOnFailure,
    extend,
  })
  if (!terminal.show) {
    terminal.showDot = true
    notifyBlocked()
  }
  startNext()
  return uuid
}

/** `crypto.randomUUID` exists on https and localhost only. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Shows the output of this task. */
export function showTask(uuid: string): void {
  for (const task of terminal.taskList) task.showMessage = task.uuid === uuid
}

/** Starts the next task that may start. */
export function startNext(): void {
  const task = queueHead(terminal.taskList).next
  if (!task || !move(task, 'start', Date.now())) return
  // Whoever reads the output of a failed task goes on reading it.
  const shown = terminal.taskList.find(({ showMessage }) => showMessage)
  if (!shown || shown.status === taskStates.waiting || shown.status === taskStates.success) showTask(task.uuid)
  void connect(task.uuid, task.command, task.extend)
}

/** Clears the output and queues the task again at its place. */
export function retryTask(uuid: string): void {
  const task = taskOf(uuid)
  if (!task || !canRetry(task) || !move(task, 'retry', Date.now())) return
  dropScreen(uuid)
  startNext()
}

export function removeTask(uuid: string): void {
  const task = taskOf(uuid)
  if (!task || !isDeletable(task)) return
  terminal.taskList = terminal.taskList.filter((other) => other.uuid !== uuid)
  forget(uuid)
  startNext()
}

/** Removes the tasks that succeeded. */
export function removeFinished(): void {
  const isFinished = ({ status }: TerminalTask): boolean => status === taskStates.success
  terminal.taskList.filter(isFinished).forEach(({ uuid }) => forget(uuid))
  terminal.taskList = terminal.taskList.filter((task) => !isFinished(task))
}

/** A successful task may still have its stream, which would open itself again when the server ends it. */
function forget(uuid: string): void {
  streams.get(uuid)?.close()
  streams.delete(uuid)
  attempts.delete(uuid)
  callbacks.delete(uuid)
  dropScreen(uuid)
}

export function setBlocking(uuid: string, isBlocking: boolean): void {
  const task = taskOf(uuid)
  if (!task) return
  task.blockOnFailure = isBlocking
  startNext()
}

/** Ends the command: the server stops it when its stream is closed. */
export function stopTask(uuid: string): void {
  endStream(uuid, 'streamError', t('stopped'))
}

/** The package manager and the port are settings of the site, which may have changed. */
export function openTerminal(): void {
  terminal.show = true
  terminal.showDot = false
  const { packageManager, port } = session.site.terminal
  if (packageManager !== '') terminal.packageManager = packageManager
  if (port !== '') terminal.port = port
}

/** Saves a package manager and a port for all administrators. Rejects when the server refuses them. */
export async function saveConfig(manager: string, port: string): Promise<void> {
  await postData('/admin/ajax/changeTerminalConfig', { manager, port }, { notifySuccess: true })
  Object.assign(terminal, { packageManager: manager, port })
  Object.assign(session.site.terminal, { packageManager: manager, port })
}

export function closeTerminal(): void {
  terminal.show = false
  notifyBlocked()
}

/** Says that new tasks will not start, while a failed one blocks them. */
function notifyBlocked(): void {
  if (terminal.taskList.some((task) => hasFailed(task) && task.blockOnFailure)) notifyError(t('blocked'))
}

const taskOf = (uuid: string): TerminalTask | undefined => terminal.taskList.find((task) => task.uuid === uuid)

async function connect(uuid: string, command: string, extend: string): Promise<void> {
  const attempt = {}
  attempts.set(uuid, attempt)
  try {
    const { ticket } = await postData<{ ticket: string }>(
      '/admin/ajax/terminalTicket',
      { command, uuid },
      { quiet: true },
    )
    // The task may have been stopped meanwhile, and started again.
    if (attempts.get(uuid) !== attempt) return
    const query = new URLSearchParams({ command, uuid, extend, batoken: ticket, lang: currentLanguage(), server: '1' })
    const stream = new EventSource(`/admin/ajax/terminal?${query}`)
    streams.set(uuid, stream)
    stream.addEventListener('message', ({ data }) => receive(String(data)))
    // A stream that breaks off is not opened again: its ticket is used up, and the command was stopped.
    stream.addEventListener('error', () => endStream(uuid, 'streamError', t('lost')))
  } catch (error) {
    if (attempts.get(uuid) === attempt) endStream(uuid, 'streamError', errorText(error))
  }
}

interface StreamMessage {
  readonly data: string
  readonly uuid: string
  /** What the command wrote, as opposed to lines of the terminal. */
  readonly output?: boolean
}

/** Handles a message of the stream; one of a task that is not known is ignored. */
function receive(text: string): void {
  const message = parseMessage(text)
  const task = message && taskOf(message.uuid)
  if (!message || !task) return
  if (!terminal.show) terminal.showDot = true
  const control = controlOf(message.data)
  if (control === null) write(task, message.data, message.output === true)
  else if (control === 'execError' || control === 'execCompleted') endStream(task.uuid, control, null)
  else {
    move(task, control, Date.now())
    // Not only at the end of the stream: the next task that is added may remove this one before.
    if (task.status === taskStates.success) callBack(task.uuid, true)
  }
}

function write(task: TerminalTask, text: string, isOutput: boolean): void {
  append(task, text, isOutput)
  writeScreen(task, text, isOutput)
}

function parseMessage(text: string): StreamMessage | null {
  try {
    const message = JSON.parse(text) as Partial<StreamMessage> | null
    return typeof message?.data === 'string' && typeof message.uuid === 'string' ? (message as StreamMessage) : null
  } catch {
    return null
  }
}

/** Closes the stream of a task, moves the task, and starts the next one. */
function endStream(uuid: string, action: 'execError' | 'execCompleted' | 'streamError', note: string | null): void {
  streams.get(uuid)?.close()
  streams.delete(uuid)
  attempts.delete(uuid)
  const task = taskOf(uuid)
  if (task) {
    if (move(task, action, Date.now()) && note !== null) write(task, `Error: ${note}`, false)
    callBack(uuid, task.status === taskStates.success)
  }
  startNext()
}

function callBack(uuid: string, isDone: boolean): void {
  const callback = callbacks.get(uuid)
  callbacks.delete(uuid)
  callback?.(isDone)
}
