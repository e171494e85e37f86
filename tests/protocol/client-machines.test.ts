/**
 * What the specification says of things that live in the client: tasks of the terminal and uploads to a cloud store.
 */
import { describe, expect, it } from 'vitest'
import { next } from 'tablewright/protocol'
import {
  cloudUploadMachine,
  type CloudUploadAction,
  type CloudUploadState,
} from '#generated/system/cloud_upload/machine.ts'
import {
  terminalTaskMachine,
  type TerminalTaskAction,
  type TerminalTaskState,
} from '#generated/system/terminal_task/machine.ts'

const task = terminalTaskMachine.states
const step = (state: TerminalTaskState, action: TerminalTaskAction): TerminalTaskState | null =>
  next(terminalTaskMachine, state, action)
const upload = (state: CloudUploadState, action: CloudUploadAction): CloudUploadState | null =>
  next(cloudUploadMachine, state, action)
const taskStates = Object.values(task)
const uploadStates = Object.values(cloudUploadMachine.states)

describe('a task of the terminal', () => {
  it('has the six states by their numbers and starts waiting', () => {
    expect(task).toEqual({ waiting: 0, connecting: 1, executing: 2, success: 3, failed: 4, unknown: 5 })
    expect(terminalTaskMachine.initial).toBe(task.waiting)
  })

  it('runs: waiting, connecting, executing, success', () => {
    expect(step(task.waiting, 'start')).toBe(task.connecting)
    expect(step(task.connecting, 'linkSuccess')).toBe(task.executing)
    expect(step(task.executing, 'execSuccess')).toBe(task.success)
  })

  it('fails by an error of the command, a lost stream, or an end without success', () => {
    for (const event of ['execError', 'streamError', 'execCompleted'] as const)
      expect(step(task.executing, event)).toBe(task.failed)
    expect(step(task.success, 'execCompleted')).toBeNull()
  })

  it('becomes unknown when the application starts anew, if it was under way', () => {
    expect(taskStates.filter((state) => step(state, 'interrupt') === task.unknown)).toEqual([
      task.connecting,
      task.executing,
    ])
  })

  it('waits again after a retry, and only a waiting task starts', () => {
    for (const state of [task.failed, task.unknown]) expect(step(state, 'retry')).toBe(task.waiting)
    expect(taskStates.filter((state) => step(state, 'start') !== null)).toEqual([task.waiting])
  })

  it('cannot be removed while it connects or executes', () => {
    expect(taskStates.filter((state) => !(terminalTaskMachine.deletable as readonly number[]).includes(state))).toEqual(
      [task.connecting, task.executing],
    )
  })
})

describe('an upload to a cloud store', () => {
  it('has the seven states and starts waiting', () => {
    expect(uploadStates).toEqual(['waiting', 'checking', 'uploading', 'success', 'error', 'paused', 'canceled'])
    expect(cloudUploadMachine.initial).toBe('waiting')
  })

  it('restarts from paused or error, and from nothing else', () => {
    expect(uploadStates.filter((state) => upload(state, 'restart') !== null)).toEqual(['error', 'paused'])
  })

  it('passes waiting, checking and uploading and ends in success', () => {
    expect(upload('waiting', 'check')).toBe('checking')
    expect(upload('checking', 'upload')).toBe('uploading')
    expect(upload('uploading', 'succeed')).toBe('success')
    const actions = Object.keys(cloudUploadMachine.actions) as CloudUploadAction[]
    for (const end of ['success', 'canceled'] as const)
      expect(actions.filter((action) => upload(end, action) !== null)).toEqual([])
  })
})
