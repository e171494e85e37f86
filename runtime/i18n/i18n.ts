/**
 * The one i18n engine, for server, command line and generator: i18next with the texts of the protocol. Screens use
 * i18next with the same options and their own texts.
 */
import i18next from 'i18next'
import {
  i18nOptions,
  labelInSentence,
  languages,
  texts,
  type Language,
  type Text,
  type TextKey,
} from '../protocol/index.ts'
import { fillTemplate, type TextParams } from './fill-template.ts'

const namespace = 'protocol'
const i18n = i18next.createInstance()
void i18n.init({
  ...i18nOptions,
  lng: languages[0],
  fallbackLng: false,
  ns: [namespace],
  defaultNS: namespace,
  resources: Object.fromEntries(languages.map((language) => [language, { [namespace]: texts[language] }])),
})

/**
 * The text of a key with its `{{name}}` places filled in. Values are inserted as they are, never read as a template.
 */
export function t(language: Language, key: TextKey, params?: TextParams): string {
  if (params) return i18n.t(key, { lng: language, nest: false, replace: params })
  const known = plainTexts.get(`${language} ${key}`)
  if (known !== undefined) return known
  const text = i18n.t(key, { lng: language, nest: false, replace: {} })
  plainTexts.set(`${language} ${key}`, text)
  return text
}

/** Texts without values by language and key, which never change: i18next resolves a key anew at each call. */
const plainTexts = new Map<string, string>()

/** A text with its places filled in, in every language. A value may be a text itself. */
export function interpolate(text: Text, params: Readonly<Record<string, string | number | Text>>): Text {
  const inLanguage = (language: Language): string =>
    fillTemplate(
      text[language],
      Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, typeof value === 'object' ? value[language] : value]),
      ),
    )
  return { 'zh-cn': inLanguage('zh-cn'), en: inLanguage('en') }
}

/** The texts of a module: of a key, in one language and in all of them. */
export interface ModuleTexts<Key extends string> {
  t(language: Language, key: Key, params?: TextParams): string
  textOfAll(key: Key, params?: TextParams): Text
}

/** The texts of a module by their keys, in one language and in all of them, with their `{{name}}` places filled in. */
export function createTexts<Key extends string>(messages: Readonly<Record<Key, Text>>): ModuleTexts<Key> {
  const textOfAll = (key: Key, params: TextParams = {}): Text => interpolate(messages[key], params)
  const textOf = (language: Language, key: Key, params?: TextParams): string => textOfAll(key, params)[language]
  return { t: textOf, textOfAll }
}

/** The title of an action of a page, for example "Products: add". */
export function pageActionTitle(language: Language, page: string, action: string): string {
  return t(language, 'page.action', { page, action: labelInSentence(language, action) })
}
