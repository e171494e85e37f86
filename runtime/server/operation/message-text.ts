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
 * @param codes names of variables that are codes: spaces part them from an address that the other values make
 * @throws when a variable has no value
 */
export function fillMessage(
  text: string,
  values: Readonly<Record<string, string>>,
  encode: (value: string) => string = (value) => value,
  codes: readonly string[] = [],
): string {
  const valueOf = (name: string): string => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) throw new Error(`the message has no value for {{${name}}}`)
    return encode(value)
  }
  if (codes.length === 0) return text.replace(place, (_place, name: string) => valueOf(name))
  const filled = withoutMarks(text).replace(place, (_place, name: string) => {
    const index = codes.indexOf(name)
    return index < 0 ? withoutMarks(valueOf(name)) : String.fromCodePoint(firstMark + index)
  })
  return filled
    .replace(/\S+/gu, (part) => (isAddressWithCode(part) ? part.replace(marks, ' $& ') : part))
    .replace(marks, (mark) => valueOf(codes[(mark.codePointAt(0) ?? firstMark) - firstMark] ?? ''))
}

/** Characters without a meaning: they stand for codes while the rest of a text is looked at. */
const firstMark = 0xf0000
const marks = /[\u{f0000}-\u{f00ff}]/gu
/** Stands for a code in a text that `markCodes` has written. */
export const codeMark = String.fromCodePoint(firstMark)

const withoutMarks = (text: string): string => text.replace(marks, '')

/** The text as it is written, with a mark in place of each code and a line in place of other variables. */
export const markCodes = (text: string, codes: readonly string[]): string =>
  withoutMarks(text).replace(place, (_place, name: string) => (codes.includes(name) ? codeMark : '_'))

/**
 * True when a code is part of an address in a marked text. Mail programs turn addresses into links, and what checks
 * mail opens them: who owns the address would get the code.
 */
export const hasCodeInAddress = (marked: string): boolean => (marked.match(/\S+/gu) ?? []).some(isAddressWithCode)

/** @param part a text without spaces */
const isAddressWithCode = (part: string): boolean =>
  part.search(marks) >= 0 && /:\/|\/\/|@|[\p{L}\p{N}]\.[\p{L}\p{N}]/u.test(part.replace(marks, '0'))

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

/** The names of the variables that are codes. */
export function codesOf({ isSecret, variables }: MessageDeclaration): readonly string[] {
  if (!isSecret) return []
  const names = Object.keys(variables)
  const codes = names.filter((name) => variables[name]?.isCode)
  return codes.length > 0 ? codes : names
}

/** The variables of a message for those who write its text, one a line. */
export const describeVariables = ({ variables }: MessageDeclaration, language: Language): string =>
  Object.entries({ ...variables, ...commonVariables })
    .map(([name, { label }]) => `{{${name}}} ${label[language]}`)
    .join('\n')
