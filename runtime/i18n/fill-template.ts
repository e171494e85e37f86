/** Fills the places of templates that are no texts of the protocol. Apart from those, so that it loads without them. */
import i18next from 'i18next'
import { i18nOptions } from '../protocol/index.ts'

/** Values of the `{{name}}` places in a text. */
export type TextParams = Readonly<Record<string, string | number>>

const i18n = i18next.createInstance()
void i18n.init({ ...i18nOptions, resources: {} })

/** A template in one language with its `{{name}}` places filled in. */
export function fillTemplate(template: string, params: TextParams): string {
  return i18n.services.interpolator.interpolate(template, params, '', {})
}
