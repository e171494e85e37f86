// @vitest-environment jsdom
/** What this browser keeps between visits. */
import { beforeEach, describe, expect, it, vi } from 'vitest'

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
const stored = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? 'null')

/** The stores as a fresh visit finds them. */
async function visit() {
  vi.resetModules()
  const shell = await import('../../../runtime/web/core/preferences/store.ts')
  const session = await import('../../../runtime/web/core/auth/session.ts')
  return { ...shell, ...session }
}

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['zh-CN'])
})

describe('settings', () => {
  it('start with the defaults: Chinese, light, menu open', async () => {
    const { config } = await visit()
    expect(config).toEqual({
      layout: {
        layoutMode: 'Default',
        mainAnimation: 'slide-right',
        theme: 'light',
        menuWidth: 260,
        menuCollapse: false,
        menuUniqueOpened: false,
        menuDefaultIcon: 'fa fa-circle-o',
        showTabs: true,
        singleKeys: true,
        shrink: false,
      },
      lang: {
        defaultLang: 'zh-cn',
        fallbackLang: 'zh-cn',
        langArray: [
          { name: 'zh-cn', value: '中文简体' },
          { name: 'en', value: 'English' },
        ],
      },
    })
  })

  it.each([
    [['fr-FR', 'en-GB', 'zh-CN'], 'browser', 'en'],
    [['de', 'zh-TW', 'en'], 'browser', 'zh-cn'],
    [['fr'], 'browser', 'zh-cn'],
    [[], undefined, 'zh-cn'],
    [['en-US'], 'zh-cn', 'zh-cn'],
    [['zh-CN'], 'en', 'en'],
    [['en-US'], 'constructor', 'en'],
  ])('begin in the language of the browser (%j) or of the site (%s)', async (tags, first, language) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags)
    const { config, saveSite } = await visit()
    saveSite({ ...(first && { firstLanguage: first }) })
    expect(config.lang.defaultLang).toBe(language)
    // Chosen once, it stays, whatever the site says later.
    config.lang.defaultLang = language === 'en' ? 'zh-cn' : 'en'
    await settled()
    const next = await visit()
    next.saveSite({ firstLanguage: language })
    expect(next.config.lang.defaultLang).toBe(config.lang.defaultLang)
  })

  it('are kept under storeConfig_v2 and found by the next visit', async () => {
    const { config } = await visit()
    config.layout.theme = 'system'
    config.layout.menuCollapse = true
    config.lang.defaultLang = 'en'
    await settled()
    expect(stored('storeConfig_v2')).toMatchObject({
      layout: { menuCollapse: true },
      lang: { defaultLang: 'en', fallbackLang: 'zh-cn' },
    })
    expect(Object.keys(stored('storeConfig_v2') as object)).toEqual(['layout', 'lang'])
    expect(localStorage.getItem('vueuse-color-scheme')).toBe('auto')
    expect((await visit()).config).toMatchObject({
      layout: { theme: 'system', menuCollapse: true },
      lang: { defaultLang: 'en' },
    })
  })

  it.each([
    '{',
    'null',
    '3',
    '{"layout":7,"lang":null}',
    '{"layout":{"menuCollapse":"yes"},"lang":{"defaultLang":"fr"}}',
  ])('damaged ones (%s) fall back to the defaults', async (text) => {
    localStorage.setItem('vueuse-color-scheme', text)
    localStorage.setItem('storeConfig_v2', text)
    const { config } = await visit()
    expect(config).toMatchObject({ layout: { theme: 'light', menuCollapse: false }, lang: { defaultLang: 'zh-cn' } })
  })

  it('work without storage, too', async () => {
    const { config } = await visit()
    const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    config.layout.theme = 'dark'
    await settled()
    expect(refuse).toHaveBeenCalled()
    expect(config.layout.theme).toBe('dark')
    refuse.mockRestore()
  })
})

describe('the admin', () => {
  const told = {
    id: 5,
    username: 'root1',
    nickname: 'Root',
    avatar: '',
    last_login_time: '2026-01-02 03:04:05',
    token: 't1',
    refresh_token: 'r1',
    super: true,
  }

  it('is kept under adminInfo and found by the next visit', async () => {
    const { saveAdmin } = await visit()
    saveAdmin(told)
    await settled()
    expect(stored('adminInfo')).toEqual(told)
    const next = await visit()
    expect(next.session.admin).toEqual(told)
    expect(next.isSignedIn()).toBe(true)
  })

  it('keeps what an answer leaves out, and ignores what has the wrong type or no place', async () => {
    const { saveAdmin, session } = await visit()
    saveAdmin(told)
    saveAdmin(JSON.parse('{"nickname":"New","token":7,"password":"x"}') as object)
    expect(session.admin).toEqual({ ...told, nickname: 'New' })
  })

  it('is forgotten wholly', async () => {
    const { saveAdmin, clearAdmin, session, isSignedIn } = await visit()
    saveAdmin(told)
    session.menus = []
    clearAdmin()
    await settled()
    expect(isSignedIn()).toBe(false)
    expect(session.menus).toBeNull()
    expect(stored('adminInfo')).toMatchObject({ id: 0, token: '', refresh_token: '', super: false })
  })

  it('follows another tab that signs out', async () => {
    const { saveAdmin, isSignedIn } = await visit()
    saveAdmin(told)
    await settled()
    localStorage.removeItem('adminInfo')
    window.dispatchEvent(new StorageEvent('storage', { key: 'adminInfo' }))
    expect(isSignedIn()).toBe(false)
  })

  it('reads the settings of the installation in either spelling of lists, and the address of files', async () => {
    const { saveSite, session, fileUrl } = await visit()
    saveSite({
      siteName: 'Depot',
      cdnUrl: '//cdn.test',
      upload: { maxSize: 10, allowedSuffixes: 'jpg, PNG', allowedMimeTypes: ['image/*'] },
    })
    expect(session.site).toMatchObject({
      siteName: 'Depot',
      upload: { maxSize: 10, allowedSuffixes: ['jpg', 'png'], allowedMimeTypes: ['image/*'] },
    })
    expect([fileUrl('/storage/a.png'), fileUrl('https://x.test/a.png'), fileUrl('')]).toEqual([
      '//cdn.test/storage/a.png',
      'https://x.test/a.png',
      '',
    ])
  })
})
