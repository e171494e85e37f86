/** Texts of the command line are written where they are used, in both languages side by side. */
import { fillTemplate, type TextParams } from '../runtime/i18n/fill-template.ts'
import type { Language, Text } from '../runtime/protocol/index.ts'

/** A text in one language, with `{{name}}` places filled in. */
export function translate(language: Language, text: Text, params: TextParams = {}): string {
  return fillTemplate(text[language], params)
}
