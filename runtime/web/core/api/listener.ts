/** Reports what happens to calls. The client knows no UI: the shell listens (progress line, toasts, navigation). */
import type { ApiError } from './api-error.ts'

export interface CallListener {
  /** A call has started; `onEnd` follows exactly once. */
  onStart(): void
  onEnd(): void
  /** A problem the person should read. */
  onError(problem: ApiError): void
  /** A success the person should read. */
  onSuccess(text: string): void
  /** The server redirects to a route of this application, for example `/admin/login`. */
  onRedirect(path: string): void
  /** The account has to do something before it may go on, for example change its password. */
  onPendingStep(): void
}

const silentListener: CallListener = {
  onStart() {},
  onEnd() {},
  onError() {},
  onSuccess() {},
  onRedirect() {},
  onPendingStep() {},
}

let listener = silentListener

/** Sets the one listener; returns a function that removes it. */
export function setCallListener(next: Partial<CallListener>): () => void {
  listener = { ...silentListener, ...next }
  return () => {
    listener = silentListener
  }
}

export function callListener(): CallListener {
  return listener
}
