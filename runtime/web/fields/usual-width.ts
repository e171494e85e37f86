/** How wide a column or an input is that the schema gives no width: measured from what it may hold. Pure. */
import { columnType, type FieldModel, type Language, type TableModel } from '../../protocol/index.ts'
import { fieldRenderers } from './field-renderers.ts'
import { textWidth, twoLineWidth } from './text-width.ts'

/** Sizes of fonts and paddings, as the style sheets have them. */
const valueSize = 14
const tagSize = 12
const tagPadding = 14
const dotWidth = 15
export const cellPadding = 18
/** A switch has the width of its handle beside a short word. */
const switchWidth = 70

/** Longer texts are wrapped or cut. */
const maxTextWidth = 320

/** Names of records are read in full, other texts are looked at. */
const titleFactor = 1.5
const maxTitleWidth = 220

/** What a table says of its records. */
type Records = Pick<TableModel, 'title' | 'number'>

/** Width in CSS pixels: what the schema says, else the measured one. @param records absent for an input */
export const usualWidth = (field: FieldModel, language: Language, records?: Records): number =>
  field.column?.width ?? measuredWidth(field, language, records)

function measuredWidth(field: FieldModel, language: Language, records: Records | undefined): number {
  if (hasOptions(field))
    return Math.max(field.widget === 'switch' ? switchWidth : 0, optionsWidth(field, language, false))
  if (records?.number?.field === field.name) return numberWidth(records.number.pattern)
  const { kind, maxLength } = field
  if ((kind !== 'text' && kind !== 'textarea') || maxLength === undefined) return fieldRenderers[kind].width
  return records?.title === field.name
    ? Math.min(maxTitleWidth, Math.round(lengthWidth(maxLength) * titleFactor))
    : Math.min(maxTextWidth, lengthWidth(maxLength))
}

/** The longer texts may be, the more most of them stay below that: their usual length grows like its square root. */
const lengthWidth = (maxLength: number): number => 10 * Math.round((56 + 8 * Math.sqrt(maxLength)) / 10)

/** A number of a document has the length of its pattern, and every sign of it counts. */
function numberWidth(pattern: string): number {
  const sample = pattern
    .replaceAll(/\{seq:(\d+)\}/g, (_part, digits: string) => '0'.repeat(Number(digits)))
    .replaceAll(/\{(\w+)\}/g, (_part, date: string) => '0'.repeat(date.length))
  return Math.ceil(textWidth(sample, valueSize)) + cellPadding
}

/** True for values that are one of a few words. */
export const hasOptions = (field: FieldModel): boolean =>
  columnType(field) !== 'json' && (field.options?.length ?? 0) > 0

/** Width that the longest option needs: plain, after a dot, or as a tag. @param isWrapped on two lines */
export function optionsWidth({ options = [] }: FieldModel, language: Language, isWrapped: boolean): number {
  const widths = options.map(({ label, tone }) => {
    const isTag = tone === 'warning' || tone === 'danger'
    const text = (isWrapped ? twoLineWidth : textWidth)(label[language], isTag ? tagSize : valueSize)
    return text + (isTag ? tagPadding : tone === 'none' ? 0 : dotWidth)
  })
  return Math.ceil(Math.max(0, ...widths)) + cellPadding
}
