/** Pages without a table that a module renders. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { registerModules } from '../../../runtime/web/core/module-registry.ts'
import { loadPage } from '../../../runtime/web/shell/admin/load-page.ts'
import { defineWebModule, type PartNames } from '../../../runtime/web/index.ts'

interface NoParts extends PartNames {
  readonly widget: never
  readonly cell: never
}

const LoadPage = () => null
const load = vi.fn(async () => LoadPage)

describe('pages of a module', () => {
  beforeAll(() => {
    const components = defineWebModule<NoParts>({ widgets: {}, cells: {}, pages: { 'helpdesk/workLoad': load } })
    const label = { 'zh-cn': '服务台', en: 'Help desk' }
    const manifest = { name: 'helpdesk', label, icon: null, order: 1, menu: [], tables: {} }
    registerModules({
      modules: { helpdesk: { manifest: async () => manifest, components: async () => components } },
      validators: {},
    })
  })

  it('are loaded when they are opened, by their path without regard to case', async () => {
    expect(load).not.toHaveBeenCalled()
    expect(await loadPage('/admin/helpdesk/workload')).toEqual({ page: LoadPage })
    expect(await loadPage('/admin/helpdesk/workLoad')).toEqual({ page: LoadPage })
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('are missing where no module has them', async () => {
    expect(await loadPage('/admin/helpdesk/other')).toEqual({ page: null })
    expect(await loadPage('/admin/other/workLoad')).toEqual({ page: null })
  })
})
