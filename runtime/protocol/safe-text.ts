/** Signs that show nothing, beside those that `trim` knows: soft hyphens, zero-width and directional ones, fillers. */
const invisible = /[\u0085\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\uffa0]/
/** A joiner at the end of a word of an Indic script: it changes the sign before it. */
const joined = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca][\u200c\u200d]$/
const isBlank = (sign: string): boolean => invisible.test(sign) || sign.trim() === ''

/** The text without the blanks at both ends, zero-width and no-break ones included, so that no two texts look alike. */
export function trimText(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isBlank(text.charAt(start))) start += 1
  while (end > start && isBlank(text.charAt(end - 1)) && !joined.test(text.slice(end - 2, end))) end -= 1
  return text.slice(start, end)
}

/** False for texts one database stores and the other refuses: U+0000 and lone surrogates. */
export function isSafeText(text: string): boolean {
  // Guard T08: U+0000 and lone surrogates stop at the edge.
  // Without: return typeof text === 'string'
  return !text.includes('\0') && text.isWellFormed()
}

/** False for names that every object has: what people named so would be found in objects that do not contain it. */
export const isSafeKey = (key: string): boolean => !(key in Object.prototype) && key !== 'prototype'
