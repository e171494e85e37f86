/** The pages of settings and of attachments: what is saved holds, what is wrong is told and nothing typed is lost. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { codeOf, stepAt } from '../../runtime/server/identity/session/second-factor/totp.ts'
import {
  faults,
  looks,
  looksByLanguage,
  rows,
  shownForm,
  shownPage,
  startSession,
  type Look,
} from '../support/browser.ts'
import { inputs } from '../support/client-code.ts'
import { inspect, inspectLooks, openForLooks } from '../support/inspect.ts'
import { adminPassword } from '../support/running.ts'
import type { Running } from '../support/running.ts'
import { useTestSite } from './test-site.ts'

const site = useTestSite({ demo: false })
let server: Running
let page: Page
let errors: string[]
beforeEach(() => {
  ;({ server, page, errors } = site)
})

const settings = async () =>
  (
    await server.api<{ list: Record<string, { list: { name: string; value: unknown }[] }> }>(
      '/admin/routine.Config/index',
    )
  ).data.list
const valueOf = async (group: string, name: string) =>
  (await settings())[group]?.list.find((one) => one.name === name)?.value

describe('site settings', () => {
  it('saves what changed and refuses what cannot be', async () => {
    await startSession(page, server.address)
    await page.goto(`${server.address}/#/admin/routine/config`)
    await shownPage(page)
      .getByLabel(/^Site name/)
      .fill('North depot')
    await page.keyboard.press('Enter')
    await expect.poll(() => valueOf('basics', 'site_name')).toBe('North depot')
    // The page is loaded again after a save; what is typed before that is gone with it.
    await expect.poll(() => page.getByText('Unsaved changes').count()).toBe(0)
    await shownPage(page).locator('.settings-form').waitFor()
    await shownPage(page)
      .getByLabel(/^Time zone/)
      .fill('Mars/Olympus')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor()
    expect(
      await shownPage(page)
        .getByLabel(/^Time zone/)
        .inputValue(),
    ).toBe('Mars/Olympus')
    expect(await valueOf('basics', 'time_zone')).toBe('Asia/Shanghai')
    // The refusal is at the field, and the keyboard is in it.
    const zone = shownPage(page).getByLabel(/^Time zone/)
    await expect.poll(() => zone.getAttribute('aria-invalid')).toBe('true')
    const note = await zone.getAttribute('aria-describedby')
    expect(await page.locator(`#${note}`).textContent()).toMatch(/time zone/i)
    expect(await zone.evaluate((input) => input === document.activeElement)).toBe(true)
    await shownPage(page)
      .getByLabel(/^Site name/)
      .fill(' ')
    await page.keyboard.press('Enter')
    await page.getByText('This field is required').waitFor()
    expect(errors).toEqual([])
  }, 90_000)

  it('keeps what is typed during a save, and saves it when asked to', async () => {
    await startSession(page, server.address)
    await page.goto(`${server.address}/#/admin/routine/config`)
    const name = shownPage(page).getByLabel(/^Site name/)
    const address = shownPage(page).getByLabel(/^Site address/)
    let release = (): void => {}
    const isHeld = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/routine.Config/edit', async (route) => {
      await isHeld
      await route.continue()
    })
    const saving = page.waitForRequest('**/routine.Config/edit')
    await name.fill('South depot')
    await page.keyboard.press('Enter')
    await saving
    await address.fill('https://south.example')
    await page.keyboard.press('Enter')
    await name.fill('South depot 2')
    release()
    await expect.poll(() => valueOf('basics', 'site_url')).toBe('https://south.example')
    await expect.poll(() => valueOf('basics', 'site_name')).toBe('South depot 2')
    await address.fill('https://not-saved.example')
    await shownPage(page).getByRole('tab').nth(1).click()
    await address.waitFor({ state: 'detached' })
    await shownPage(page).getByRole('tab').first().click()
    expect(await address.inputValue()).toBe('https://not-saved.example')
    expect(errors).toEqual([])
  })

  it('takes values of every input type, in a group of its own', async () => {
    await startSession(page, server.address)
    await page.goto(`${server.address}/#/admin/routine/config`)
    const form = shownPage(page)
    const groups = form.getByRole('group', { name: /^Groups/ })
    await groups.getByRole('button', { name: 'Add row' }).click()
    await groups
      .getByRole('textbox', { name: /^Identifier/ })
      .last()
      .fill('everything')
    await groups
      .getByRole('textbox', { name: /^Title/ })
      .last()
      .fill('Everything')
    // The focus goes along: the next key moves the same row.
    await groups.getByRole('button', { name: 'Move “Everything” up' }).press('Enter')
    await page.keyboard.press('Enter')
    // The system's own cannot be removed.
    expect(await groups.getByRole('button', { name: 'Delete “Security”' }).isDisabled()).toBe(true)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(async () => Object.keys(await settings()))
      .toEqual(['basics', 'security', 'everything', 'upload', 'terminal'])
    await form.getByRole('tab', { name: 'Everything' }).click()
    // One in the dialog, with its list; the others past it.
    await form.getByRole('button', { name: 'Add setting' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('all_remoteselect')
    await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill('remoteSelect')
    await chooseType('Record')
    await dialog
      .getByRole('combobox', { name: 'Records to choose from' })
      .selectOption('remoteUrl=/admin/auth.Group/index')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await form.getByRole('button', { name: 'Add setting' }).click()
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('all_password')
    await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill('password')
    await chooseType('Secret')
    await dialog.getByRole('textbox', { name: 'Sent to', exact: true }).fill('all_string, all_number')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const added = (await settings())['everything']?.list.find(({ name }) => name === 'all_password')
    expect(added).toMatchObject({ extend: { destination: 'all_string, all_number' } })
    const many = Array.from({ length: 12 }, (_one, at) => `${at}=Option ${at}`).join('\n')
    for (const type of inputs) {
      const content = ['radio', 'checkbox', 'select'].includes(type)
        ? 'a=Alpha\nb=Beta'
        : type === 'selects'
          ? many
          : ''
      const inputExtend = type === 'remoteSelects' ? 'remoteUrl=/admin/auth.Group/index' : ''
      if (type === 'remoteSelect' || type === 'password') continue
      const item = { group: 'everything', name: `all_${type.toLowerCase()}`, title: type, tip: '', type, content }
      expect(await server.api('/admin/routine.Config/add', { ...item, inputExtend })).toMatchObject({ code: 1 })
    }
    await page.reload()
    await form.getByRole('tab', { name: 'Everything' }).click()
    const field = (name: string) => form.locator(`#setting-all_${name}`)
    await field('selects').click()
    await page.getByRole('option', { name: 'Option 11' }).click()
    await field('selects').fill('Option 3')
    await page.keyboard.press('Enter')
    await field('remoteselect').click()
    await page.getByRole('listbox').getByRole('option').first().click()
    await field('city').click()
    await page.getByRole('option', { name: '浙江省' }).click()
    await field('city-city').click()
    await page.getByRole('option', { name: '杭州市' }).click()
    await form.getByText('Beta').first().click()
    await field('password').fill('s3cret-of-mine')
    await field('datetime').fill('2026-11-25 08:30:00')
    const pairs = form.getByRole('group', { name: 'array' })
    await pairs.getByRole('button', { name: 'Add row' }).click()
    await pairs.getByRole('textbox').first().fill('k')
    await pairs.getByRole('textbox').last().fill('v')
    const editor = form.getByRole('textbox', { name: 'editor' })
    await editor.click()
    await page.keyboard.type('Open ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('daily')
    await page.keyboard.press('Control+b')
    await page.keyboard.press('Enter')
    await form.getByRole('button', { name: 'List', exact: true }).click()
    await page.keyboard.type('one')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => valueOf('everything', 'all_datetime')).toBe('2026-11-25 08:30:00')
    expect(await valueOf('everything', 'all_selects')).toEqual(['11', '3'])
    expect(await valueOf('everything', 'all_remoteselect')).toBe('1')
    expect(await valueOf('everything', 'all_city')).toEqual(['330000', '330100'])
    expect(await valueOf('everything', 'all_array')).toEqual([{ key: 'k', value: 'v' }])
    expect(await valueOf('everything', 'all_radio')).toBe('b')
    expect(await valueOf('everything', 'all_editor')).toMatch(/<strong>daily<\/strong>.*<ul>.*<li>.*one.*<\/li>/)
    expect(await valueOf('everything', 'all_password')).toBe('')
    // What was chosen is shown by its name, also after a reload.
    await page.reload()
    await form.getByRole('tab', { name: 'Everything' }).click()
    await expect.poll(() => field('remoteselect').inputValue()).not.toMatch(/^$|#/)
    await expect.poll(() => form.getByRole('textbox', { name: 'editor' }).textContent()).toContain('Open daily')
    expect(errors).toEqual([])
  }, 90_000)

  it.each(looksByLanguage)('has no fault in $language', async ({ looks }) => {
    ;({ page } = await openForLooks(site, looks))
    await startSession(page, server.address)
    await page.goto(`${server.address}/#/admin/routine/config`)
    await shownPage(page).locator('.settings-form input').first().waitFor()
    await inspectLooks(page, looks, 'settings')
    await shownPage(page).getByRole('tab').nth(1).click()
    await shownPage(page).locator('#setting-session_days').scrollIntoViewIfNeeded()
    await inspectLooks(page, looks, 'settings-security')
    await shownPage(page).getByRole('tab', { name: 'Everything' }).click()
    await shownPage(page).locator('.rich-editor [role=toolbar]').first().waitFor()
    await inspectLooks(page, looks, 'settings-types')
  })
})

/** Two of the usual looks, in which every language and width occurs; all when pictures are kept. */
const factorLooks = looks.filter(
  ({ language, width }) => looks.length === 8 || (width === 390) === (language === 'zh-cn'),
)
const words = {
  'zh-cn': {
    setUp: '设置双重验证',
    password: '当前密码',
    next: '继续',
    key: '密钥',
    code: '验证码',
    codes: '恢复码',
    kept: '我已保存恢复码',
    left: '还有 10 个未使用的恢复码。',
    account: /账号/,
    signOut: '退出登录',
    username: '用户名',
    signInPassword: '密码',
    signIn: '登录',
    factor: '双重验证',
    recovery: '使用恢复码',
    used: /还剩 9 个/,
    reset: /重置.*的双重验证/,
    resetNow: '重置双重验证',
  },
  en: {
    setUp: 'Set up a second factor',
    password: 'Current password',
    next: 'Continue',
    key: 'Key',
    code: 'Code',
    codes: 'Recovery codes',
    kept: 'I have saved these codes',
    left: '10 unused recovery codes left.',
    account: /Account/,
    signOut: 'Sign out',
    username: 'Username',
    signInPassword: 'Password',
    signIn: 'Sign in',
    factor: 'Second factor',
    recovery: 'Use a recovery code',
    used: /9 are left/,
    reset: /Reset second factor of/,
    resetNow: 'Reset second factor',
  },
} as const

describe.each(factorLooks)('the second factor in $language, dark $dark, $width px', (look: Look) => {
  it('is set up, asked for at sign-in, replaced by a recovery code, and reset by another admin', async () => {
    const word = words[look.language]
    const who = {
      username: `u${look.language === 'en' ? 'e' : 'z'}${look.dark ? 1 : 0}${look.width}`,
      password: adminPassword,
    }
    const { code: added, msg } = await server.api('/admin/auth.Admin/add', {
      ...who,
      nickname: who.username,
      status: 1,
      group_arr: [1],
    })
    expect(added, msg).toBe(1)
    await site.reopen(look)
    ;({ page, errors } = site)
    const codeAfter = (secret: string, steps: number) => codeOf(secret, stepAt(Date.now() / 1000) + steps)
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    const enterPassword = async () => {
      await page.getByLabel(word.username).fill(who.username)
      await page.getByLabel(word.signInPassword, { exact: true }).fill(who.password)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: word.factor }).waitFor()
    }
    const signOut = async () => {
      await page.evaluate(() => localStorage.removeItem('adminInfo'))
      await page.goto(`${server.address}/#/admin/login`)
      await page.reload()
    }

    await startSession(page, server.address, who)
    await page.goto(`${server.address}/#/admin/routine/adminInfo`)
    await button(word.setUp).click()
    await inspect(page, look, 'factor-password')
    await page.keyboard.type(who.password)
    await page.keyboard.press('Enter')
    const secret = ((await page.getByLabel(word.key, { exact: true }).textContent()) ?? '').replaceAll(' ', '')
    await inspect(page, look, 'factor-key')
    await page.getByLabel(word.code, { exact: true }).fill(codeAfter(secret, 0))
    const codes = page.getByRole('list', { name: word.codes }).getByRole('listitem')
    await codes.nth(9).waitFor()
    const recoveryCode = (await codes.first().textContent()) ?? ''
    await inspect(page, look, 'factor-recovery')
    await button(word.kept).click()
    await page.getByText(word.left).waitFor()
    await inspect(page, look, 'factor-on')

    await signOut()
    await enterPassword()
    await inspect(page, look, 'factor-code')
    await page.keyboard.type('000000')
    await page.locator('.tw-field-problem:not(:empty)').waitFor()
    await inspect(page, look, 'factor-wrong')
    // The code of the present step was used; the next one counts already.
    await page.keyboard.type(codeAfter(secret, 1))
    await page.waitForURL((url) => /^#\/admin\/(?!login|loading)./.test(url.hash))

    await signOut()
    await enterPassword()
    await button(word.recovery).click()
    await page.keyboard.type(recoveryCode.toUpperCase())
    await inspect(page, look, 'factor-recovery-code')
    // It is seen whole.
    const { scrollWidth, clientWidth } = await page
      .locator('[name=totp_code]')
      .evaluate((input) => ({ scrollWidth: input.scrollWidth, clientWidth: input.clientWidth }))
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    await page.keyboard.press('Enter')
    await page.getByText(word.used).waitFor()

    await site.reopen(look)
    ;({ page, errors } = site)
    await startSession(page, server.address)
    await page.goto(`${server.address}/#/admin/auth/admin?quickSearch=${who.username}`)
    await rows(page).getByRole('button', { name: word.reset }).click()
    await inspect(page, look, 'factor-reset')
    await button(word.resetNow).click()
    await expect.poll(() => rows(page).getByRole('button', { name: word.reset }).count()).toBe(0)
    expect(errors).toEqual([])
  }, 120_000)
})

