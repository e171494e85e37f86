/** What the terminal of this browser knows; stored under `storeTerminal`. */
import { proxy, subscribe } from 'valtio'
import { readStored, writeStored } from '../../core/preferences/browser-storage.ts'
import { latestMessages, readTasks, reopen, type TerminalTask } from './tasks.ts'

export interface TerminalState {
  /** The drawer is open. */
  show: boolean
  /** There is output that nobody has seen. */
  showDot: boolean
  /** In the order in which they were added. */
  taskList: TerminalTask[]
  packageManager: string
  showPackageManagerDialog: boolean
  showConfig: boolean
  /** '1' = successful tasks are removed when one is added. */
  automaticCleanupTask: '0' | '1'
  port: string
}

const storageKey = 'storeTerminal'

/** Characters of output that are stored, of each task: browsers store about five million in all. */
const maxStoredText = 100_000
/** Milliseconds between two writes while output arrives. */
const storeIntervalMs = 500

export const terminal: TerminalState = proxy(readTerminal())

let timer: ReturnType<typeof setTimeout> | null = null

subscribe(terminal, () => {
  timer ??= setTimeout(storeTerminal, storeIntervalMs)
})
// What happened since the last write would otherwise be missing after a reload.
if (typeof window !== 'undefined') window.addEventListener('pagehide', storeTerminal)

function storeTerminal(): void {
  if (timer) clearTimeout(timer)
  timer = null
  const { showDot, taskList, packageManager, automaticCleanupTask, port } = terminal
  const tasks = taskList.map((task) => ({ ...task, message: latestMessages(task.message, maxStoredText) }))
  writeStored(storageKey, { showDot, taskList: tasks, packageManager, automaticCleanupTask, port })
}

/** The stored state; missing or malformed values get their default. */
function readTerminal(): TerminalState {
  const stored = (readStored(storageKey) ?? {}) as Partial<Record<keyof TerminalState, unknown>>
  const { packageManager, port } = stored
  return {
    show: false,
    showDot: stored.showDot === true,
    taskList: reopen(readTasks(stored.taskList), Date.now()),
    packageManager: typeof packageManager === 'string' && packageManager !== '' ? packageManager : 'pnpm',
    showPackageManagerDialog: false,
    showConfig: false,
    automaticCleanupTask: stored.automaticCleanupTask === '0' ? '0' : '1',
    port: typeof port === 'string' && /^\d{1,5}$/.test(port) ? port : '8000',
  }
}
