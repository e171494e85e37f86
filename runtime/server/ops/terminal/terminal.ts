/**
 * The terminal: an answer that stays open while a command runs. One command at a time runs in a process, because all of
 * them work on the same project folder; the others wait for their turn.
 */
import pLimit from 'p-limit'
import { isSuperSession, type TerminalServices } from './sender.ts'
import { terminalCommands, type TerminalCommand, type TerminalPlace } from './commands.ts'
import { openEventStream, streamLimits, type EventStream, type StreamLimits } from './event-stream.ts'
import { createOutput } from './output.ts'
import { runCommand, runLimits, type RunLimits, type RunOutcome, type Spawn } from './run-command.ts'
import type { Language, TextKey } from '../../../protocol/index.ts'

/** What an application gives the terminal. Absent place = there are no commands. */
export interface TerminalParts {
  readonly place?: TerminalPlace
  readonly limits?: Partial<RunLimits & StreamLimits & SessionCheck>
  readonly spawn?: Spawn
}

interface SessionCheck {
  /** Milliseconds between two looks at the session behind a running command. */
  readonly sessionCheckMs: number
}

/** Streams that may be open. */
const maxStreams = { ofAdmin: 5, inAll: 200 } as const

/** The control values of protocol 7.1. */
export const control = {
  started: 'command-link-success',
  succeeded: 'command-exec-success',
  failed: 'command-exec-error',
  completed: 'command-exec-completed',
} as const

/** A run as its request asked for it. */
interface RunRequest {
  readonly command: TerminalCommand
  readonly sessionId: number
  /** For clients that show output as it is; ours renders colors. */
  readonly isPlain: boolean
  /** How the client's dialect writes the exit code: `exitCode` or `exitcode`. */
  readonly exitName: string
  readonly language: Language
  /** Passed to the command as `PORT`. */
  readonly port: number
  readonly send: (data: string) => void
  /** As `send`, for what the command itself wrote. */
  readonly sendOutput: (data: string) => void
  readonly t: (key: TextKey, params?: Readonly<Record<string, string | number>>) => string
}

export interface Terminal {
  readonly commands: ReadonlyMap<string, TerminalCommand>
  readonly services: TerminalServices
  /** An open answer; null when the account, or the server, has too many. */
  open(admin: number): EventStream | null
  /** An answer for a refusal, which ends at once. */
  openRefusal(): EventStream
  /** Runs a command when its turn comes and writes to the stream, which it ends. Never rejects. */
  run(stream: EventStream, request: RunRequest): Promise<RunOutcome>
  /** Ends all commands and waits for them. */
  close(): Promise<void>
}

export function createTerminal(
  services: TerminalServices,
  { place, limits = {}, spawn }: TerminalParts = {},
): Terminal {
  const allLimits = { ...runLimits, ...streamLimits, sessionCheckMs: 4000, ...limits }
  // Guard T63: one command at a time.
  // Without: const turns = pLimit(9)
  const turns = pLimit(1)
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()
  const open = new Map<number, number>()
  const countAll = (): number => [...open.values()].reduce((sum, count) => sum + count, 0)
  const run = async (stream: EventStream, request: RunRequest): Promise<RunOutcome> => {
    const ended = new AbortController()
    const signal = AbortSignal.any([stream.signal, closing.signal, ended.signal])
    const check = setInterval(() => {
      if (signal.aborted) clearInterval(check)
      else endWithSession(services, request.sessionId, ended)
    }, allLimits.sessionCheckMs)
    try {
      if (turns.activeCount > 0) request.send(request.t('terminal.waiting'))
      return await turns(async () => {
        if (signal.aborted || !place) return { reason: 'canceled' }
        request.send(control.started)
        request.send(`> ${request.command.line}`)
        const output = createOutput(request.sendOutput, request.isPlain)
        const { args, environment, isOurs } = request.command
        const outcome = await runCommand({
          command: {
            ...request.command,
            args: isOurs ? [...args, '--lang', request.language] : args,
            environment: { ...environment, PORT: String(request.port) },
          },
          folder: place.folder,
          withColors: !request.isPlain,
          limits: allLimits,
          signal,
          onOutput: output.add,
          ...(spawn && { spawn }),
        })
        output.flush()
        return outcome
      })
    } finally {
      clearInterval(check)
    }
  }
  return {
    commands: place ? terminalCommands(place) : new Map(),
    services,
    open: (admin) => {
      const count = open.get(admin) ?? 0
      if (
        closing.signal.aborted ||
        // Guard T65: streams of an account.
        count >= maxStreams.ofAdmin ||
        countAll() >= maxStreams.inAll
      )
        return null
      const stream = openEventStream(allLimits)
      open.set(admin, count + 1)
      stream.body.once('close', () => {
        const left = (open.get(admin) ?? 1) - 1
        if (left === 0) open.delete(admin)
        else open.set(admin, left)
      })
      return stream
    },
    openRefusal: () => openEventStream(allLimits),
    run: (stream, request) => {
      const done = run(stream, request).then((outcome) => {
        report(outcome, request)
        stream.end()
        return outcome
      })
      running.add(done)
      void done.finally(() => running.delete(done))
      return done
    },
    close: async () => {
      closing.abort()
      await Promise.allSettled(running)
    },
  }
}

function endWithSession(services: TerminalServices, sessionId: RunRequest['sessionId'], ended: AbortController): void {
  void isSuperSession(services, sessionId).then(
    // Guard T33: a running command ends with its session.
    // Without: () => undefined
    (isAllowed) => isAllowed || ended.abort(),
    // Whether the session ended cannot be said while the database does not answer; the next look tells.
    () => undefined,
  )
}

/**
 * The last messages of a run. A command that could not start, or asked a question, ends without `completed`, as in the
 * protocol.
 */
function report(outcome: RunOutcome, { command, exitName, send, t }: RunRequest): void {
  if (outcome.reason === 'exit') {
    send(`${exitName}: ${outcome.code ?? -1}`)
    send(outcome.code === 0 ? control.succeeded : control.failed)
    return send(control.completed)
  }
  const params = { command: command.line, program: command.file }
  send(
    `Error: ${
      outcome.reason === 'not_started'
        ? t(outcome.code === 'ENOENT' ? 'terminal.not_installed' : 'terminal.not_started', {
            ...params,
            code: outcome.code,
          })
        : t(`terminal.ended_${outcome.reason}`, params)
    }`,
  )
  send(control.failed)
  if (outcome.reason === 'time' || outcome.reason === 'output') send(control.completed)
}
