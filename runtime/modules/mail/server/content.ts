/** The texts of a template, filled with the values of its variables. */
import { escapeHtml, fillMessage } from 'tablewright/server'
import { showsCodesOnly } from './html-codes.ts'

export interface TemplateTexts {
  readonly subject: string
  readonly text: string
  /** "" = the mail has no HTML part. */
  readonly html: string
}

interface FillOptions {
  /** Variables that are HTML already where the template has HTML, by name. */
  readonly markup?: Readonly<Record<string, string>>
  /** Names of variables that are codes. HTML that would do anything but show them is left out. */
  readonly codes?: readonly string[]
}

export function fillTemplate(
  { subject, text, html }: TemplateTexts,
  values: Readonly<Record<string, string>>,
  { markup = {}, codes = [] }: FillOptions = {},
): TemplateTexts {
  return {
    subject: fillMessage(subject, values, oneLine).slice(0, maxSubject),
    text: fillMessage(text, values, undefined, codes),
    html: showsCodesOnly(html, codes) ? fillMessage(html, { ...escapedOf(values), ...markup }, undefined, codes) : '',
  }
}

const escapedOf = (values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escapeHtml(value)]))

const maxSubject = 255

/** Subject and text, as administrators see them under the template. */
export const previewOf = (texts: TemplateTexts, samples: Readonly<Record<string, string>>): string => {
  const { subject, text } = fillTemplate(texts, samples)
  return `${subject}\n\n${text}`
}

/** A line break in a subject would begin a new header. */
const oneLine = (value: string): string => value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
