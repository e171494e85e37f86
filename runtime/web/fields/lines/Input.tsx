import { groupProps, type InputProps } from '../input.ts'

/** The lines of a document as a grid. */
export function LinesInput(props: InputProps) {
  return <div {...groupProps(props)} className="record-lines" />
}
