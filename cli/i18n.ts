/** Texts of the command line are written where they are used, in both languages side by side. */
import { fillTemplate, type TextParams } from '../runtime/i18n/fill-template.ts'
import { languageOf, type Language, type Text } from '../runtime/protocol/index.ts'

/** A text in one language, with `{{name}}` places filled in. */
export function translate(language: Language, text: Text, params: TextParams = {}): string {
  return fillTemplate(text[language], params)
}

/**
 * `--lang`, then TABLEWRIGHT_LANG, then the locale of the terminal; zh-cn when none of them names a language we
 * know.
 */
export function chooseLanguage(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Language {
  const at = argv.findIndex((word) => word === '--lang' || word.startsWith('--lang='))
  const word = argv[at]
  const flag = word?.includes('=') ? word.slice('--lang='.length) : word && argv[at + 1]
  const locale = environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG']
  const asked = [flag, environment['TABLEWRIGHT_LANG'], locale].map((tag) =>
    languageOf(tag?.replaceAll('_', '-').replace(/[.@].*$/, '')),
  )
  return asked.find((language) => language !== null) ?? 'zh-cn'
}
