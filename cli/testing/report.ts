/**
 * The result of a test run: the counts of its stages, and what vitest's JSON report says about files and
 * tests.
 */
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

export interface Count {
  readonly passed: number
  readonly failed: number
}

/** One part of `npm test` and how long it took. */
export interface Stage extends Count {
  readonly name: string
  readonly seconds: number
}

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly TestFile[]
}

interface TestFile {
  readonly name: string
  readonly status: string
  /** Milliseconds of the clock. */
  readonly startTime: number
  readonly endTime: number
  readonly assertionResults: readonly {
    readonly status: string
    readonly fullName: string
    /** Also of the attempts before the last one. */
    readonly failureMessages: readonly string[]
  }[]
}

/** `exit` is vitest's own exit code: a run that broke down counts as a failure even when no single test failed. */
export function countTests(reportFile: string, exit: number): Count {
  const report = read(reportFile)
  if (!report) return { passed: 0, failed: 1 }
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed'),
  ).length
  const failed = report.numFailedTests + brokenFiles
  return { passed: report.numPassedTests, failed: failed === 0 && exit !== 0 ? 1 : failed }
}

export const sum = (counts: readonly Count[]): Count => ({
  passed: counts.reduce((total, one) => total + one.passed, 0),
  failed: counts.reduce((total, one) => total + one.failed, 0),
})

/**
 * The lines before the last one: how long each stage and the whole run took, the slowest files, and the tests that
 * are flaky.
 */
export function summarize(stages: readonly Stage[], seconds: number, reportFile: string, root: string): string[] {
  const files = read(reportFile)?.testResults ?? []
  const slowest = files
    .map(({ name, startTime, endTime }) => ({ name: relative(root, name), seconds: (endTime - startTime) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, 10)
  const flaky = files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .flatMap(({ fullName, failureMessages: [reason] }) => [
        `  ${relative(root, name)} > ${fullName}`,
        `    ${reason?.split('\n')[0] ?? ''}`,
      ]),
  )
  const line = (one: { readonly name: string; readonly seconds: number }): string =>
    `  ${one.seconds.toFixed(1).padStart(7)} s  ${one.name}`
  return [
    'Stages',
    ...stages.map(line),
    line({ name: 'in all', seconds }),
    ...(slowest.length > 0 ? ['Slowest files', ...slowest.map(line)] : []),
    ...(flaky.length > 0 ? ['Flaky: failed first, passed when repeated', ...flaky] : []),
  ]
}

function read(reportFile: string): Report | undefined {
  if (!existsSync(reportFile)) return undefined
  return JSON.parse(readFileSync(reportFile, 'utf8')) as Report
}
