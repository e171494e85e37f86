/** Who hears what happens to calls. The client knows no screen; the shell listens (progress line, notices, navigation). */
import type { ApiProblem } from './problem.ts'

export interface CallListener {
  /** A call has begun; `ended` follows exactly once. */
  begun(): void
  ended(): void
  /** A problem the person should read. */
  problem(problem: ApiProblem): void
  /** A success the person should read. */
  success(text: string): void
  /** The server sends us elsewhere: a route path of this application, for example `/admin/login`. */
  redirect(path: string): void
}

const deaf: CallListener = { begun() {}, ended() {}, problem() {}, success() {}, redirect() {} }

let listener = deaf

/** Sets the one listener; returns a function that removes it. */
export function listenToCalls(next: Partial<CallListener>): () => void {
  listener = { ...deaf, ...next }
  return () => {
    listener = deaf
  }
}

export function callListener(): CallListener {
  return listener
}
