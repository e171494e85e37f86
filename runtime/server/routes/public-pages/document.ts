/** The parts that all public pages have in common: head, frame, look and policy. */
import { createHash } from 'node:crypto'
import type { Language } from '../../../protocol/index.ts'
import { themeColors } from '../../../protocol/theme/default-colors.ts'
import { markup, type Markup } from '../../core/html/template.ts'
import type { Settings } from '../../settings/settings.ts'
import type { PageDocument } from './declaration.ts'
import { pageTexts } from './texts.ts'

/** Names of languages, in their own words, and as HTML calls them. */
const languageNames: Readonly<Record<Language, string>> = { 'zh-cn': '中文', en: 'English' }
export const languageTags: Readonly<Record<Language, string>> = { 'zh-cn': 'zh-CN', en: 'en' }

const colorNames = ['ground', 'surface', 'line', 'text', 'muted', 'accent'] as const

const colors = (theme: keyof typeof themeColors): string =>
  colorNames.map((name) => `--${name}:${themeColors[theme][name]}`).join(';')

/** Paper gets no frame and no background, and says where links lead. */
const style = `:root{color-scheme:light dark;${colors('light')}}
@media (prefers-color-scheme:dark){:root{${colors('dark')}}}
*{box-sizing:border-box}
html{font:100%/1.7 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;background:var(--ground)}
body{margin:0;color:var(--text);overflow-wrap:break-word}
body>*{max-width:46rem;margin:0 auto;padding:1rem 1.25rem}
main{background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:1.5rem}
header,footer{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:baseline;color:var(--muted)}
footer{font-size:.875rem}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem}
a{color:var(--accent);text-underline-offset:.2em}
header>a{font-weight:600;color:var(--text);text-decoration:none}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
h1{margin:0 0 1rem;font-size:1.75rem;line-height:1.3}
h2,h3{line-height:1.35;margin:1.75rem 0 .5rem}
img,video{max-width:100%;height:auto}
table{border-collapse:collapse;display:block;max-width:100%;overflow-x:auto}
th,td{border:1px solid var(--line);padding:.35rem .6rem;text-align:start;vertical-align:top}
pre{overflow-x:auto;padding:.75rem;background:var(--ground);border-radius:6px}
blockquote{margin:1rem 0;padding-inline-start:1rem;border-inline-start:3px solid var(--line);color:var(--muted)}
@media (max-width:40rem){main{border-inline:0;border-radius:0;padding:1.25rem}h1{font-size:1.5rem}}
@media print{:root{color-scheme:light;${colors('light')}}html{background:none;font-size:11pt}
body>*{max-width:none;padding:0}
header nav,footer{display:none}main{border:0}a[href^="http"]::after{content:" (" attr(href) ")";color:var(--muted)}
h1,h2,h3{break-after:avoid}img,table,pre{break-inside:avoid}}`

/** The whole style sheet of a page. */
const styleOf = (own: string): string => (own === '' ? style : `${style}\n${own}`)

const hashes = new Map<string, string>()

/** The style is the same for all answers of a page; no other one applies. */
function styleHash(own: string): string {
  const earlier = hashes.get(own)
  if (earlier !== undefined) return earlier
  const hash = createHash('sha256').update(styleOf(own)).digest('base64')
  hashes.set(own, hash)
  return hash
}

/**
 * @param files origins of stores that pictures come from
 * @param own the style of the page
 */
export const pagePolicy = (files: readonly string[], own = ''): string =>
  [
    "default-src 'none'",
    // Guard T56: a public page runs no script at all.
    // Without: "script-src 'self' 'unsafe-inline'"
    "script-src 'none'",
    `style-src 'sha256-${styleHash(own)}'`,
    ['img-src', "'self'", 'data:', ...files].join(' '),
    ['media-src', "'self'", ...files].join(' '),
    "base-uri 'none'",
    "form-action 'self'",
    // Guard T70: nobody frames a public page.
    "frame-ancestors 'none'",
  ].join('; ')

export interface Frame {
  readonly language: Language
  readonly settings: Pick<Settings, 'siteName' | 'languages' | 'recordNumber'>
  /** The style of the page, in addition to that of all pages. */
  readonly style?: string
  /** Address of the page in another language, relative to it. */
  readonly inLanguage: (language: Language) => string
}

/** The whole page as text. */
export function documentText(
  document: PageDocument,
  { language, settings, style: own = '', inLanguage }: Frame,
): string {
  const { title, heading = title, body, navigation, head, footer, structuredData, isHidden = false } = document
  const others = settings.languages.filter((other) => other !== language)
  const alternates = others.map(
    (other) => markup`<link rel="alternate" hreflang="${languageTags[other]}" href="${inLanguage(other)}">\n`,
  )
  const ways = others.map((other) => {
    const tag = languageTags[other]
    return markup`<a href="${inLanguage(other)}" lang="${tag}" hreflang="${tag}">${languageNames[other]}</a>`
  })
  const end: readonly Markup[] = [
    ...(footer ? [footer] : []),
    ...(ways.length > 0 ? [markup`<nav aria-label="${pageTexts.language[language]}">${ways}</nav>`] : []),
    ...(settings.recordNumber === '' ? [] : [markup`<span>${settings.recordNumber}</span>`]),
  ]
  const start: Markup = markup`<html lang="${languageTags[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === settings.siteName ? title : `${title} – ${settings.siteName}`}</title>
${isHidden && markup`<meta name="robots" content="noindex">\n`}${alternates}${head}`
  const rest: Markup = markup`<header><a href="/">${settings.siteName}</a>
${navigation && markup`<nav aria-label="${pageTexts.pages[language]}">${navigation}</nav>`}</header>
<main>
<h1>${heading}</h1>
${body}
</main>
${end.length > 0 && markup`<footer>${end}</footer>\n`}`
  const facts = structuredData ? `<script type="application/ld+json">${jsonText(structuredData)}</script>\n` : ''
  return `<!doctype html>\n${start}<style>${styleOf(own)}</style>\n${facts}</head>\n<body>\n${rest}</body>\n</html>\n`
}

/** JSON as the content of an element: it cannot end the element, and is no script that runs. */
// Guard T56: facts for search engines are no markup.
// Without: const jsonText = (value: object): string => JSON.stringify(value)
const jsonText = (value: object): string =>
  JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
