/** Adds up what vitest's JSON report tells. */
import { existsSync, readFileSync } from 'node:fs'

export interface Count {
  readonly passed: number
  readonly failed: number
}

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

/** `exit` is vitest's own exit code: a run that broke down counts as a failure even when no single test tells so. */
export function countTests(reportFile: string, exit: number): Count {
  if (!existsSync(reportFile)) return { passed: 0, failed: 1 }
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report
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
