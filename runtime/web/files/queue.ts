/**
 * A queue of uploads, whatever they are sent to: one after the other, so that files keep the order in which they were
 * selected. Each follows the machine of uploads; a step that is not legal there changes nothing.
 */
import { next } from '../../protocol/index.ts'
import {
  cloudUploadMachine,
  type CloudUploadAction,
  type CloudUploadState,
} from '#generated/system/cloud_upload/machine.ts'
import type { UploadedFile } from '../core/api/upload.ts'

export interface UploadTask {
  readonly key: number
  readonly file: File
  readonly state: CloudUploadState
  /** 0 to 1 */
  readonly progress: number
  /** Why it failed, in the language of the screen; "" unless it failed. */
  readonly message: string
  /** False when sending again would fail again. */
  readonly canRestart: boolean
  /** It failed because there was no network. */
  readonly hasLostNetwork: boolean
}

export interface TransferOptions {
  /** Receives 0…1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Where files go: to the server, or to a store of its own. */
export interface UploadTransport {
  /** A paused upload goes on where it stopped; otherwise it can only be canceled. */
  readonly isResumable: boolean
  /** What has to be known before a file is sent, for example its hash. */
  readonly check?: (file: File, options: TransferOptions) => Promise<void>
  readonly send: (file: File, options: TransferOptions) => Promise<UploadedFile>
  /** The file was canceled: nobody will send it again. */
  readonly discard?: (file: File) => void
}

export interface QueueOptions {
  readonly transport: UploadTransport
  /** Why a file is not sent at all, in the language of the screen; null = it is. */
  readonly refuse: (file: File) => string | null
  readonly describeError: (error: unknown) => string
  readonly isNetworkError?: (error: unknown) => boolean
  readonly onChange: (tasks: readonly UploadTask[]) => void
  /** Called in the order of the files. */
  readonly onDone: (file: UploadedFile) => void
}

export interface UploadQueue {
  add(files: readonly File[]): void
  pause(key: number): void
  /** Sends a failed or paused file again. */
  restart(key: number): void
  /**
   * The network is back: sends again what failed without one. It may carry nothing yet, so what fails once more is
   * sent again a few times, each time after a longer wait.
   */
  restartLost(): void
  /** Ends an upload, or removes one that failed. */
  cancel(key: number): void
  cancelAll(): void
}

/** Waits before what lost a network that is said to be back is sent again. */
const waitsMs = [1000, 2000, 4000, 8000, 16_000]

let keys = 0

export function createUploadQueue(options: QueueOptions): UploadQueue {
  const { transport, refuse, describeError, isNetworkError = () => false, onChange, onDone } = options
  let tasks: readonly UploadTask[] = []
  let running: { readonly key: number; readonly controller: AbortController } | null = null
  /** How often what is lost is still sent again by itself. */
  let attemptsLeft = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const set = (next: readonly UploadTask[]): void => {
    tasks = next
    onChange(tasks)
  }
  const taskOf = (key: number): UploadTask | undefined => tasks.find((task) => task.key === key)
  const patch = (key: number, values: Partial<UploadTask>): void =>
    set(tasks.map((task) => (task.key === key ? { ...task, ...values } : task)))
  const remove = (key: number): void => set(tasks.filter((task) => task.key !== key))
  const step = (key: number, action: CloudUploadAction, values: Partial<UploadTask> = {}): boolean => {
    const task = taskOf(key)
    const state = task && next<CloudUploadState, CloudUploadAction>(cloudUploadMachine, task.state, action)
    if (!state) return false
    patch(key, { ...values, state })
    return true
  }
  /** Ends the transfer of a task that left the states of one. */
  const abort = (key: number): void => {
    if (running?.key === key) running.controller.abort()
  }

  const run = async ({ key, file }: UploadTask): Promise<void> => {
    const controller = new AbortController()
    running = { key, controller }
    const transfer = { onProgress: (progress: number) => patch(key, { progress }), signal: controller.signal }
    try {
      step(key, 'check', { progress: 0, message: '' })
      if (transport.check) await transport.check(file, transfer)
      if (!step(key, 'upload', { progress: 0 })) return
      const stored = await transport.send(file, transfer)
      if (!step(key, 'succeed')) return
      remove(key)
      onDone(stored)
    } catch (error) {
      // Nothing happens when it was paused or canceled.
      const hasLostNetwork = isNetworkError(error)
      if (step(key, 'fail', { message: describeError(error), hasLostNetwork }) && hasLostNetwork) restartLater()
    } finally {
      running = null
      startNext()
    }
  }
  const startNext = (): void => {
    const task = running ? undefined : tasks.find(({ state }) => state === 'waiting')
    if (task) void run(task)
  }

  const fresh = (file: File): UploadTask => {
    const message = refuse(file)
    keys += 1
    return {
      key: keys,
      file,
      state: message === null ? cloudUploadMachine.initial : 'error',
      progress: 0,
      message: message ?? '',
      canRestart: message === null,
      hasLostNetwork: false,
    }
  }
  const cancel = (key: number): void => {
    const file = taskOf(key)?.file
    if (!file || !step(key, 'cancel')) return
    abort(key)
    remove(key)
    transport.discard?.(file)
  }

  const restart = (key: number): void => {
    if (taskOf(key)?.canRestart && step(key, 'restart', { progress: 0, message: '', hasLostNetwork: false }))
      startNext()
  }

  const restartLost = (): void => {
    clearTimeout(timer)
    for (const { key, state, hasLostNetwork } of tasks) if (state === 'error' && hasLostNetwork) restart(key)
  }
  const restartLater = (): void => {
    if (attemptsLeft === 0) return
    clearTimeout(timer)
    timer = setTimeout(restartLost, waitsMs[waitsMs.length - attemptsLeft])
    attemptsLeft -= 1
  }

  return {
    add: (files) => {
      set([...tasks, ...files.map(fresh)])
      startNext()
    },
    pause: (key) => {
      if (step(key, 'pause')) abort(key)
    },
    restart,
    restartLost: () => {
      attemptsLeft = waitsMs.length
      restartLost()
    },
    cancel,
    cancelAll: () => {
      attemptsLeft = 0
      clearTimeout(timer)
      tasks.forEach(({ key }) => cancel(key))
    },
  }
}

/** True while a file is on its way, so that what it belongs to is incomplete. */
export const isUnderWay = ({ state }: UploadTask): boolean =>
  state === 'waiting' || state === 'checking' || state === 'uploading'
