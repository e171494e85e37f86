import type { spawn } from 'node:child_process'

/**
 * As `spawn` of `node:child_process`, always with the words as an array. Signals of this process go to all children
 * that run, and this process ends by the same signal once the last of them has ended.
 */
export const spawnChild: typeof spawn
