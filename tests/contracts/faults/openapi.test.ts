/** The description of the API says what the server accepts and answers: a fuzzer finds nothing else. */
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { server } from '../../../runtime/main.server.ts'
import { openTestSite, type TestSite } from '../../../runtime/testing/index.ts'
import { engines, type Place } from '../../support/databases.ts'
import { fuzzSite } from '../../support/api/fuzz-site.ts'

/** Runs with different requests on each engine; 0 = one short run on the first engine. */
const runs = Number(process.env['TABLEWRIGHT_TEST_FUZZ'] ?? 0)
const seed = process.env['TABLEWRIGHT_TEST_SEED'] === 'random' ? Math.floor(Math.random() * 1e9) : 1

describe.each(runs === 0 ? engines.slice(0, 1) : engines)('the OpenAPI document on $name', (engine) => {
  let place: Place
  let site: TestSite
  beforeEach(async () => {
    place = await engine.place()
    site = await openTestSite(server, { databaseUrl: place.url, readerScript: inject('reader') })
  })
  afterEach(async () => {
    await site.close()
    await place.remove()
  })

  it.each(Array.from({ length: Math.max(runs, 1) }, (_, run) => seed + run))(
    'describes what the server accepts and answers (%i)',
    async (number) => {
      const rounds = runs === 0 ? { valid: 1, invalid: 1, outside: 0.1 } : { valid: 4, invalid: 6, outside: 1 }
      const report = await fuzzSite(server, site, { seed: number, ...rounds })
      expect(report.findings.join('\n')).toBe('')
      // A server that refuses everything would find nothing: most routes that are described have to be used.
      expect(report.never.length).toBeLessThan(report.operations / 2)
    },
    runs === 0 ? 120_000 : 1_200_000,
  )
})
