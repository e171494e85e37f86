// @vitest-environment jsdom
/** Pages that other modules add to the member area. */
import { cleanup, configure, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { Shell } from '../../../../runtime/modules/member/web/Shell.tsx'
import { centre, forgetMember, loadCentre } from '../../../../runtime/modules/member/web/centre.ts'
import { http } from '../../../../runtime/web/core/api/axios-exchange.ts'
import { saveMember } from '../../../../runtime/web/core/auth/member.ts'
import { setLanguage } from '../../../../runtime/web/core/i18n/language.ts'
import { registerModules } from '../../../../runtime/web/core/module-registry.ts'
import type { MemberPage, MemberPageProps } from '../../../../runtime/web/define-module.ts'
import { envelope, serve, type Serving } from '../../../web/shell/serving.ts'

configure({ asyncUtilTimeout: 10_000 })

let server: Serving
afterEach(async () => {
  cleanup()
  forgetMember()
  registerModules({ modules: {}, validators: {} })
  setLanguage('zh-cn')
  await server.close()
})

function Visit({ params: { number = 'all' } }: MemberPageProps) {
  return <h1>visit {number}</h1>
}

const memberPages: readonly MemberPage[] = [
  { path: 'yard/:number', label: { 'zh-cn': '到访', en: 'Visit' }, page: async () => Visit },
  { path: 'yard/visits', label: { 'zh-cn': '我的到访', en: 'My visits' }, icon: 'tick', page: async () => Visit },
  { path: 'account/overview', label: { 'zh-cn': '概览', en: 'Other' }, icon: 'tick', page: async () => Visit },
]

/** Shows the page of a path of the member area. */
async function show(path: string): Promise<void> {
  const rule = { id: 2, type: 'menu', title: 'Overview', name: 'account/overview', path: 'account/overview' }
  const entry = { ...rule, icon: '', menu_type: 'tab', url: '', children: [] }
  const menus = [{ ...entry, id: 1, type: 'menu_dir', children: [entry] }]
  const userInfo = { id: 1, nickname: 'Mei', token: 't', birthday: '' }
  server = await serve(({ url }) =>
    envelope(1, url.startsWith('/api/index/index') ? { userInfo, menus, rules: [] } : {}),
  )
  http.defaults.baseURL = server.address
  setLanguage('en')
  saveMember({ id: 1, token: 't' })
  const components = async () => ({ widgets: {}, cells: {}, memberPages })
  const manifest = async () => ({
    name: 'yard',
    label: { 'zh-cn': '', en: '' },
    icon: null,
    order: 1,
    menu: [],
    tables: {},
  })
  registerModules({ modules: { yard: { manifest, components } }, validators: {} })
  await loadCentre()
  if (centre.error !== null) throw centre.error
  render(
    <MemoryRouter>
      <Shell path={path} />
    </MemoryRouter>,
  )
}

describe('pages of other modules in the member area', () => {
  it('are in the menu with their icon, except where the group has an entry of the same address', async () => {
    await show('yard/visits')
    expect(await screen.findByText('visit all')).toBeTruthy()
    const links = screen.getAllByRole('link').map((link) => link.textContent)
    expect(links).toContain('My visits')
    expect(links).not.toContain('Visit')
    expect(links).not.toContain('Other')
    expect(screen.getByRole('link', { name: 'My visits' }).getAttribute('aria-current')).toBe('page')
  })

  it('get the parts of the address that their path names', async () => {
    await show('yard/V1')
    expect(await screen.findByText('visit V1')).toBeTruthy()
  })
})
