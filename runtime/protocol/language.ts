/** What depends on the language alone. Apart from the texts, so that a page which needs none does not load them. */
import type { Language } from './field-model.ts'

/** A label as it reads inside a sentence: English begins it with a small letter, abbreviations (IP, ID) excepted. */
export function labelInSentence(language: Language, label: string): string {
  return language === 'en' && /^[A-Z](?![A-Z])/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

/** The supported language that matches a tag such as `zh-CN,zh;q=0.9`, or null. */
export function languageOf(tag: string | undefined): Language | null {
  if (tag === undefined || tag === 'en' || tag === 'zh-cn') return tag ?? null
  for (const part of tag.toLowerCase().split(',')) {
    const [first = ''] = part.split(';')
    const name = first.trim()
    if (name.startsWith('zh')) return 'zh-cn'
    if (name === 'en' || name.startsWith('en-')) return 'en'
  }
  return null
}
