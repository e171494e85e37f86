/**
 * A screen as it is looked at in every language, theme and width: axe finds nothing, nothing sticks out sideways, no
 * title is cut, and on a phone fingers meet what they aim at.
 * With TABLEWRIGHT_PICTURES=<folder> the pictures are kept there for a person to look at.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  applyLook,
  faults,
  followSystemTheme,
  isPhone,
  looksByLanguage,
  quiet,
  setTouch,
  signIn,
  type LayoutMode,
  type Look,
} from './browser.ts'
import { cutFigures, hiddenScrollers } from './sight.ts'
import type { Site } from './site.ts'

const { TABLEWRIGHT_PICTURES: pictures } = process.env

interface Inspection {
  /** A page of readers, which is as long as its text: the window scrolls, and the picture shows all of it. */
  readonly scrollsWindow?: boolean
}

/** Waits until the page asks nothing more, then judges it. @param name of the screen, and of its picture */
export async function inspect(
  page: Page,
  look: Look,
  name: string,
  { scrollsWindow = false }: Inspection = {},
): Promise<void> {
  await setTouch(page, isPhone(look))
  await quiet(page)
  const shown = await inspectNow(page, look, name, { scrollsWindow })
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(beyond, `${shown} sticks out by ${beyond} px`).toBeLessThanOrEqual(0)
  expect(await cutInList(page), `${shown} cuts off what tells records apart`).toEqual([])
  expect(await cutTitles(page), `${shown} cuts off a title`).toEqual([])
  expect(await cutFigures(page), `${shown} cuts a figure`).toEqual([])
  if (!isPhone(look)) expect(await coveredHeadings(page), `${shown} covers columns of lines`).toEqual([])
  else expect(await smallTargets(page), `${shown} has targets too small for fingers`).toEqual([])
  // Those targets were scrolled to, one after the other.
  expect(await hiddenScrollers(page, scrollsWindow), `${shown} scrolls what nobody can scroll back`).toEqual([])
  // The next look begins at the top, where no heading lies over a half of a target.
  if (isPhone(look))
    await page.evaluate(() => {
      for (const element of document.querySelectorAll('*')) if (element.scrollTop > 0) element.scrollTop = 0
    })
}

/** Judges a page that is never quiet, for example while it uploads. @returns what its picture is called */
export async function inspectNow(
  page: Page,
  look: Look,
  name: string,
  { scrollsWindow = false }: Inspection = {},
): Promise<string> {
  const shown = `${name}-${look.language}-${look.dark ? 'dark' : 'light'}-${look.width}`
  if (pictures) await keepPicture(page, pictures, `${shown}.png`, scrollsWindow)
  expect(await faults(page), shown).toEqual([])
  return shown
}

/** Headings, figures, times, options, names and references of the list that are cut. Long texts may be. */
const cutInList = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const whole = [
      '.list-sort-text, .cell-number, .cell-moment, .record-link, .cell-reference-context, .bp6-tag, .option-label',
      'th[scope=row] .cell-text',
    ]
    const found = document.querySelectorAll<HTMLElement>(`[role=tabpanel]:not([hidden]) .list-table :is(${whole})`)
    const isCut = (element: HTMLElement): boolean => {
      const [own, cell] = [element, element.closest('td, th')!].map((one) => one.getBoundingClientRect())
      const isInline = getComputedStyle(element).display === 'inline'
      return (
        own!.right > cell!.right + 1 ||
        (!isInline && element.scrollWidth > element.clientWidth + 1) ||
        (!isInline && element.scrollHeight > element.clientHeight + 2)
      )
    }
    return [...found].filter(isCut).map(({ className, textContent }) => `${className}: ${textContent}`)
  })

/** Columns of lines that another one lies over although nothing is scrolled. */
const coveredHeadings = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.lines-scroll')]
      .filter((scroller) => scroller.scrollLeft === 0)
      .flatMap((scroller) => [...scroller.querySelectorAll('thead th:not(.lines-tools)')])
      .filter((heading) => {
        const before = heading.previousElementSibling?.getBoundingClientRect()
        const { left, width } = heading.getBoundingClientRect()
        return before !== undefined && width > 0 && before.width > 0 && left < before.right - 1
      })
      .map(({ textContent }) => textContent),
  )

/** Titles of the page, of dialogs and of what is on them that are not shown whole. */
const cutTitles = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const titles = 'h1, h2, h3, h4, legend, .bp6-heading, .tw-crumbs li:last-child, [data-card-title] *'
    const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean =>
      clientWidth > 1 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 2)
    const isClipping = (element: HTMLElement): boolean => getComputedStyle(element).overflow !== 'visible'
    return [...document.querySelectorAll<HTMLElement>(titles)]
      .filter((element) => element.checkVisibility() && isClipping(element) && isCut(element))
      .map(({ tagName, className, textContent }) => `${tagName} ${className}: ${textContent}`)
  })

