/** Once per test run: the reader worker is built, the PostgreSQL server stands. */
import { resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildReader } from '../../cli/build/reader.ts'
import { startPostgres } from './postgres.ts'

export const root = resolve(import.meta.dirname, '../..')

/** Tests find both by `inject('reader')` and `inject('postgres')`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [reader, server] = await Promise.all([buildReader(root), startPostgres()])
  project.provide('reader', reader)
  project.provide('postgres', server.url)
  return () => server.stop()
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the built reader worker. */
    reader: string
    /** Address of a PostgreSQL server where we may make schemas. */
    postgres: string
  }
}
