/**
 * What `tablewright dev` found, at the bottom of the page it concerns: the page goes on with the last state that
 * worked. Never part of a build.
 */
import { subscribe } from 'valtio'
import type { DevReport, DevReportItem, Text } from '../../protocol/index.ts'
import { currentLanguage } from '../core/i18n/language.ts'
import { onReplaced } from '../core/module-registry.ts'
import { config } from '../core/preferences/store.ts'
import { isSignedIn } from '../core/auth/session.ts'
import styles from './dev-report.css?inline'

/** Both names stand in `cli/dev/pages.ts` again, which cannot import from here. */
const reportEvent = 'tablewright:report'
const readyEvent = 'tablewright:ready'

const texts = {
  page: {
    'zh-cn': '页面的代码无法加载。修正后会自动显示，无需刷新。',
    en: 'Code of a page cannot be loaded. Once it is corrected, the page shows it without a reload.',
  },
  hide: { 'zh-cn': '收起', en: 'Hide' },
  show: { 'zh-cn': '展开', en: 'Show' },
  suggestion: { 'zh-cn': '建议：', en: 'Suggestion: ' },
} as const satisfies Record<string, Text>

const host = document.createElement('aside')
host.setAttribute('role', 'alert')
const panel = host.attachShadow({ mode: 'open' })
/** Reports of `dev`, and those of Vite, which alone reads the code of pages. */
const reports: { dev: DevReport | null; vite: DevReport | null } = { dev: null, vite: null }
let isOpen = true

const say = (text: Text): string => text[currentLanguage()]

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...content: readonly (string | Node)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.className = className
  made.append(...content)
  return made
}

function render(): void {
  const shown = reports.dev ?? reports.vite
  if (shown === null) return host.remove()
  const toggle = element('button', 'toggle', say(isOpen ? texts.hide : texts.show))
  toggle.type = 'button'
  toggle.setAttribute('aria-expanded', String(isOpen))
  toggle.addEventListener('click', () => {
    isOpen = !isOpen
    render()
    panel.querySelector('button')?.focus()
  })
  const head = element('div', 'head', element('strong', 'title', say(shown.title)), toggle)
  const body = element('div', 'body', ...shown.items.map(itemOf))
  // What scrolls has to be reachable by keyboard.
  body.tabIndex = 0
  if (shown.hint) body.append(element('p', 'hint', say(shown.hint)))
  panel.replaceChildren(element('style', '', styles), head, ...(isOpen ? [body] : []))
  host.lang = currentLanguage()
  if (!host.isConnected) document.body.append(host)
}

function itemOf({ place, message, hint, frame }: DevReportItem): Node {
  const item = element('div', 'item')
  if (place !== null) item.append(element('code', 'place', place))
  item.append(element('p', 'message', say(message)))
  if (frame !== null) item.append(element('pre', 'frame', frame))
  if (hint) item.append(element('p', 'hint', say(texts.suggestion) + say(hint)))
  return item
}

/** Milliseconds until the menu is asked for again: what was replaced is shown first. */
const afterReplacing = 100
/** A round ends before its pages have replaced anything, if they do. */
const afterRound = 400
let menuTimer: ReturnType<typeof setTimeout> | undefined

/** The menu comes from the server, so labels in it do as well. Several occasions one after the other are one. */
function reloadMenu(delay: number): void {
  clearTimeout(menuTimer)
  menuTimer = setTimeout(() => void loadMenu(), delay)
}

async function loadMenu(): Promise<void> {
  if (!isSignedIn()) return
  const { loadBootstrap } = await import('../identity/session/bootstrap.ts')
  await loadBootstrap().catch(() => undefined)
}

function show(by: keyof typeof reports, report: DevReport | null): void {
  if (report !== null && reports.dev === null && reports.vite === null) isOpen = true
  reports[by] = report
  render()
}

import.meta.hot?.on(reportEvent, (report: DevReport | null) => {
  show('dev', report)
  if (report === null) reloadMenu(afterRound)
})
import.meta.hot?.on('vite:error', ({ err }) => {
  const { message, frame = null, id = null, loc } = err
  const place = loc ? [loc.file ?? id, loc.line, loc.column].filter((part) => part !== null).join(':') : id
  const text = message.split('\n')[0] ?? message
  const item = { place, message: { 'zh-cn': text, en: text }, hint: null, frame: frame || null }
  show('vite', { title: texts.page, items: [item], hint: null })
})
import.meta.hot?.on('vite:beforeUpdate', () => show('vite', null))
import.meta.hot?.send(readyEvent)
onReplaced(() => reloadMenu(afterReplacing))
subscribe(config, render)
