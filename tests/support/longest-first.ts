/**
 * The order in which test files run: always the same, and such that no long file is left for the end, when other
 * workers
 * are idle.
 */
import { statSync } from 'node:fs'
import type { TestSequencer, TestSpecification } from 'vitest/node'

/** Parts of the paths of files that take longer than their size shows, the longest first. */
const longest = [
  'browser/pages',
  'browser/working-day',
  'browser/documents',
  'browser/screens',
  'browser/routes',
  'browser/journeys',
  'browser/goods',
  'browser/tabs',
  'browser/settings',
  'browser/shell',
  'wms/smoke',
  'wms/rights',
  'session/limits',
  'safety/matrix',
  'safety/query',
  'safety/secrets',
  'cli/serve',
  'records/query-oracle',
  'cli/plan',
  'cli/import',
  'safety/endpoints',
  'web/list/list',
  'record/inputs',
  'rights/captcha',
  'list/changes',
]

const rank = ({ moduleId }: TestSpecification): number => {
  const at = longest.findIndex((part) => moduleId.includes(`${part}.`))
  return at < 0 ? longest.length : at
}

/**
 * Files of one project follow each other, so that a worker keeps what it loaded for them. Vitest makes an instance of
 * its own.
 */
export class LongestFirst implements TestSequencer {
  sort(files: TestSpecification[]): TestSpecification[] {
    const sizes = new Map(files.map(({ moduleId }) => [moduleId, statSync(moduleId).size]))
    return files.toSorted(
      (one, other) =>
        compare(one.project.name, other.project.name) ||
        rank(one) - rank(other) ||
        sizes.get(other.moduleId)! - sizes.get(one.moduleId)! ||
        compare(one.moduleId, other.moduleId),
    )
  }

  shard(files: TestSpecification[]): TestSpecification[] {
    return files
  }
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
