/** The rendered output of the tasks: each is parsed once, and then piece by piece as it arrives. */
import { createScreen, plainStyle, type Line, type Screen, type TextStyle } from './ansi.ts'
import type { TaskMessage, TerminalTask } from './tasks.ts'

const screens = new Map<string, Screen>()

/** What a task shows; made from what it remembers when it is first asked for. */
export function linesOf({ uuid, message }: { readonly uuid: string; readonly message: readonly TaskMessage[] }): {
  readonly lines: readonly Line[]
  /** Number of the first line; above 1 when earlier ones were dropped. */
  readonly first: number
} {
  let screen = screens.get(uuid)
  if (!screen) {
    screen = createScreen()
    for (const { text, isOutput } of message) write(screen, text, isOutput)
    screens.set(uuid, screen)
  }
  return { lines: [...screen.lines], first: screen.dropped + 1 }
}

/** Adds what was appended to the task. */
export function writeScreen({ uuid }: Pick<TerminalTask, 'uuid'>, text: string, isOutput: boolean): void {
  const screen = screens.get(uuid)
  if (screen) write(screen, text, isOutput)
}

export const dropScreen = (uuid: string): void => void screens.delete(uuid)

function write(screen: Screen, text: string, isOutput: boolean): void {
  if (isOutput) screen.write(text)
  else screen.note(text, text.startsWith('Error:') ? problem : text.startsWith('> ') ? command : note)
}

const red = 1
const problem: TextStyle = { ...plainStyle, color: red }
const command: TextStyle = { ...plainStyle, isBold: true }
const note: TextStyle = { ...plainStyle, isDim: true }
