/**
 * Attributes of added settings that clients give to the form item and to the input. Clients pass them on to elements,
 * where others run code (`onclick`, `innerHTML`), lead elsewhere (`href`) or lay something over the page (`style`).
 */
import { isSafeKey } from '../../../protocol/index.ts'

export type Attribute = string | number | boolean
/** Values by name; a name with a dot (`params.status`) leads one level down. */
export type Attributes = Readonly<Record<string, Attribute | Readonly<Record<string, Attribute>>>>

/** Those of the form items and inputs of BuildAdmin's clients that only describe, limit or measure; in camel case. */
const names: ReadonlySet<string> = new Set(
  (
    'activeText activeValue allowCreate allowHalf autocomplete autosize blockHelp border clearable collapseTags ' +
    'collapseTagsTooltip cols controls controlsPosition count destination disabled endPlaceholder field filterable ' +
    'fit forceLocal format formatTooltip height hideSelectFile inactiveText inactiveValue inlineMessage inputmode ' +
    'labelField labelPosition labelWidth limit loading max maxCollapseTags maxlength min minlength multiple ' +
    'multipleLimit placeholder placement placeholderText pk precision rangeSeparator readonly remoteField remoteUrl ' +
    'required resize returnFullUrl rows showAlpha showInput showMessage showPassword showStops showWordLimit size ' +
    'startPlaceholder step stepStrictly tip tooltip type validateEvent valueFormat valueOnClear width wordLimit'
  ).split(' '),
)
/** Those that have members: filters of a list of records, and the rows of a text that grows. */
const parents: ReadonlySet<string> = new Set(['params', 'autosize'])

const shape = /^([a-z][A-Za-z0-9-]{0,39})(?:\.([a-z][A-Za-z0-9_-]{0,39}))?$/
const camelCase = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** @param key a name, or one with that of a member: `params.status` */
export function isAttribute(key: string): boolean {
  const [, name = '', member] = shape.exec(key) ?? []
  return member === undefined ? names.has(camelCase(name)) : parents.has(name) && isSafeKey(member)
}

/** What is allowed of attributes that were stored by another version, or past the server. */
export const allowedAttributes = (attributes: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]): [string, Attributes[string]][] => {
      if (typeof value !== 'object' || value === null) return isAttribute(name) ? [[name, value]] : []
      const members = Object.entries(value).filter(([member]) => isAttribute(`${name}.${member}`))
      return members.length === 0 ? [] : [[name, Object.fromEntries(members)]]
    }),
  )
