/** What the package exports is recorded: a change of it is one that somebody meant. */
import { expect, it } from 'vitest'
import { reportApi } from './public-api.ts'

it('exports what public-api.txt records', async () => {
  const report = reportApi()
  // What is inferred could change without anybody writing it.
  expect(report.match(/^(const \w+: unknown|function .*\): \{\});$/gm)).toBe(null)
  // CONTRIBUTING.md tells how it is written anew.
  await expect(report).toMatchFileSnapshot('public-api.txt')
})
