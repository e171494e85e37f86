/**
 * HTML and XML as values. Two functions make them: `richText` from rich text, and the tagged template `markup`: what is
 * written in the source is markup, every value is escaped for the place where it stands, and a value in a place where
 * escaping does not help is refused as soon as the template is used.
 */
import { cleanHtml, type PictureOrigins } from './clean-html.ts'
import { escapeHtml } from './escape.ts'

let make: (text: string) => Markup

/** Markup that `markup` has made: nothing else can make one. */
export class Markup {
  readonly #text: string

  private constructor(text: string) {
    this.#text = text
  }

  static {
    make = (text) => new Markup(text)
  }

  toString(): string {
    return this.#text
  }
}

/** A value of a template: texts and numbers are escaped, nothing is written for null, undefined and false. */
export type MarkupValue = Markup | string | number | bigint | null | undefined | false | readonly MarkupValue[]

/**
 * Makes markup.
 * @example markup`<a href="${path}">${title}</a>`
 * @throws an Error for a value in a script, a style, a comment, the name of an element, or an attribute without quotes
 */
export function markup(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  // Guard T56: pages escape every value for its place.
  const places = placesOf(strings)
  const parts = values.map((value, index) => textAt(places[index] ?? 'text', value) + strings[index + 1])
  return make(strings[0] + parts.join(''))
}

/**
 * Rich text as a part of a page. It was sanitised when it was written, and is once more: what a page shows does not
 * depend on who wrote the row.
 */
// Guard T56: rich text of a page is what the sanitiser leaves of it.
// Without: export const richText = (html: string, _pictures: PictureOrigins): Markup => make(html)
export const richText = (html: string, pictures: PictureOrigins): Markup => make(cleanHtml(html, pictures))

/** Where a value stands: between elements, in a quoted attribute, or as the beginning of an address. */
type Place = 'text' | 'attribute' | 'address'

function textAt(place: Place, value: MarkupValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Markup) {
    if (place !== 'text') throw new TypeError('an attribute holds text, no markup')
    return value.toString()
  }
  if (Array.isArray(value)) return value.map((item: MarkupValue) => textAt(place, item)).join('')
  if (!['string', 'number', 'bigint'].includes(typeof value)) throw new TypeError('a page shows texts and numbers')
  const text = String(value)
  return escapeMarkup(place === 'address' ? safeAddress(text) : text)
}

/** Characters that neither HTML nor XML may contain are left out. */
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|\p{Surrogate}/gu

const escapeMarkup = (text: string): string => escapeHtml(text.replaceAll(forbidden, ''))

/** Addresses that run nothing: paths of the site, and what opens outside of it. Any other is left out. */
// Guard T56: an address in a page is no script.
// Without: const safeAddress = (text: string): string => text
const safeAddress = (text: string): string =>
  /^(?:https?:\/\/|mailto:|tel:)/i.test(text) || /^(?:\/(?![/\\])|[#?])/.test(text) ? text : ''

const places = new WeakMap<TemplateStringsArray, readonly Place[]>()

/** A template of the source is looked at once. */
function placesOf(strings: TemplateStringsArray): readonly Place[] {
  const earlier = places.get(strings)
  if (earlier) return earlier
  const fresh = findPlaces(strings)
  places.set(strings, fresh)
  return fresh
}

const refuse = (why: string): never => {
  throw new TypeError(`a page template is refused: ${why}`)
}

/** Attributes whose value is followed or loaded. */
const addresses: ReadonlySet<string> = new Set(
  'href xlink:href src srcset action formaction cite poster data background ping manifest longdesc icon'.split(' '),
)

/** Elements whose content is no text, or runs. */
const refusedElements: ReadonlySet<string> = new Set(
  'script style iframe object embed base template noscript xmp plaintext'.split(' '),
)

const opening = /<(?:\/?([a-z][a-z0-9:._-]*)|!doctype|\?xml)/iy
const inTag = /\s*(?:(?:[/?]?>)|([^\s"'<>/=?]+)(?:\s*=\s*(?:(["'])|[^\s"'<>`=]+))?)/y

function findPlaces(strings: readonly string[]): readonly Place[] {
  const result: Place[] = []
  let place: 'text' | 'tag' | 'value' = 'text'
  let attribute = ''
  let quote = ''
  let isEmpty = true
  for (const [index, piece] of strings.entries()) {
    for (let offset = 0; offset < piece.length;) {
      if (place === 'text') {
        const open = piece.indexOf('<', offset)
        if (open < 0) break
        if (piece.startsWith('<!--', open)) refuse('it has a comment')
        opening.lastIndex = open
        const match = opening.exec(piece) ?? refuse('write &lt; for a sign that opens no element')
        if (refusedElements.has((match[1] ?? '').toLowerCase())) refuse(`it has the element ${match[1]}`)
        place = 'tag'
        offset = opening.lastIndex
      } else if (place === 'tag') {
        if (piece.slice(offset).trim() === '') break
        inTag.lastIndex = offset
        const match = inTag.exec(piece) ?? refuse('an element is not closed')
        offset = inTag.lastIndex
        if (match[2] !== undefined) {
          place = 'value'
          attribute = (match[1] ?? '').toLowerCase()
          quote = match[2]
          isEmpty = true
          if (/^(?:on|style$|srcdoc$)/.test(attribute)) refuse(`it has the attribute ${attribute}`)
        } else if (match[1] === undefined) place = 'text'
        else if (/^on/i.test(match[1])) refuse(`it has the attribute ${match[1]}`)
      } else {
        const end = piece.indexOf(quote, offset)
        if (end > offset || (end < 0 && offset < piece.length)) isEmpty = false
        if (end < 0) break
        place = 'tag'
        offset = end + 1
      }
    }
    if (index === strings.length - 1) break
    if (place === 'tag') refuse('a value stands between elements or in a quoted attribute')
    result.push(place === 'text' ? 'text' : isEmpty && addresses.has(attribute) ? 'address' : 'attribute')
    isEmpty = false
  }
  if (place !== 'text') refuse('an element is not closed')
  return result
}
