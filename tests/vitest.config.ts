/** `npx vitest run --config tests/vitest.config.ts [files]` from the project's root. */
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './support/longest-first.ts'
import { scratchInMemory } from './support/scratch.ts'

scratchInMemory()

const root = resolve(import.meta.dirname, '..')
const sides = ['protocol', 'server', 'web'].map((side) => ({
  find: new RegExp(`^tablewright/${side}$`),
  replacement: resolve(root, `runtime/${side}/index.ts`),
}))
const parts = { find: 'tablewright/web/parts', replacement: resolve(root, 'runtime/web/parts.ts') }
const common = { root, resolve: { alias: [...sides, parts] } }
// A busy machine shows things later; none of the tests that wait is about how fast it is.
const limits = { testTimeout: 120_000, hookTimeout: 240_000, expect: { poll: { timeout: 20_000 } } }
// Files share what they import: loading it anew for each of them was a third of their time.
const shared = { ...limits, isolate: false, setupFiles: [resolve(root, 'tests/support/property-seed.ts')] }

const browser = ['tests/browser/**/*.test.ts', 'tests/modules/*/browser/**/*.test.ts']
/** Kills, long explorations, long tables, copies of the whole project: `npm run test:faults` alone runs them. */
const faults = ['tests/**/faults/**/*.test.ts']
/** Long: `npm test` runs them on one engine or with few samples, `npm run test:faults` on each and with all. */
const onEachEngine = [
  'cli/plan',
  'modules/mail/mail',
  'modules/member/centre',
  'modules/wms/{demo-work,rights}',
  'modules/wms/conformance/{client,endpoints,people,session,shell}',
  'server/http/{headers,upload}',
  'server/policy/limits',
  'server/records/{query-oracle,round-trip,row-text,safety,sort}',
  'server/safety/{addresses,endpoints,log,matrix,matrix-routes,platform,secrets}',
  'server/session/limits',
  'server/terminal/terminal',
  'server/upload/{cloud,files}',
  'web/record/rich-text',
].map((name) => `tests/${name}.test.ts`)
/**
 * `npm test -- --complete` runs them, and so does CI: they start the command line again and again, as processes, or go
 * through so many cases that everybody would wait for them.
 */
const complete = [
  'cli/{build,database,design,design-changes,design-serve,dev-files,doctor,import,init,introspect,plan,postgres}',
  'cli/{serve,usage}',
  'generator/{commands,hostile,json-edit,operations,writing}',
  'modules/{complete,face/engine,face/people,live/media/*,member/centre,wms/demo-work,wms/rights}',
  'server/db/{concurrency,data-steps}',
  'server/records/{field-names,named-documents,numbers,query-oracle,round-trip,safety,workbook}',
  'server/{policy,session}/limits',
  'server/safety/{endpoints,matrix,query,relations,secrets}',
].map((name) => `tests/${name}.test.ts`)
/** Of another folder of packages, or the input of tests. */
const foreign = ['**/node_modules/**', '**/cases/**']
/** Components are drawn in jsdom; all else of the web client needs no document. */
const web = ['tests/{web,modules/*/web}/**/*.test.tsx']
/**
 * These have a worker each: they replace timers or modules, and what was loaded meanwhile waits in other files for what
 * never comes; or they need modules that nobody has loaded yet.
 */
const alone = ['list/rendering', 'rights/notices', 'shell/lazy-component', 'shell/notices', 'terminal/queue'].map(
  (name) => `tests/web/${name}.test.tsx`,
)
/** Each as one file: their hundreds of modules took longer to load than most of those tests take to run. */
const bundled = [
  '@blueprintjs/core',
  '@blueprintjs/icons',
  '@dnd-kit/core',
  '@dnd-kit/sortable',
  '@rjsf/core',
  '@rjsf/utils',
  '@tanstack/react-table',
  '@testing-library/react',
  '@testing-library/user-event',
  'axios',
  'i18next',
  'react',
  'react-dom',
  'react-dom/client',
  'react-i18next',
  'react-router-dom',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
]

const server = {
  ...shared,
  environment: 'node',
  setupFiles: [
    ...shared.setupFiles,
    ...['remember-hashes', 'watch-lock-order', 'watch-connections'].map((name) =>
      resolve(root, `tests/support/${name}.ts`),
    ),
  ],
}

const dom = {
  cacheDir: resolve(root, '.build/tests/vite'),
  test: {
    ...limits,
    environment: 'jsdom',
    setupFiles: [resolve(root, 'tests/support/dom-setup.ts')],
    deps: { optimizer: { client: { enabled: true, include: bundled } } },
  },
}

export default defineConfig({
  ...common,
  test: {
    globalSetup: [resolve(root, 'tests/support/global-setup.ts')],
    // One core is left to the servers, the browsers and the database that the tests talk to. On two cores, three wait
    // for those so often that both cores are in use; two left a fifth of them idle.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // Most of what a test makes is short-lived: with more room for it, a tenth of the time for collecting is saved.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...common,
        test: {
          ...shared,
          name: 'browser',
          environment: 'node',
          include: browser,
          exclude: [...foreign, ...faults],
          // What failed and then passed is listed as flaky at the end of `npm test`.
          retry: process.env['TABLEWRIGHT_TEST_RETRY'] === '0' ? 0 : 1,
        },
      },
      {
        ...common,
        test: {
          ...server,
          name: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: [...browser, ...faults, ...foreign, ...complete],
        },
      },
      { ...common, test: { ...server, name: 'complete', include: complete } },
      {
        ...common,
        test: {
          ...server,
          name: 'faults',
          include: [...faults, ...onEachEngine],
          exclude: foreign,
          env: { TABLEWRIGHT_TEST_EXTENT: 'long' },
        },
      },
      {
        ...common,
        cacheDir: dom.cacheDir,
        test: { ...dom.test, name: 'web', isolate: false, include: web, exclude: alone },
      },
      { ...common, cacheDir: dom.cacheDir, test: { ...dom.test, name: 'web-alone', include: alone } },
    ],
  },
})
