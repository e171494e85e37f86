// @vitest-environment jsdom
/** Every text in every language, with the same places to fill. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { texts as shared } from 'tablewright/protocol'
import { label, setLanguage } from '../../../runtime/web/core/i18n/language.ts'
import { t } from '../../../runtime/web/core/i18n/shell-texts.ts'
import { defineTexts, i18n } from '../../../runtime/web/core/i18n/texts.ts'

const web = join(import.meta.dirname, '../../../runtime/web')
const textsOf = (language: 'zh-cn' | 'en', area: string): Readonly<Record<string, string>> =>
  i18n.getResourceBundle(language, area) as Readonly<Record<string, string>>
const places = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]!).sort()
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(web, name), 'utf8') }))

/** The areas of all files that define texts, registered by importing them. */
async function areas(): Promise<readonly string[]> {
  const files = sources.filter(({ text }) => /= defineTexts\('/.test(text) && !text.includes('function defineTexts'))
  await Promise.all(files.map(({ name }) => import(join(web, name))))
  return files.map(({ text }) => /= defineTexts\('([^']+)'/.exec(text)![1]!)
}

describe('texts', () => {
  it('of every area exist in both languages, filled, with the same places', async () => {
    const all = await areas()
    expect(all).toEqual(expect.arrayContaining(['shell', 'admin', 'list', 'history', 'settings', 'posting']))
    expect(new Set(all).size).toBe(all.length)
    for (const area of all) {
      const [chinese, english] = [textsOf('zh-cn', area), textsOf('en', area)]
      const singular = (key: string) => key.endsWith('_one') && key.slice(0, -4) in chinese
      expect([
        area,
        Object.keys(english)
          .filter((key) => !singular(key))
          .sort(),
      ]).toEqual([area, Object.keys(chinese).sort()])
      for (const [key, text] of Object.entries(chinese)) {
        expect([key, text.trim() !== '', english[key]!.trim() !== '']).toEqual([key, true, true])
        expect([key, places(english[key]!)]).toEqual([key, places(text)])
      }
    }
  })

  it('both sides share exist in both languages, with the same places', () => {
    for (const [key, text] of Object.entries(shared['zh-cn']))
      expect([key, places(shared.en[key as keyof typeof shared.en])]).toEqual([key, places(text)])
  })

  it.each(['shell', 'pages'])('of the area %s are Chinese in Chinese and not in English, and used', async (area) => {
    await areas()
    expect(Object.entries(textsOf('zh-cn', area)).filter(([, text]) => !/[\u4e00-\u9fff]/.test(text))).toEqual([])
    expect(Object.entries(textsOf('en', area)).filter(([, text]) => /[\u3000-\u9fff\uff00-\uffef]/.test(text))).toEqual(
      [],
    )
    const code = sources
      .filter(({ name }) => !/(shell|page)-texts\.ts$/.test(name))
      .map(({ text }) => text)
      .join('\n')
    // `shell.light`, `shell.dark`, `shell.system` are put together from the theme's name.
    const unused = Object.keys(textsOf('zh-cn', area)).filter(
      (key) => !code.includes(`'${key}'`) && !/^shell\.(light|dark|system)$/.test(key),
    )
    expect(unused).toEqual([])
  })

  it('follow the language at once, fill their places and choose the singular', () => {
    const { t: sayOne } = defineTexts('test', {
      'zh-cn': { n: '已选 {{count}} 条', x: '<{{v}}>' },
      en: { n: '{{count}} records', n_one: '{{count}} record', x: '<{{v}}>' },
    })
    setLanguage('zh-cn')
    expect([t('title.adminLogin'), sayOne('n', { count: 1 }), label({ 'zh-cn': '品牌', en: 'Brand' })]).toEqual([
      '登录',
      '已选 1 条',
      '品牌',
    ])
    setLanguage('en')
    expect([
      t('title.adminLogin'),
      sayOne('n', { count: 1 }),
      sayOne('n', { count: 2 }),
      label({ 'zh-cn': '品牌', en: 'Brand' }),
    ]).toEqual(['Login', '1 record', '2 records', 'Brand'])
    expect(sayOne('x', { v: '<b>' })).toBe('<<b>>')
  })
})