describe('attachments', () => {
  const png = (red: number) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: { r: red, g: 90, b: 160 } } })
      .png()
      .toBuffer()
  const cards = () => shownPage(page).locator('.attachment')

  it('are uploaded, chosen for a record, and deleted only when no record uses them', async () => {
    await startSession(page, server.address)
    await page.goto(`${server.address}/#/admin/routine/attachment`)
    await shownPage(page)
      .locator('input[type=file]')
      .setInputFiles([
        { name: '正面.png', mimeType: 'image/png', buffer: await png(10) },
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
      ])
    await expect.poll(() => cards().count()).toBe(2)
    await page.goto(`${server.address}/#/admin/shop/brand?add=1`)
    const form = shownForm(page)
    await form.getByLabel(/^Name/).fill('Hill')
    await form.getByRole('button', { name: 'Choose from uploaded files' }).click()
    const chooser = page.getByRole('dialog', { name: 'Choose from uploaded files' })
    await chooser.getByRole('button', { name: /正面\.png/ }).click()
    await form.locator('.record-picture img').waitFor()
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.waitFor({ state: 'hidden' })
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.goto(`${server.address}/#/admin/routine/attachment`)
    await cards().getByRole('link', { name: 'Brands · Hill' }).waitFor()
    await cards().getByRole('checkbox', { name: 'Select “正面.png”' }).check({ force: true })
    await shownPage(page).getByRole('button', { name: 'Delete', exact: true }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: /^Delete/ }).click()
    await question.getByText('Hill').first().waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'hidden' })
    await cards().getByRole('button', { name: 'Delete “notes.txt”' }).focus()
    await page.keyboard.press('Enter')
    await question.getByRole('button', { name: /^Delete/ }).click()
    await expect.poll(() => cards().count()).toBe(1)
    expect(errors).toEqual([])
  }, 90_000)

  it.each(factorLooks)('have no fault as thumbnails and list, in $language, dark $dark, $width px', async (look) => {
    await site.reopen(look)
    ;({ page, errors } = site)
    await startSession(page, server.address)
    await page.goto(`${server.address}/#/admin/routine/attachment`)
    await cards().first().waitFor()
    await inspect(page, look, 'attachments')
    await shownPage(page).locator('.attachments-bar [aria-pressed=false]').click()
    await rows(page).getByRole('link').first().waitFor()
    expect(await faults(page)).toEqual([])
    expect(errors).toEqual([])
  })
})

