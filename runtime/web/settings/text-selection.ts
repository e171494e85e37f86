/** The selection in an element whose text is edited. */

/** A copy of the selection; null while it is elsewhere. Edits of the text move its ends along. */
export function selectedRange(host: HTMLElement | null): Range | null {
  const selection = getSelection()
  const range = selection !== null && selection.rangeCount > 0 ? selection.getRangeAt(0) : null
  return range && host?.contains(range.commonAncestorContainer) ? range.cloneRange() : null
}

/** Focuses the element and selects the range; its end when there is none. */
export function select(host: HTMLElement, range: Range | null): void {
  host.focus()
  const selection = getSelection()
  if (!selection) return
  if (!range) {
    selection.selectAllChildren(host)
    selection.collapseToEnd()
    return
  }
  selection.removeAllRanges()
  selection.addRange(range)
}

/** The place in the element at a point of the window; null beside its text. */
export function rangeAt(host: HTMLElement, x: number, y: number): Range | null {
  // oxlint-disable-next-line typescript/no-deprecated -- Safari has no caretPositionFromPoint before version 18.4
  const range = document.caretRangeFromPoint?.(x, y) ?? null
  return range && host.contains(range.startContainer) ? range : null
}

/** The picture that is selected alone, null when it is none or more than that. */
export function selectedPicture(host: HTMLElement | null): HTMLImageElement | null {
  const range = selectedRange(host)
  if (!range || range.collapsed || range.toString() !== '') return null
  const pictures = [...(host?.querySelectorAll('img') ?? [])].filter((one) => range.intersectsNode(one))
  return pictures.length === 1 ? (pictures[0] ?? null) : null
}

export function rangeOf(node: Node): Range {
  const range = document.createRange()
  range.selectNode(node)
  return range
}
