/** Where the fields of a form stand on the page. */
import { useEffect, useState, type RefObject } from 'react'
import type { TableModel } from '../../../protocol/index.ts'
import { labelId } from '../../fields/input-props.ts'

export interface FieldBox {
  readonly field: string
  /** Pixels from the corner of the form. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** @param prefix of the ids of the form */
export function useFieldBoxes(
  frame: RefObject<HTMLElement | null>,
  model: TableModel,
  prefix: string,
): readonly FieldBox[] {
  const [boxes, setBoxes] = useState<readonly FieldBox[]>([])
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    // It calls once at the beginning, and again when an input has loaded.
    const observer = new ResizeObserver(() => setBoxes(boxesIn(element, model, prefix)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame, model, prefix])
  return boxes
}

function boxesIn(element: HTMLElement, model: TableModel, prefix: string): readonly FieldBox[] {
  const corner = element.getBoundingClientRect()
  return model.fields.flatMap(({ name }) => {
    const place = fieldElement(element, prefix, name)?.getBoundingClientRect()
    if (!place) return []
    const { left, top, width, height } = place
    return [{ field: name, left: left - corner.left, top: top - corner.top, width, height }]
  })
}

/** @param form that the field is in */
export const fieldElement = (form: HTMLElement, prefix: string, name: string): Element | null =>
  form.querySelector(`#${CSS.escape(labelId(`${prefix}_${name}`))}`)?.closest('.record-field') ?? null
