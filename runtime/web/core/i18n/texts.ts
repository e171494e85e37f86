/**
 * Texts of the interface by area (shell, list, record, a module). Each area loads its texts with its own code, so that
 * a page loads no texts of other pages. Chinese is the source: its keys type every other language.
 */
import i18next, { type i18n as I18n } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { subscribeKey } from 'valtio/utils'
import { i18nOptions, languages, type Language } from '../../../protocol/index.ts'
import { config } from '../preferences/store.ts'
import { currentLanguage } from './language.ts'

/** Values for the `{{name}}` placeholders. `count` also selects `key_one` where a language has it. */
type TextParams = Readonly<Record<string, string | number>>
export type Translate<Key extends string> = (key: Key, params?: TextParams) => string

/** A language's texts: every Chinese key, and `key_one` where the singular differs. */
export type TranslationOf<Source extends Readonly<Record<string, string>>> = Readonly<
  Record<keyof Source & string, string>
> &
  Readonly<Partial<Record<`${keyof Source & string}_one`, string>>>

export interface AreaTexts<Key extends string> {
  /** For components: renders again when the language changes. The function is the same until then. */
  readonly useT: () => Translate<Key>
  /** For code outside components. */
  readonly t: Translate<Key>
}

/**
 * Registers the texts of an area as a namespace of i18next.
 * @example
 * const zhCn = { 'empty': '暂无数据', 'selected': '已选 {{count}} 条' } as const
 * const en: TranslationOf<typeof zhCn> = { 'empty': 'Nothing here yet', 'selected': '{{count}} selected' }
 * export const { useT, t } = defineTexts('list', { 'zh-cn': zhCn, en })
 */
export function defineTexts<const Source extends Readonly<Record<string, string>>>(
  area: string,
  resources: { readonly 'zh-cn': Source } & Readonly<Record<Exclude<Language, 'zh-cn'>, TranslationOf<Source>>>,
): AreaTexts<keyof Source & string> {
  for (const language of languages) i18n.addResourceBundle(language, area, resources[language])
  const translators = new WeakMap<Translate<string>, Translate<string>>()
  return {
    useT: () => {
      // Another one for each language.
      const translate: Translate<string> = useTranslation(area, { i18n, useSuspense: false }).t
      const keeping = translators.get(translate) ?? keepingTexts(translate)
      translators.set(translate, keeping)
      return keeping
    },
    t: (key, params) => i18n.t(key, { ...params, ns: area, lng: currentLanguage() }),
  }
}

/** Most texts kept of one area; of those with values there may be any number. */
const mostKept = 500

/** Keeps texts that were made: a form asks for the same ones with every key, and i18next takes long for each. */
function keepingTexts(translate: Translate<string>): Translate<string> {
  const translations = new Map<string, string>()
  return (key, params) => {
    const cacheKey = params ? key + JSON.stringify(params) : key
    const translation = translations.get(cacheKey)
    if (translation !== undefined) return translation
    if (translations.size >= mostKept) translations.clear()
    const text = translate(key, params)
    translations.set(cacheKey, text)
    return text
  }
}

/** The instance all areas register their texts with. */
export const i18n: I18n = i18next.createInstance()

void i18n.use(initReactI18next).init({
  ...i18nOptions,
  lng: currentLanguage(),
  fallbackLng: config.lang.fallbackLang,
  supportedLngs: [...languages],
  resources: {},
  ns: [],
  react: { useSuspense: false, bindI18n: 'languageChanged' },
})

subscribeKey(config.lang, 'defaultLang', (language) => void i18n.changeLanguage(language))
