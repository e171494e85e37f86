/** `npx vitest run --config tests/vitest.config.ts [files]` from the project's root. */
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { scratchInMemory } from './support/scratch.ts'

scratchInMemory()

const root = resolve(import.meta.dirname, '..')
const sides = ['protocol', 'server', 'web'].map((side) => ({
  find: new RegExp(`^tablewright/${side}$`),
  replacement: resolve(root, `runtime/${side}/index.ts`),
}))
const common = { root, resolve: { alias: sides } }
// A busy machine shows things later; none of the tests that wait is about how fast it is.
const limits = { testTimeout: 120_000, hookTimeout: 240_000, expect: { poll: { timeout: 20_000 } } }

export default defineConfig({
  ...common,
  test: {
    globalSetup: [resolve(root, 'tests/support/global-setup.ts')],
    maxWorkers: 2,
    projects: [
      // Files of this side share what they import: loading it anew for each was a third of their time. What stands on a page keeps state in its modules.
      {
        ...common,
        test: {
          ...limits,
          name: 'node',
          environment: 'node',
          isolate: false,
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/web/**', 'tests/modules/*/web/**', 'tests/bench/**', '**/cases/**'],
        },
      },
      {
        ...common,
        test: {
          ...limits,
          name: 'web',
          environment: 'jsdom',
          include: ['tests/{web,modules/*/web}/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})
