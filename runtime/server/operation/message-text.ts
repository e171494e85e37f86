/** The texts of messages that administrators write: `{{name}}` stands for the variable of that name. */
import type { MessageDeclaration } from './messages.ts'

const place = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g

/** Variables that every message has, next to those it declares. */
export const commonVariables: MessageDeclaration['variables'] = {
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

/** Names between double braces that are no variable of the message. */
export function unknownVariables(text: string, variables: Readonly<Record<string, unknown>>): readonly string[] {
  const names = [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim())
  return [...new Set(names.filter((name) => !Object.hasOwn(variables, name) && !Object.hasOwn(commonVariables, name)))]
}
