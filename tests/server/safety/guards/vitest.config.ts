/**
 * The tests with one guard of the list taken out of the server: `GUARD=<number> npx vitest run --config …`. The
 * files on
 * disk stay as they are.
 */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import base from '../../../vitest.config.ts'

interface Change {
  readonly file: string
  readonly find: string
  readonly put: string
}
interface Guard extends Change {
  readonly also?: readonly Change[]
}

const guards = JSON.parse(readFileSync(join(import.meta.dirname, 'list.json'), 'utf8')) as readonly Guard[]
const guard = guards[Number(process.env['GUARD'] ?? -1)]
const changes: readonly Change[] = guard ? [guard, ...(guard.also ?? [])] : []
const root = join(import.meta.dirname, '../../../..')

/** Hands files out without their guards. */
const without = {
  name: 'without-guard',
  enforce: 'pre' as const,
  transform: (code: string, id: string): string => {
    const file = relative(root, id.split('?')[0]!).replaceAll('\\', '/')
    return changes
      .filter((change) => change.file === file)
      .reduce((text, { find, put }) => text.replaceAll(find, () => put), code)
  },
}

const { test } = base as { readonly test: { readonly globalSetup: string[]; readonly projects: readonly object[] } }

export default defineConfig({
  ...base,
  // The cache of modules knows nothing of the guards that are left out.
  test: {
    ...test,
    experimental: { fsModuleCache: false },
    projects: test.projects.map((project) => ({ ...project, plugins: [without] })),
  },
})
