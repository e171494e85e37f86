/** The interface language: one value for the whole application, changed without reloading the page. */
import { useSnapshot } from 'valtio'
import { labelInSentence, type Language, type TableModel, type Text } from '../../../protocol/index.ts'
import { config, languageChoice } from '../preferences/store.ts'

/** The current language, for code outside components. */
export function currentLanguage(): Language {
  return config.lang.defaultLang
}

/** The current language, for components: renders again when it changes. */
export function useLanguage(): Language {
  return useSnapshot(config).lang.defaultLang
}

export function setLanguage(language: Language): void {
  languageChoice.isMade = true
  config.lang.defaultLang = language
}

/**
 * The text of a label in the current language. Components use `useLanguage` or `useLabel`, so that they follow a
 * change.
 */
export function label(text: Text): string {
  return text[config.lang.defaultLang]
}

/** `label` bound to the language, for components. */
export function useLabel(): (text: Text) => string {
  const language = useLanguage()
  return (text) => text[language]
}

/** What texts call the records of an entity, for their places `{{one}}` and `{{many}}`. */
export function recordNouns(
  { label: plural, singular }: Pick<TableModel, 'label' | 'singular'>,
  language: Language,
): { readonly one: string; readonly many: string } {
  return { one: labelInSentence(language, singular[language]), many: labelInSentence(language, plural[language]) }
}

/** A name for assistive technology that is made of two: "Status: Rice". */
export const namedFor = (language: Language, name: string, rest: string): string =>
  `${name}${language === 'zh-cn' ? '：' : ': '}${rest}`

/** Joins names in the current language: "A, B or C". */
export function anyOf(names: readonly string[], language: Language): string {
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(names)
}
