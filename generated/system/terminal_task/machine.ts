// Made by tablewright generate from schemas/system/terminal_task.json · do not edit · f8d61f1e5c180657

import type { Transitions } from 'tablewright/protocol'

export const terminalTaskMachine = {
  states: {
    waiting: 0,
    connecting: 1,
    executing: 2,
    success: 3,
    failed: 4,
    unknown: 5,
  },
  initial: 0,
  actions: {
    start: { from: [0], to: 1 },
    linkSuccess: { from: [1, 2], to: 2 },
    execSuccess: { from: [1, 2], to: 3 },
    execError: { from: [1, 2, 3], to: 4 },
    execCompleted: { from: [1, 2], to: 4 },
    streamError: { from: [1, 2, 3], to: 4 },
    interrupt: { from: [1, 2], to: 5 },
    retry: { from: [3, 4, 5], to: 0 },
  },
  deletable: [0, 3, 4, 5],
} as const satisfies Transitions<string, string | number, string>

export type TerminalTaskState = (typeof terminalTaskMachine.states)[keyof typeof terminalTaskMachine.states]
export type TerminalTaskAction = keyof typeof terminalTaskMachine.actions
