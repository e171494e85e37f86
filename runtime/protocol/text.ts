/** Texts both sides speak: broken rules, refusals, words of the table protocol. */
import { en } from './texts/en.ts'
import { zhCn, type TextKey } from './texts/zh-cn.ts'
import type { Language } from './table-model.ts'
import { fieldRules, type FieldProblem } from './problems.ts'

export type { TextKey } from './texts/zh-cn.ts'

export const texts: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = { 'zh-cn': zhCn, en }

/** The text of a key with `{{name}}` places filled in. */
export function say(language: Language, key: TextKey, params: Readonly<Record<string, string | number>> = {}): string {
  return texts[language][key].replace(/\{\{(\w+)\}\}/g, (place, name: string) => String(params[name] ?? place))
}

/** A label as it reads inside a sentence: English begins it with a small letter, abbreviations (IP, ID) excepted. */
export function labelInSentence(language: Language, label: string): string {
  return language === 'en' && /^[A-Z](?![A-Z])/.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label
}

/** The title of an action of a page, for example "Products: add". */
export function pageActionTitle(language: Language, page: string, action: string): string {
  return say(language, 'page.action', { page, action: labelInSentence(language, action) })
}

/** The sentence that tells a broken rule. */
export function sayProblem(language: Language, problem: FieldProblem): string {
  if (problem.text) return problem.text[language]
  const hasNoDecimals = problem.rule === 'scale' && problem.params?.['limit'] === 0
  return say(language, hasNoDecimals ? 'field.scaleZero' : fieldRules[problem.rule], problem.params)
}

/** The supported language a tag such as `zh-CN,zh;q=0.9` asks for, or null. */
export function languageOf(tag: string | undefined): Language | null {
  for (const part of (tag ?? '').toLowerCase().split(',')) {
    const name = part.split(';')[0]!.trim()
    if (name.startsWith('zh')) return 'zh-cn'
    if (name === 'en' || name.startsWith('en-')) return 'en'
  }
  return null
}