/**
 * What a finger can press and is smaller than 44 px in one direction; its label belongs to a box. Links within a
 * sentence are as high as its lines.
 */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const least = 43.5
    const controls = 'a[href], button, input, select, textarea, summary'
    const roles = ['button', 'checkbox', 'combobox', 'link', 'menuitem', 'option', 'radio', 'slider', 'switch', 'tab']
    const all = document.querySelectorAll<HTMLElement>(`${controls}, ${roles.map((role) => `[role=${role}]`).join()}`)
    const partsOf = (element: HTMLElement): readonly Element[] => [
      element,
      ...(element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)
        ? (element.labels ?? [])
        : []),
    ]
    const isPressable = (element: HTMLElement): boolean => {
      const { width, height, bottom } = element.getBoundingClientRect()
      const isShown = element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1 && bottom > 0
      return isShown && !element.matches(':disabled') && element.closest('[aria-hidden=true], [inert]') === null
    }
    const isInSentence = (element: HTMLElement): boolean =>
      getComputedStyle(element).display === 'inline' &&
      element.parentElement?.textContent.trim() !== element.textContent.trim()
    const isLarge = (element: HTMLElement): boolean => {
      const boxes = partsOf(element).map((part) => part.getBoundingClientRect())
      const width = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left))
      const height = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top))
      return width >= least && height >= least
    }
    /** How far around its middle a press meets it, also beside its box; null where something lies over it. */
    const reachOf = (element: HTMLElement): readonly [number, number] | null => {
      element.scrollIntoView({ block: 'center', inline: 'center' })
      const { left, top, width, height } = element.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const meets = (dx: number, dy: number): boolean => {
        const met = document.elementFromPoint(x + dx, y + dy)
        return met !== null && partsOf(element).some((part) => part.contains(met))
      }
      const reach = (dx: number, dy: number): number => {
        let steps = 0
        while (steps < 44 && meets(dx * (steps + 1), dy * (steps + 1))) steps += 1
        return steps
      }
      return meets(0, 0) ? [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1] : null
    }
    return [...all]
      .filter((element) => isPressable(element) && !isInSentence(element) && !isLarge(element))
      .flatMap((element) => {
        const [width, height] = reachOf(element) ?? [least, least]
        if (width >= least && height >= least) return []
        const name = element.getAttribute('aria-label') ?? element.textContent.slice(0, 40)
        return [`${element.tagName} ${element.className} “${name}”: ${width} × ${height}`]
      })
  })

/** A page whose theme follows the system, for looks of one language; before its first address. */
export async function openForLooks(site: Site, looks: readonly Look[], layoutMode?: LayoutMode) {
  const opened = await site.openBeside(looks[0], layoutMode)
  await followSystemTheme(opened.page)
  return opened
}

/** Judges the page as it stands in each of the looks. */
export async function inspectLooks(
  page: Page,
  looks: readonly Look[],
  name: string,
  inspection: Inspection = {},
): Promise<void> {
  for (const look of looks) {
    await applyLook(page, look)
    await inspect(page, look, name, inspection)
  }
}

/**
 * Looks at screens signed in, in both languages at the same time: the page of one is drawn while that of the other
 * waits for the server.
 */
export async function inspectInEachLook(site: Site, screens: Screens): Promise<void> {
  await Promise.all(
    looksByLanguage.map(async ({ looks }) => {
      const { page, errors } = await openForLooks(site, looks)
      await signIn(page, site.server.address)
      await inspectEach(page, looks, screens)
      expect(errors).toEqual([])
    }),
  )
}

/** Screens by name: how to come there. */
type Screens = Readonly<Record<string, (page: Page) => Promise<void>>>

/**
 * Looks at screens one after the other, each in a tab that is closed again: what stays open is looked through every
 * time. Each screen is opened in one of the looks, in turns, and then shown in the others.
 * @param page whose theme follows the system
 */
async function inspectEach(page: Page, looks: readonly Look[], screens: Screens): Promise<void> {
  for (const [at, [name, open]] of Object.entries(screens).entries()) {
    const first = at % looks.length
    for (const [step, look] of [...looks.slice(first), ...looks.slice(0, first)].entries()) {
      await applyLook(page, look)
      if (step === 0) await open(page)
      await inspect(page, look, name)
    }
    await page.keyboard.press('Alt+Shift+x')
    // A page that is opened again before it has left the screen keeps the dialog that is open over it.
    await page.getByRole('dialog').filter({ visible: true }).first().waitFor({ state: 'hidden' })
  }
}

async function keepPicture(page: Page, folder: string, file: string, fullPage: boolean): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, file), fullPage })
}
