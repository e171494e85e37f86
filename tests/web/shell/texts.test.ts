// @vitest-environment jsdom
/** Every text in every language, with the same places to fill. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { texts as shared } from 'tablewright/protocol'
import { label, setLanguage } from '../../../runtime/web/i18n/language.ts'
import { t } from '../../../runtime/web/i18n/shell-texts.ts'
import { en } from '../../../runtime/web/i18n/texts/en.ts'
import { zhCn } from '../../../runtime/web/i18n/texts/zh-cn.ts'
import { defineTexts } from '../../../runtime/web/i18n/texts.ts'

const web = join(import.meta.dirname, '../../../runtime/web')
const shell: Readonly<Record<string, string>> = zhCn
const places = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]!).sort()

/** `texts/zh-cn.ts` beside `texts/en.ts`, wherever an area has them. */
async function areas(): Promise<[string, Record<string, string>, Record<string, string>][]> {
  const folders = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(join('texts', 'zh-cn.ts')))
    .map((name) => join(web, name, '..'))
  return Promise.all(
    folders.map(async (folder) => {
      const [chinese, english] = await Promise.all(
        ['zh-cn', 'en'].map(
          (name) => import(join(folder, `${name}.ts`)) as Promise<Record<string, Record<string, string>>>,
        ),
      )
      return [folder.slice(web.length + 1), chinese!['zhCn']!, english!['en']!] as [
        string,
        Record<string, string>,
        Record<string, string>,
      ]
    }),
  )
}

describe('texts', () => {
  it('of every area exist in both languages, filled, with the same places', async () => {
    const all = await areas()
    expect(all.map(([area]) => area)).toContain(join('i18n', 'texts'))
    for (const [area, chinese, english] of all) {
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

  it('of the shell are Chinese in Chinese and not in English', () => {
    expect(Object.entries(shell).filter(([, text]) => !/[\u4e00-\u9fff]/.test(text))).toEqual([])
    expect(Object.entries(en).filter(([, text]) => /[\u3000-\u9fff\uff00-\uffef]/.test(text))).toEqual([])
  })

  it('of the shell are all used somewhere', () => {
    const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/texts[\\/](en|zh-cn)\.ts$/.test(name))
      .map((name) => readFileSync(join(web, name), 'utf8'))
      .join('\n')
    // `shell.light`, `shell.dark`, `shell.system` are put together from the theme's name.
    const unused = Object.keys(shell).filter(
      (key) => !sources.includes(`'${key}'`) && !/^shell\.(light|dark|system)$/.test(key),
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
