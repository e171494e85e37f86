/** Chromium as a person would use it, and axe for what a person with a screen reader would miss. */
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { existsSync, readFileSync } from 'node:fs'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type CDPSession,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core'
import { adminPassword } from './running.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of one profile are drawn by one process, which keeps what it compiled for them as long as one is open.
  '--renderer-process-limit=1',
  // Pages are short-lived: optimizing their code and collecting garbage early takes longer than it saves.
  '--js-flags=--no-turbofan --min-semi-space-size=16',
]
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export interface Look {
  readonly language: 'zh-cn' | 'en'
  readonly dark: boolean
  readonly width: number
}

const everyLook: readonly Look[] = (['zh-cn', 'en'] as const).flatMap((language) =>
  [false, true].flatMap((dark) => [1280, 390].map((width) => ({ language, dark, width }))),
)

/** True for four of the eight, among which every two of language, theme and width meet. */
const isOfPairs = ({ language, dark, width }: Look): boolean => ((language === 'en') !== dark) === (width === 390)

/**
 * The combinations a screen is looked at in. All eight when pictures are kept for a person to look at; in every run
 * those
 * four that hold every pair: a fault that needs all three at once is rare, and minutes of every run are not.
 */
export const looks: readonly Look[] = process.env['TABLEWRIGHT_PICTURES'] ? everyLook : everyLook.filter(isOfPairs)

/** The same by language. Pages of one language change theme and width while they are shown, as for a person. */
export const looksByLanguage = (['zh-cn', 'en'] as const).map((language) => ({
  language,
  looks: looks.filter((look) => look.language === language),
}))

const sizeOf = (look: Look) => ({ width: look.width, height: isPhone(look) ? 844 : 800 })

export const isPhone = ({ width }: Pick<Look, 'width'>): boolean => width < 600

/** Gives a page whose theme follows the system the theme and the width of a look of its language. */
export async function applyLook(page: Page, look: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: look.dark ? 'dark' : 'light' })
  await page.setViewportSize(sizeOf(look))
  await setTouch(page, isPhone(look))
}

/** What tells each page whether it is touched by fingers. */
const touched = new WeakMap<Page, { readonly session: CDPSession; enabled: boolean }>()

/** Makes the page believe that it is touched by fingers, as on a phone, or has a mouse. */
export async function setTouch(page: Page, enabled: boolean): Promise<void> {
  const known = touched.get(page)
  if ((known?.enabled ?? false) === enabled) return
  const session = known?.session ?? (await page.context().newCDPSession(page))
  await session.send('Emulation.setTouchEmulationEnabled', { enabled, maxTouchPoints: 1 })
  touched.set(page, { session, enabled })
}

/** Lets the theme of the page follow the system, from the next load on. */
export const followSystemTheme = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    if (origin !== 'null') localStorage.setItem('vueuse-color-scheme', 'auto')
  })

/** The one CHROMIUM names, else the shell without windows, which is there sooner, else the whole browser. */
const shell = '/usr/bin/chromium-headless-shell'
const chromiumPath = process.env['CHROMIUM'] ?? (existsSync(shell) ? shell : '/usr/bin/chromium')

/** @param more flags of Chromium, such as those of a camera that plays a file */
export const launch = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath, args: [...flags, ...more] })

export type LayoutMode = 'Default' | 'Classic'

/** A page in that look and a profile of its own, with whatever the page logs as an error collected in `errors`. */
export async function openPage(
  browser: Browser,
  look: Look,
  layoutMode: LayoutMode = 'Default',
): Promise<{ page: Page; errors: string[] }> {
  return openPageIn(await openProfile(browser, look), look, layoutMode)
}

/** A browser profile for pages in that look. */
export async function openProfile(browser: Browser, look: Look): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: sizeOf(look),
    locale: look.language === 'en' ? 'en-US' : 'zh-CN',
    colorScheme: look.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  // A busy machine shows things later; how fast it is, is no concern of these tests.
  context.setDefaultTimeout(50_000)
  const { clock } = context
  const install = clock.install.bind(clock)
  clock.install = (options) => {
    clocked.add(context)
    return install(options)
  }
  return context
}

const clocked = new WeakSet<BrowserContext>()
/** True when the pages of this profile have a clock of their own, which it keeps. */
export const hasClock = (profile: BrowserContext): boolean => clocked.has(profile)

/** A page as in a new profile: only what was loaded over the network may be there from earlier pages. */
export async function openPageIn(
  context: BrowserContext,
  look: Look,
  layoutMode: LayoutMode = 'Default',
): Promise<{ page: Page; errors: string[] }> {
  const stored = {
    layout: { layoutMode, menuCollapse: false },
    lang: { defaultLang: look.language, fallbackLang: 'zh-cn', langArray: [] },
  }
  await context.clearCookies()
  const page = await context.newPage()
  await page.addInitScript(
    ([profile, config, theme]) => {
      // A sandboxed frame has no storage.
      if (origin === 'null' || sessionStorage.getItem(profile!) !== null) return
      sessionStorage.setItem(profile!, 'used')
      localStorage.clear()
      localStorage.setItem('storeConfig_v2', config!)
      localStorage.setItem('vueuse-color-scheme', theme!)
    },
    [randomUUID(), JSON.stringify(stored), look.dark ? 'dark' : 'light'],
  )
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
  })
  const onTheirWay = new Set<Request>()
  page.on('request', (request) => onTheirWay.add(request))
  page.on('requestfinished', (request) => onTheirWay.delete(request))
  page.on('requestfailed', (request) => onTheirWay.delete(request))
  calls.set(page, onTheirWay)
  return { page, errors }
}

