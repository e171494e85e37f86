/** Exit codes, one meaning each, and the one way a command stops early. */
import type { Text } from '../runtime/protocol/index.ts'

export const exitCodes = {
  ok: 0,
  /**
   * Done, and something was found that a person should look at: schema problems, refused rows, stale generated files.
   */
  findings: 1,
  /** The command was called wrongly. */
  usage: 2,
  /** The surroundings do not allow it: folder, port, database, Node, packages. */
  environment: 3,
  /** Refused because something would be lost. */
  refused: 4,
  /** A defect of Tablewright. */
  bug: 70,
} as const
export type ExitName = keyof typeof exitCodes
export type Exit = (typeof exitCodes)[ExitName]

export interface CommandErrorDetails {
  /** What went wrong, why, and how to fix it, in every language. */
  readonly message: Text
  readonly reason?: Text
  readonly hint?: Text
}

/** Thrown to stop a command with a message for people. Anything else that is thrown counts as a bug. */
export class CommandError extends Error {
  readonly exit: ExitName
  readonly details: CommandErrorDetails

  constructor(exit: ExitName, facts: CommandErrorDetails) {
    super(facts.message.en)
    this.exit = exit
    this.details = facts
  }
}

/** Thrown to stop with an exit code when a child process has already printed the message. */
export class ChildProcessError extends Error {
  readonly code: Exit

  constructor(code: number) {
    super(`a child process ended with ${code}`)
    this.code = Object.values(exitCodes).find((exit) => exit === code) ?? exitCodes.bug
  }
}
