/** The texts of messages that administrators write: `{{name}}` stands for the variable of that name. */
import type { Language } from '../../protocol/index.ts'
import type { MessageDeclaration } from './messages.ts'

const place = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g

/** Variables that every message has, next to those it declares. */
const commonVariables: MessageDeclaration['variables'] = {
  site_name: { label: { 'zh-cn': '站点名称', en: 'name of the site' }, sample: 'Tablewright' },
}

/**
 * The text with its variables filled in. Values are inserted as they are and never read for variables themselves.
 * @param encode what a value goes through first, for example the escaping of HTML
 * @throws when a variable has no value
 */
export function fillMessage(
  text: string,
  values: Readonly<Record<string, string>>,
  encode: (value: string) => string = (value) => value,
): string {
  return text.replace(place, (_place, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) throw new Error(`the message has no value for {{${name}}}`)
    return encode(value)
  })
}

/**
 * Names between double braces that have no sample, as administrators wrote them, in one text; "" when there is none.
 */
export function unknownVariables(text: string, samples: Readonly<Record<string, string>>): string {
  const names = [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim())
  const unknown = new Set(names.filter((name) => !Object.hasOwn(samples, name)))
  return [...unknown].map((name) => `{{${name}}}`.slice(0, 40)).join(', ')
}

/** The names of the variables in a text, in the order of their first place. */
export const variablesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(place)].map(([, name = '']) => name)),
]

/** Sample values of all variables of a message, by name. */
export const samplesOf = ({ variables }: MessageDeclaration): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries({ ...variables, ...commonVariables }).map(([name, { sample }]) => [name, sample]))

/** The variables of a message for those who write its text, one a line. */
export const describeVariables = ({ variables }: MessageDeclaration, language: Language): string =>
  Object.entries({ ...variables, ...commonVariables })
    .map(([name, { label }]) => `{{${name}}} ${label[language]}`)
    .join('\n')

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML shows it, also inside the value of an attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (one) => entities[one] ?? one)