/** What each page asks for at the moment. */
const calls = new WeakMap<Page, ReadonlySet<Request>>()

/**
 * Waits until the page asks for nothing and has nothing to do, four times in a row. `networkidle` looks at the clock
 * alone,
 * and only once a document.
 */
export async function quiet(page: Page): Promise<void> {
  for (let still = 0; still < 4;) {
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          // A page that has nothing to draw after its size has changed has no idle time either, until a frame is due.
          requestAnimationFrame(() => requestIdleCallback(() => setTimeout(resolve, 30), { timeout: 2000 }))
        }),
    )
    still = calls.get(page)?.size === 0 ? still + 1 : 0
  }
}

/**
 * Lets the page open as that of an account that signed in before: the browser holds what signing in leaves there. The
 * next address loads the client, so that a test sees no row of another page.
 */
export async function startSession(
  page: Page,
  address: string,
  who: { readonly username: string; readonly password: string } = { username: 'admin', password: adminPassword },
): Promise<void> {
  const answer = await page.request.post(`${address}/admin/Index/login`, {
    data: who,
    headers: { 'x-tablewright': '1', 'think-lang': 'en' },
  })
  const { msg, data } = (await answer.json()) as { msg: string; data: { userInfo?: { token: string } } | null }
  if (!data?.userInfo) throw new Error(`no session: ${msg}`)
  await page.addInitScript(
    ([token, admin]) => {
      // Once: who signs out stays out when the page is loaded again.
      if (origin === 'null' || sessionStorage.getItem(token!) !== null) return
      sessionStorage.setItem(token!, 'used')
      localStorage.setItem('adminInfo', admin!)
    },
    [data.userInfo.token, JSON.stringify({ refresh_token: '', ...data.userInfo })],
  )
  // From a page of the client the next address would only be followed, without the session.
  if (page.url().startsWith(address)) await page.goto(`${address}/healthz`)
}

/** Starts a session and opens the first page of the menu. */
export async function signIn(...[page, address, who]: Parameters<typeof startSession>): Promise<void> {
  await startSession(page, address, who)
  await page.goto(`${address}/#/admin`)
  await page.waitForURL((url) => /^#\/admin\/(?!login|loading)./.test(url.hash))
}

/** The page that is shown. The others that are open stand in the document as well, hidden. */
export const shownPage = (page: Page): Locator => page.locator('[role=tabpanel]:not([hidden])')

/** Rows of the table on the page that is shown. */
export const rows = (page: Page): Locator => shownPage(page).locator('table tbody tr')

/** The form over the page that is shown. */
export const shownForm = (page: Page): Locator => page.getByRole('dialog').filter({ visible: true })

/**
 * What axe finds on the page as it stands, but for what is hidden: rule and place. The script goes in past the page's
 * own content policy.
 */
export async function faults(page: Page): Promise<string[]> {
  // Its colours are those of what it lies over and of itself.
  await page.locator('.tw-block').waitFor({ state: 'detached' })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  // Only what is wrong is described by its HTML: collecting that of all elements takes a tenth of the time.
  const isFaultless = (await runAxe(page, true)).length === 0
  const violations = isFaultless ? [] : await runAxe(page, false)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${String(node.target[0])} ${node.html.slice(0, 120)}`),
  )
}

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly html: string }[]
}

const runAxe = (page: Page, noHtml: boolean): Promise<Violation[]> =>
  page.evaluate(async (withoutHtml) => {
    const { axe } = window as unknown as {
      axe: {
        configure(options: { noHtml: true }): void
        reset(): void
        run(context: unknown, options: unknown): Promise<{ violations: Violation[] }>
      }
    }
    if (withoutHtml) axe.configure({ noHtml: true })
    else axe.reset()
    const { violations } = await axe.run(
      // Nobody can look into a sandboxed frame.
      { include: [['html']], exclude: [['[hidden]'], ['iframe[sandbox=""]']] },
      {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        resultTypes: ['violations'],
        // Only a rule that is not run reads the style sheets, which takes a third of the time.
        preload: { assets: ['media'] },
      },
    )
    // What a dialog lies over cannot be pressed, and may be covered but for an edge.
    const dialog = [...document.querySelectorAll('[aria-modal=true]')].findLast((element) => element.checkVisibility())
    const isPressable = ({ target }: Violation['nodes'][number]): boolean =>
      !dialog || dialog.contains(document.querySelector(String(target[0])))
    return violations.flatMap((one): Violation[] => {
      const nodes = one.id === 'target-size' ? one.nodes.filter(isPressable) : one.nodes
      return nodes.length === 0 ? [] : [{ ...one, nodes }]
    })
  }, noHtml)
