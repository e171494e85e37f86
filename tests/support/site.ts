/**
 * What the tests of a browser stand on: one server and one browser a file, a fresh page a test. A page gets the profile
 * of an earlier one of its look, emptied but for what was loaded: the client is then not loaded and compiled again.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { hasClock, launch, openPageIn, openProfile, type LayoutMode, type Look } from './browser.ts'
import { firstDataOf } from './first-data.ts'
import { serve, type Running, type ServeOptions } from './running.ts'

export const usualLook: Look = { language: 'en', dark: false, width: 1280 }

export interface Site {
  readonly server: Running
  readonly browser: Browser
  /** The page of the running test, not signed in. */
  readonly page: Page
  /** What that page logged as an error. */
  readonly errors: string[]
  /** Puts a page in another look, or in another browser profile, in the place of the test's page. */
  reopen(look: Look): Promise<void>
  /** A page beside the test's own, in a browser profile of its own. */
  openBeside(
    look?: Look,
    layoutMode?: 'Default' | 'Classic',
  ): Promise<{ readonly page: Page; readonly errors: string[] }>
}

/**
 * Registers what starts and stops the site of this file. @param options those of the server, and `flags` of the browser
 * @param start runs once the server answers, before the browser
 * starts
 */
export function useSite(
  { flags = [], ...options }: ServeOptions & { readonly flags?: readonly string[] } = {},
  start?: (server: Running) => Promise<void>,
): Site {
  let server: Running
  let browser: Browser
  let opened: Awaited<ReturnType<typeof openPageIn>>
  const inUse = new Map<BrowserContext, string>()
  const kept = new Map<BrowserContext, string>()
  const anchors = new WeakMap<BrowserContext, Page>()
  /** A page without scripts that stays open, so that the process which draws the pages of the profile stays, too. */
  const openAnchor = async (profile: BrowserContext): Promise<Page> => {
    const anchor = await profile.newPage()
    await anchor.goto(`${server.address}/healthz`)
    return anchor
  }
  const open = async (look: Look, layoutMode?: LayoutMode) => {
    const name = JSON.stringify(look)
    const before = [...kept].find(([, itsLook]) => itsLook === name)?.[0]
    if (before) kept.delete(before)
    const profile = before ?? (await openProfile(browser, look))
    if (!before) anchors.set(profile, await openAnchor(profile))
    inUse.set(profile, name)
    return openPageIn(profile, look, layoutMode)
  }
  const leave = async (profile: BrowserContext, look: string) => {
    inUse.delete(profile)
    const pages = profile.pages().filter((page) => page !== anchors.get(profile))
    await cleared(Promise.all(pages.map((page) => page.close())))
    if (pages.every((page) => page.isClosed()) && !hasClock(profile)) kept.set(profile, look)
    else await cleared(profile.close())
  }
  const leaveAll = () => Promise.all([...inUse].map(([profile, look]) => leave(profile, look)))
  beforeAll(async () => {
    server = await serve(options.demo === false ? options : { ...options, copyOf: await firstDataOf(options) })
    await start?.(server)
    browser = await launch(flags)
  }, 300_000)
  afterAll(async () => {
    if (browser) await cleared(browser.close())
    await server?.stop()
  })
  beforeEach(async () => {
    opened = await open(usualLook)
  })
  afterEach(leaveAll)
  return {
    get server() {
      return server
    },
    get browser() {
      return browser
    },
    get page() {
      return opened.page
    },
    get errors() {
      return opened.errors
    },
    openBeside: (look = usualLook, layoutMode = 'Default') => open(look, layoutMode),
    async reopen(look) {
      const before = opened.page.context()
      await leave(before, inUse.get(before) ?? '')
      opened = await open(look)
    },
  }
}

/**
 * Clearing away is no part of a test: a browser that dawdles over it on a busy machine is left behind and ends with the
 * tests.
 */
const cleared = (closing: Promise<unknown>): Promise<unknown> =>
  Promise.race([closing, new Promise((resolve) => setTimeout(resolve, 10_000).unref())])
