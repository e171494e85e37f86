/**
 * The core does not need the flagship: on a copy without its folders everything compiles, starts and passes its tests.
 */
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { MenuNode } from 'tablewright/protocol'
import { copyProject, type ProjectCopy } from '../support/project-copy.ts'
import { project, serve } from '../support/running.ts'
import { moduleNames, withoutModule } from '../support/test-project.ts'

/** A few files of each kind: operations, the API, commands in a project of their own, the web and the architecture. */
const representative = [
  'tests/architecture.test.ts',
  'tests/cli/linked-packages.test.ts',
  'tests/server/http/start-page.test.ts',
  'tests/server/records/write.test.ts',
  'tests/web/list/columns.test.ts',
]

describe('a copy without the modules of the repository', () => {
  let copy: ProjectCopy
  beforeAll(() => {
    copy = copyProject({ built: true, from: project })
    cpSync(join(project, 'tests'), join(copy.root, 'tests'), { recursive: true })
    for (const name of moduleNames()) {
      for (const folder of ['schemas', 'generated', 'runtime/modules', 'tests/modules'])
        rmSync(join(copy.root, folder, name), { recursive: true, force: true })
      for (const main of ['runtime/main.server.ts', 'runtime/main.web.tsx'])
        copy.write(main, withoutModule(copy.read(main), name))
    }
  }, 60_000)
  afterAll(() => copy.remove())

  it('generates and compiles, its tests included', async () => {
    const made = await copy.run('node', 'cli/tablewright.mjs', 'generate')
    expect(made.code, made.output).toBe(0)
    expect(await copy.typecheck()).toBe('')
  }, 180_000)

  it('starts an empty admin that answers sign-in, menu and a list of the system', async () => {
    const server = await serve({ root: copy.root, demo: false })
    try {
      const { data } = await server.api<{ menus: readonly MenuNode[] }>('/admin/Index/index')
      expect(data.menus.map((node) => node.name)).toContain('auth')
      expect(JSON.stringify(data.menus)).not.toContain('wms')
      const admins = await server.api<{ list: readonly { username: string }[] }>('/admin/auth.Admin/index')
      expect(admins.data.list.map((row) => row.username)).toEqual(['admin'])
    } finally {
      await server.stop()
    }
  }, 300_000)

  it('passes tests of the core', async () => {
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts']
    const database = `TEST_DATABASE_URL=${inject('postgres')}`
    const { code, output } = await copy.run('env', database, 'node', ...vitest, ...representative)
    expect(code, output).toBe(0)
  }, 300_000)
})
