import { plainText } from '../../../protocol/index.ts'
import { Blank } from '../Blank.tsx'
import type { CellProps } from '../renderer.ts'

/** Characters of a text that a list shows. */
const shownLength = 120

/** The beginning of a rich text, without its formats. */
export function HtmlCell({ value }: CellProps) {
  const text = plainText(String(value ?? '')).replaceAll('\n', ' ')
  if (text === '') return <Blank />
  const beginning = [...text].slice(0, shownLength).join('')
  return <span className="cell-text">{beginning.length < text.length ? `${beginning}…` : beginning}</span>
}
