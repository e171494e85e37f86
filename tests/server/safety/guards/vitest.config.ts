/** The tests with one guard taken out of the server: `GUARD=<file>:<line> npx vitest run --config …`. */
import { join, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import base from '../../../vitest.config.ts'
import { guardsIn, withoutGuard } from './markers.mjs'

const [guardedFile, line] = (process.env['GUARD'] ?? '').split(':')
const root = join(import.meta.dirname, '../../../..')

/** Hands the file out without its guard. The file on disk stays as it is. */
const without = {
  name: 'without-guard',
  enforce: 'pre' as const,
  transform: (code: string, id: string): string => {
    const file = relative(root, id.split('?')[0]!).replaceAll('\\', '/')
    const guard = file === guardedFile && guardsIn(code).find((one) => one.line === Number(line))
    return guard ? withoutGuard(code, guard, file.endsWith('x') ? 'tsx' : 'ts') : code
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
