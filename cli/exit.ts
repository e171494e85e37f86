/** Exit codes, one meaning each, and the one way a command stops early. */
import type { Text } from '../runtime/protocol/index.ts'

export const exits = {
  ok: 0,
  /** Done, and something was found that a person should look at: schema problems, refused rows, stale generated files. */
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
export type ExitName = keyof typeof exits
export type Exit = (typeof exits)[ExitName]

export interface HaltFacts {
  /** What went wrong, why, and how to mend it, in every language. */
  readonly what: Text
  readonly why?: Text
  readonly mend?: Text
}

/** Thrown to stop a command with a message for people. Anything else that is thrown counts as a bug. */
export class Halt extends Error {
  readonly exit: ExitName
  readonly facts: HaltFacts

  constructor(exit: ExitName, facts: HaltFacts) {
    super(facts.what.en)
    this.exit = exit
    this.facts = facts
  }
}

/** Thrown to stop with an exit code whose message a child process has told already. */
export class ToldElsewhere extends Error {
  readonly code: Exit

  constructor(code: number) {
    super(`a child process ended with ${code}`)
    this.code = Object.values(exits).find((exit) => exit === code) ?? exits.bug
  }
}
