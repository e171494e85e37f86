/** Once per test run: the reader worker is built, the PostgreSQL server stands. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildReader } from '../../cli/build/reader.ts'
import { startPostgres } from './postgres.ts'

export const root = resolve(import.meta.dirname, '../..')

/** Tests find them by `inject('reader')`, `inject('postgres')` and `inject('firstData')`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [reader, server] = await Promise.all([buildReader(root), startPostgres()])
  const firstData = mkdtempSync(join(tmpdir(), 'tablewright-first-data-'))
  project.provide('reader', reader)
  project.provide('postgres', server.url)
  project.provide('firstData', firstData)
  return async () => {
    rmSync(firstData, { recursive: true, force: true })
    await server.stop()
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the built reader worker. */
    reader: string
    /** Address of a PostgreSQL server where we may make schemas. */
    postgres: string
    /** Folder of this run for data folders after a first start (`first-data.ts`). */
    firstData: string
  }
}
