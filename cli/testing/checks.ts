/**
 * The checks of `npm test` that run no test: programs of their own that end with 0 when they find nothing to complain
 * about.
 */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { captureNode } from '../running/child.ts'
import type { Stage } from './report.ts'

interface Check {
  readonly name: string
  /** A script below the root, then its arguments. */
  readonly command: readonly [script: string, ...args: string[]]
}

/**
 * Checkers of types that run at once. Each works out anew what others have worked out: on two cores, which tests and
 * the other checks use as well, one needs half the processor time of the usual four and ends as soon.
 */
const checkers = Math.min(4, Math.ceil(availableParallelism() / 2))

const checks: readonly Check[] = [
  { name: 'generate --check', command: ['cli/tablewright.mjs', 'generate', '--check'] },
  {
    name: 'tsc --noEmit',
    // Tests that compile a changed copy go on from what this finds (tests/support/project-copy.ts).
    command: [
      'node_modules/typescript/bin/tsc',
      '--noEmit',
      '--incremental',
      '--tsBuildInfoFile',
      '.build/tests/types.tsbuildinfo',
      '--checkers',
      String(checkers),
    ],
  },
  { name: 'oxfmt --check', command: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
  { name: 'oxlint', command: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'] },
]

/** Looks for exports and packages that nothing uses; `npm test -- --complete` alone asks it. */
const knip: Check = { name: 'knip', command: ['node_modules/knip/bin/knip.js'] }

/** Runs all of them at once. What one complains about is printed when it ends. */
export function runChecks(root: string, isComplete: boolean): Promise<readonly Stage[]> {
  return Promise.all((isComplete ? [...checks, knip] : checks).map((check) => runCheck(check, root)))
}

async function runCheck({ name, command }: Check, root: string): Promise<Stage> {
  const startedAt = performance.now()
  const [script, ...args] = command
  const { code, output, errorOutput } = await captureNode([join(root, script), ...args], root, process.env)
  const seconds = (performance.now() - startedAt) / 1000
  if (code !== 0) process.stdout.write(`${output}${errorOutput}`)
  process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)\n`)
  return { name, seconds, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
}
