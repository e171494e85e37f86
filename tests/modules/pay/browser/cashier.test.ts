/** Members in a browser: they top up by a code in the sandbox, in time, late, twice and with a wrong amount. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { applyLook, faults, followSystemTheme, looksByLanguage, signIn } from '../../../support/browser.ts'
import { inspect } from '../../../support/inspect.ts'
import type { Running } from '../../../support/running.ts'
import { useSite } from '../../../support/site.ts'
import { merchantCertificate } from '../providers/gateway.ts'

const password = 'long enough 7'
let server: Running
let page: Page
let errors: string[]
const site = useSite({ demo: false }, async (running) => {
  const mei = { username: 'mei', nickname: 'Mei', password, group_id: 1, gender: 2, email: 'mei@example.com' }
  expect(await running.api('/admin/user.User/add', mei)).toMatchObject({ code: 1 })
  expect(await running.api('/admin/routine.Config/edit', { pay_mode: 'sandbox' })).toMatchObject({ code: 1 })
})
beforeEach(() => {
  ;({ server, page, errors } = site)
})

const go = (path: string) => page.goto(`${server.address}/#${path}`)
const enter = async () => {
  await go('/user/login?to=/user/pay/recharge')
  await page.locator('input[name=username]').fill('mei')
  await page.locator('input[name=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.locator('.pay-recharge').waitFor()
}
/** A new top-up, up to its code. @returns its number */
const charge = async (amount: string): Promise<string> => {
  await go('/user/pay/recharge')
  await page.locator('input[name=amount]').fill(amount)
  await page.locator('.pay-recharge button[type=submit]').click()
  await page.locator('.pay-qr').waitFor()
  return page.url().split('/').at(-1) ?? ''
}
const play = async (name: string, answers: string) => {
  await page.getByRole('link', { name: 'Open the sandbox cashier' }).click()
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByText(`This site answered: ${answers}`).waitFor()
}
const balance = async () => {
  const { data } = await server.api<{ list: { username: string; money: string }[] }>('/admin/user.User/index')
  return data.list.find(({ username }) => username === 'mei')?.money
}

it('tops up by the code of the sandbox: the page that waits shows that it is paid', async () => {
  await enter()
  // With the keyboard alone.
  await page.getByRole('button', { name: '¥50', exact: true }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Continue to pay' }).focus()
  await page.keyboard.press('Enter')
  const code = page.getByRole('img', { name: 'Payment code of Sandbox cashier' })
  await code.waitFor()
  await expect.poll(() => page.getByText('Test payment').count()).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'I have paid' }).click()
  await page.getByText('No payment has arrived so far').waitFor()
  // Somebody scans the code with a phone meanwhile.
  const sn = page.url().split('/').at(-1)
  const token = await page.evaluate(() => (JSON.parse(localStorage.getItem('userInfo')!) as { token: string }).token)
  const answer = await fetch(`${server.address}/api/pay.Sandbox/play`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'ba-user-token': token },
    body: JSON.stringify({ sn, scenario: 'pay' }),
  })
  expect(await answer.json()).toMatchObject({ code: 1, data: { answers: [204] } })
  await page.locator('.pay-outcome').getByText('Paid', { exact: true }).waitFor({ timeout: 20_000 })
  expect(await balance()).toBe('50.00')
  await page.getByRole('link', { name: 'My balance' }).click()
  await page.getByText('+50.00').waitFor()
  expect(errors).toEqual([])
})

it('pays late, twice and with a wrong amount: once each, or not at all', async () => {
  await enter()
  await charge('10')
  await play('Pay after closing', '204')
  await page.getByRole('link', { name: 'Back to the payment' }).click()
  await page.getByText('It was paid after its time').waitFor()
  await charge('10')
  await play('Notify twice', '204, 204')
  await charge('10')
  await play('Wrong amount', '204')
  await page.getByRole('link', { name: 'Back to the payment' }).click()
  await page.getByRole('button', { name: 'I have paid' }).waitFor()
  expect(await balance()).toBe('70.00')
  await page.getByRole('link', { name: 'My payments' }).first().click()
  await expect.poll(() => page.locator('.pay-list li').count()).toBe(4)
  expect(await page.locator('.pay-list').getByText('Test payment').count()).toBe(4)
  expect(await faults(page)).toEqual([])
})

it('the providers are set up with keys that are read before they are saved', async () => {
  await signIn(page, server.address)
  await go('/admin/pay/provider')
  const form = page.getByRole('region', { name: /WeChat Pay/ })
  const certificate = form.getByLabel('Merchant certificate')
  await certificate.fill('no certificate')
  await certificate.blur()
  await form.getByText('This is not a certificate').waitFor()
  await certificate.fill(merchantCertificate.pem)
  await certificate.blur()
  await form.getByText(`Serial no. ${merchantCertificate.serial}`).waitFor()
  await form
    .getByLabel('Merchant private key')
    .fill(merchantCertificate.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString())
  await form.getByRole('button', { name: 'Save settings' }).click()
  await form.getByPlaceholder('Stored; empty = unchanged').first().waitFor()
  await form.getByText('Fingerprint').nth(1).waitFor()
  expect(await form.getByLabel('Merchant private key').inputValue()).toBe('')
  await form.getByRole('button', { name: 'Test signature' }).click()
  await form.getByText('Provider: Settings are missing.').waitFor()
  expect(await faults(page)).toEqual([])
})

describe.each(looksByLanguage)('in $language', ({ looks: views }) => {
  it('has no fault in each theme and width', async () => {
    // Non-null: every language has looks.
    await site.reopen(views[0]!)
    ;({ page } = site)
    await followSystemTheme(page)
    await enter()
    const sn = await charge('12')
    for (const view of views) {
      await applyLook(page, view)
      for (const [name, path, ready] of [
        ['cashier', `/user/pay/${sn}`, '.pay-qr'],
        ['recharge', '/user/pay/recharge', '.pay-recharge'],
        ['purchases', '/user/pay/purchases', '.pay-list'],
        ['sandbox', `/user/pay/sandbox/${sn}`, '.pay-scenarios'],
      ] as const) {
        await go(path)
        await page.locator(ready).waitFor()
        await inspect(page, view, name)
      }
    }
  })
})