/** Chooses the kind of value in the dialog of an added setting. */
const chooseType = async (label: string): Promise<void> => {
  await page.getByRole('dialog').getByRole('combobox', { name: 'Type', exact: true }).click()
  await page.getByRole('option', { name: label, exact: true }).click()
}

// After the tests that count the uploaded files.
describe('settings that were added', () => {
  it('puts uploaded images into formatted text, and edits what a setting is', async () => {
    await startSession(page, server.address)
    const added = [
      { group: 'basics', name: 'own_page', title: 'Opening hours', type: 'editor', value: '<p>Open daily</p>' },
      { group: 'basics', name: 'own_number', title: 'Lanes', type: 'string', value: 'two' },
    ]
    for (const one of added) expect(await server.api('/admin/routine.Config/add', one)).toMatchObject({ code: 1 })
    await page.goto(`${server.address}/#/admin/routine/config`)
    const form = shownPage(page)
    const dialog = page.getByRole('dialog')
    const editor = form.getByRole('textbox', { name: 'Opening hours' })
    await editor.click()
    await page.keyboard.press('Control+End')
    await form.getByRole('button', { name: 'Image', exact: true }).click()
    const buffer = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#135' } })
      .png()
      .toBuffer()
    await dialog.locator('input[type=file]').setInputFiles({ name: 'gate.png', mimeType: 'image/png', buffer })
    await dialog.locator('.record-picture img').waitFor()
    await dialog.getByLabel('Alternative text').fill('Gate')
    expect(await faults(page)).toEqual([])
    await page.keyboard.press('Enter')
    await editor.and(page.locator(':focus')).waitFor()
    // The picture is selected and described anew by keyboard.
    await page.keyboard.press('Shift+ArrowLeft')
    await form.getByRole('button', { name: 'Image', exact: true }).press('Enter')
    await dialog.getByLabel('Alternative text').fill('North "gate"')
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    // Pictures of other sites are left out, with a word about it.
    await editor.evaluate((element) => {
      const data = new DataTransfer()
      data.setData('text/html', '<i>pasted</i><img src="https://other.test/x.png">')
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    })
    await page.getByText('Images of other sites were left out').waitFor()
    await form.getByRole('button', { name: 'Save' }).click()
    const image = '<img src="/storage/default/[^"]+gate[^"]+\\.png" alt="North &quot;gate&quot;">'
    await expect
      .poll(() => valueOf('basics', 'own_page'))
      .toMatch(new RegExp(`^<p>Open daily${image}<em>pasted</em></p>$`))

    await form.getByRole('button', { name: 'Edit the setting “Lanes”' }).click()
    await chooseType('Number')
    await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill('Number of lanes')
    await page.keyboard.press('Enter')
    await dialog.locator('.record-error', { hasText: 'The current value “two” does not fit: Enter a number' }).waitFor()
    expect(await faults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
    await form.getByRole('button', { name: 'Edit the setting “Lanes”' }).and(page.locator(':focus')).waitFor()
    await form.getByRole('textbox', { name: 'Lanes' }).fill('2')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => valueOf('basics', 'own_number')).toBe('2')
    await form.getByRole('button', { name: 'Edit the setting “Lanes”' }).click()
    await chooseType('Number')
    await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill('Number of lanes')
    await dialog.getByRole('combobox', { name: 'Group', exact: true }).selectOption('terminal')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await form.getByRole('tab', { name: 'Terminal' }).click()
    expect(await form.getByRole('textbox', { name: 'Number of lanes' }).inputValue()).toBe('2')
    expect(errors).toEqual([])
  }, 90_000)
})
