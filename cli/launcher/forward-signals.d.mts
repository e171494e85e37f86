import type { ChildProcess } from 'node:child_process'

/**
 * Until the child ends, signals of this process go to the child, and this process ends by the same signal once the
 * child
 * has.
 */
export function forwardSignals(child: ChildProcess): void
